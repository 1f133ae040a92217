import { drawMarks } from './draw-marks.ts'
import { READABLE_ROW, xOf } from './layout.ts'
import { FONT, fitted, type Scene, SMALL_FONT } from './scene.ts'
import { stepColour } from './theme.ts'

/** Below this a lane is only colour. */
const DETAILED_ROW = 7

/** Only lanes that are seen; when several share a line of pixels they are merged. */
export function drawItems(scene: Scene): void {
  const { context, layout, lanes, scroll } = scene
  const { itemsTop, itemsHeight, rowHeight, width } = layout
  context.save()
  context.beginPath()
  context.rect(0, itemsTop - 2, width, itemsHeight + 4)
  context.clip()
  const first = Math.max(0, Math.floor(scroll / rowHeight))
  const last = Math.min(lanes.items.length, Math.ceil((scroll + itemsHeight) / rowHeight))
  if (rowHeight >= DETAILED_ROW) for (let item = first; item < last; item++) drawLane(scene, item)
  else drawMerged(scene, first, last)
  drawLabels(scene, first, last)
  context.restore()
}

function drawLane(scene: Scene, item: number): void {
  const { context, layout, theme, lanes, scroll, chosen } = scene
  const { gutter, width, rowHeight, itemsTop } = layout
  const top = itemsTop + item * rowHeight - scroll
  const bar = { top: top + Math.max(1, rowHeight * 0.14), height: Math.max(3, rowHeight * 0.72) }
  if (item === chosen) {
    context.fillStyle = theme.stripe
    context.fillRect(0, top, width, rowHeight)
  }
  context.save()
  context.beginPath()
  context.rect(gutter, top, width - gutter, rowHeight)
  context.clip()
  const lane = lanes.items[item]
  if (lane === undefined) return context.restore()
  const middle = bar.top + bar.height / 2
  eachSpan(scene, lane.workers, (x, to) => {
    context.fillStyle = theme.worker
    context.fillRect(x, middle - 1.5, to - x, 3)
  })
  eachSpan(scene, lane.spans, (x, to, step) => drawStep(scene, { x, to, step, ...bar }))
  eachSpan(scene, lane.waits, (x, to) => {
    context.fillStyle = theme.panel
    context.fillRect(x, bar.top + 1, to - x, bar.height - 2)
    context.fillStyle = theme.waitHatch
    context.fillRect(x, bar.top + 1, to - x, bar.height - 2)
  })
  eachSpan(scene, lane.spans, (x, to, step) => nameStep(scene, lane.waits, { x, to, step, ...bar }))
  drawMarks(scene, item, bar)
  context.restore()
}

function drawStep({ context, theme }: Scene, { x, to, step, top, height }: Bar): void {
  // A gap between neighbours, as long as something of the bar is left.
  const width = Math.max(1, to - x - (to - x > 4 ? 1 : 0))
  context.fillStyle = stepColour(theme, step)
  context.fillRect(x, top, width, height)
}

/** Where there is room: behind the wait that a step may begin with. */
function nameStep(scene: Scene, waits: Int32Array, { x, to, step, top, height }: Bar): void {
  const { context, theme, lanes } = scene
  let from = x
  eachSpan(scene, waits, (begin, end) => {
    if (begin < from + 26 && end > from) from = end
  })
  if (to - from < 26 || height < 12) return
  context.font = SMALL_FONT
  context.fillStyle = theme.barText
  context.textBaseline = 'middle'
  const words = fitted(context, lanes.data.steps[step] ?? '', to - from - 8)
  context.fillText(words, from + 4, top + height / 2 + 0.5)
}

interface Bar {
  readonly x: number
  readonly to: number
  readonly step: number
  readonly top: number
  readonly height: number
}

/** Several items in each line of pixels: what is painted already is not painted again. */
function drawMerged(scene: Scene, first: number, last: number): void {
  const { context, layout, theme, lanes, scroll, chosen } = scene
  const { itemsTop, rowHeight, width, gutter } = layout
  const height = Math.max(1, Math.floor(rowHeight) - (rowHeight >= 4 ? 1 : 0))
  let line = -1
  let painted = 0
  for (let item = first; item < last; item++) {
    const top = Math.floor(itemsTop + item * rowHeight - scroll)
    if (top !== line) painted = gutter
    line = top
    const lane = lanes.items[item]
    if (lane === undefined) continue
    for (const [spans, isWait] of [
      [lane.spans, false],
      [lane.waits, true],
    ] as const) {
      if (isWait && rowHeight < 2) continue
      eachSpan(scene, spans, (x, to, which) => {
        const from = isWait ? x : Math.max(painted, Math.floor(x))
        const end = Math.max(Math.floor(x) + 1, Math.ceil(to))
        if (end <= from) return
        context.fillStyle = isWait ? theme.panel : stepColour(theme, which)
        context.fillRect(from, top, end - from, height)
        if (isWait) {
          context.fillStyle = theme.waitHatch
          context.fillRect(from, top, end - from, height)
        }
        if (!isWait) painted = rowHeight < 1 ? end : painted
      })
    }
    drawMarks(scene, item, { top, height })
  }
  if (chosen < 0 || chosen >= lanes.items.length) return
  context.strokeStyle = theme.focus
  context.strokeRect(0.5, itemsTop + chosen * rowHeight - scroll - 1.5, width - 1, height + 3)
}

function eachSpan(
  { layout, window }: Scene,
  spans: Int32Array,
  draw: (x: number, to: number, which: number) => void,
): void {
  for (let index = 0; index < spans.length; index += 3) {
    const from = spans[index] ?? 0
    const until = spans[index + 1] ?? 0
    if (until < window.from || from > window.until) continue
    const x = Math.max(layout.gutter, xOf(layout, window, from))
    draw(x, Math.min(layout.width, xOf(layout, window, until)), spans[index + 2] ?? 0)
  }
}

/** As many as can be read. */
function drawLabels(scene: Scene, first: number, last: number): void {
  const { context, layout, theme, lanes, scroll, chosen } = scene
  const { rowHeight, itemsTop, itemsHeight, gutter } = layout
  const every = Math.max(1, Math.ceil(16 / rowHeight))
  const middle = every === 1 ? rowHeight / 2 : 7
  context.font = FONT
  context.textBaseline = 'middle'
  for (let item = Math.ceil(first / every) * every; item < last; item += every) {
    const y = itemsTop + item * rowHeight - scroll + middle
    if (every > 1 && y + 7 > itemsTop + itemsHeight) return
    context.fillStyle = item === chosen || rowHeight === READABLE_ROW ? theme.text : theme.soft
    context.fillText(fitted(context, lanes.data.items.label[item] ?? '', gutter - 20), 12, y + 0.5)
  }
}
