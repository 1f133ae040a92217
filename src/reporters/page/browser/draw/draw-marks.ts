import { xOf } from '../layout.ts'
import { drawCross, type Place, type Scene, SMALL_FONT } from './scene.ts'

/** Deaths as crosses, the next worker as a triangle, and at the end the outcome. */
export function drawMarks(scene: Scene, item: number, bar: Place): void {
  const { layout, window, lanes } = scene
  for (const [kind, at] of lanes.data.items.marks[item] ?? []) {
    const x = xOf(layout, window, at)
    if (x < layout.gutter || x > layout.width) continue
    if (kind === 'killed') drawDeath(scene, x - 6, bar)
    else drawTriangle(scene, x + 1, bar)
  }
  if (bar.height >= 12) drawOutcome(scene, item, bar)
}

function drawDeath(scene: Scene, x: number, { top, height }: Place): void {
  const { context, theme } = scene
  const half = Math.min(4.5, Math.max(2, height / 2))
  const place = { x, y: top + height / 2, half }
  context.fillStyle = theme.problem
  context.fillRect(x + 5.25, top - 1, 1.5, height + 2)
  drawCross(scene, place, { colour: theme.panel, width: 4.5 })
  drawCross(scene, place, { colour: theme.problem, width: 2 })
}

function drawTriangle({ context, theme }: Scene, x: number, { top, height }: Place): void {
  const half = Math.min(5, Math.max(2, height / 2))
  const y = top + height / 2
  context.beginPath()
  context.moveTo(x, y - half)
  context.lineTo(x + half * 1.5, y)
  context.lineTo(x, y + half)
  context.closePath()
  context.strokeStyle = theme.panel
  context.lineWidth = 2.5
  context.stroke()
  context.lineWidth = 1
  context.fillStyle = theme.text
  context.fill()
}

/** In words, after the last bar; a tick for `done`. */
function drawOutcome(
  { context, layout, window, theme, lanes }: Scene,
  item: number,
  bar: Place,
): void {
  const outcome = lanes.data.items.outcome[item] ?? ''
  const end = lanes.items[item]?.workers.at(-1)?.until
  if (end === undefined || end < window.from || end > window.until) return
  const x = xOf(layout, window, end) + 5
  context.font = SMALL_FONT
  context.textBaseline = 'middle'
  const words = outcome === 'done' ? '✓' : outcome === 'running' ? '' : outcome
  const wide = context.measureText(words).width
  const left = Math.min(x, layout.width - wide - 4)
  context.fillStyle = theme.panel
  if (left < x) context.fillRect(left - 3, bar.top, wide + 6, bar.height)
  context.fillStyle =
    outcome === 'done' ? theme.good : outcome === 'gated' ? theme.warn : theme.problem
  context.fillText(words, left, bar.top + bar.height / 2 + 0.5)
}
