import { READABLE_ROW } from '../layout.ts'
import { drawLane } from './draw-lane.ts'
import { drawMerged } from './draw-merged.ts'
import { FONT, fittedName, type Scene } from './scene.ts'

/** Lower lanes are only colour. */
const DETAILED_ROW = 7

/** Visible lanes only; when several share a line of pixels they are merged. */
export function drawItems(scene: Scene): void {
  const { context, layout, rows, scroll } = scene
  const { itemsTop, itemsHeight, rowHeight, width } = layout
  context.save()
  context.beginPath()
  context.rect(0, itemsTop - 2, width, itemsHeight + 4)
  context.clip()
  const first = Math.max(0, Math.floor(scroll / rowHeight))
  const last = Math.min(rows.length, Math.ceil((scroll + itemsHeight) / rowHeight))
  if (rowHeight >= DETAILED_ROW)
    for (let row = first; row < last; row++) drawLane(scene, rows[row] ?? 0, row)
  else drawMerged(scene, first, last)
  drawLabels(scene, first, last)
  context.restore()
}

/** As many labels as are readable. */
function drawLabels(scene: Scene, first: number, last: number): void {
  const { context, layout, theme, lanes, rows, scroll, chosen } = scene
  const { rowHeight, itemsTop, itemsHeight, gutter } = layout
  const every = Math.max(1, Math.ceil(16 / rowHeight))
  const middle = every === 1 ? rowHeight / 2 : 7
  context.font = FONT
  context.textBaseline = 'middle'
  for (let row = Math.ceil(first / every) * every; row < last; row += every) {
    const item = rows[row] ?? 0
    const y = itemsTop + row * rowHeight - scroll + middle
    if (every > 1 && y + 7 > itemsTop + itemsHeight) return
    context.fillStyle = item === chosen || rowHeight === READABLE_ROW ? theme.text : theme.soft
    context.fillText(
      fittedName(context, lanes.data.items.label[item] ?? '', gutter - 20),
      12,
      y + 0.5,
    )
  }
}
