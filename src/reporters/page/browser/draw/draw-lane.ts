import type { LaneSpan } from '../lanes.ts'
import { drawMarks } from './draw-marks.ts'
import { eachSpan, fitted, type Scene, SMALL_FONT } from './scene.ts'
import { stepColour } from './theme.ts'

/** One item: workers, steps, waits, marks. */
export function drawLane(scene: Scene, item: number, row: number): void {
  const { context, layout, theme, lanes, scroll, chosen } = scene
  const { gutter, width, rowHeight, itemsTop } = layout
  const top = itemsTop + row * rowHeight - scroll
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
  // A gap between neighbours, unless the bar is too short for one.
  const width = Math.max(1, to - x - (to - x > 4 ? 1 : 0))
  context.fillStyle = stepColour(theme, step)
  context.fillRect(x, top, width, height)
}

/** If there is room: after the wait that a step may start with. */
function nameStep(
  scene: Scene,
  waits: readonly LaneSpan[],
  { x, to, step, top, height }: Bar,
): void {
  const { context, theme, lanes } = scene
  let from = x
  eachSpan(scene, waits, (begin, end) => {
    if (begin < from + 26 && end > from) from = end
  })
  if (to - from < 26 || height < 12) return
  context.font = SMALL_FONT
  context.fillStyle = theme['bar-text']
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
