import { type CredentialLane, LEASES } from '../../page-data.ts'
import { xOf } from '../layout.ts'
import { drawCross, type Place, type Scene } from './scene.ts'

type Outcome = (typeof LEASES)[number]

/** Rows for parallel calls share the height; unanswered calls extend above it. */
export function drawLeases(
  scene: Scene,
  { leases, rows }: CredentialLane,
  { top, height }: Place,
): void {
  const { context, layout, window } = scene
  // More than can be distinguished share rows.
  const shown = Math.min(rows, Math.floor(height / 1.5))
  const row = height / shown
  const painted = new Float64Array(shown)
  for (const [from, ms, , number, rowNumber] of leases) {
    const until = from + ms
    if (until < window.from || from > window.until) continue
    const outcome = LEASES[number] ?? 'answered'
    const place = rowNumber % shown
    const x = Math.floor(Math.max(layout.gutter, xOf(layout, window, from)))
    const to = Math.max(x + 1, Math.round(xOf(layout, window, until)))
    if (outcome === 'answered' && to <= (painted[place] ?? 0)) continue
    painted[place] = to
    context.fillStyle = leaseColour(scene, outcome)
    context.globalAlpha = outcome === 'not over' ? 0.5 : 1
    context.fillRect(x, top + place * row, to - x, Math.max(1, row - (row > 3 ? 1 : 0)))
    context.globalAlpha = 1
    if (outcome === 'rate-limited' || outcome === 'not answered')
      context.fillRect(x, top - 5, 2, height + 5)
    if (outcome === 'lost with its worker')
      drawCross(scene, { x: to, y: top - 3, half: 3 }, { colour: scene.theme.text, width: 1.5 })
  }
}

function leaseColour({ theme }: Scene, outcome: Outcome): string {
  if (outcome === 'answered' || outcome === 'not over') return theme.lease
  if (outcome === 'lost with its worker') return theme.soft
  return outcome === 'rate-limited' ? theme.problem : theme.warn
}
