import { drawMarks } from './draw-marks.ts'
import { eachSpan, type Scene } from './scene.ts'
import { stepColour } from './theme.ts'

/** Several items in each line of pixels: no pixel is painted twice. */
export function drawMerged(scene: Scene, first: number, last: number): void {
  const { context, layout, theme, lanes, rows, scroll, chosen } = scene
  const { itemsTop, rowHeight, width, gutter } = layout
  const height = Math.max(1, Math.floor(rowHeight) - (rowHeight >= 4 ? 1 : 0))
  let line = -1
  let painted = 0
  for (let row = first; row < last; row++) {
    const item = rows[row] ?? 0
    const top = Math.floor(itemsTop + row * rowHeight - scroll)
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
  const row = rows.indexOf(chosen)
  if (row === -1) return
  context.strokeStyle = theme.focus
  context.strokeRect(0.5, itemsTop + row * rowHeight - scroll - 1.5, width - 1, height + 3)
}
