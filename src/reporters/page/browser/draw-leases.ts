import { type CredentialLane, LEASES, PER_LEASE } from '../page-data.ts'
import { xOf } from './layout.ts'
import type { Place, Scene } from './scene.ts'

/** Rows for calls at once share the height; what was refused reaches above it. */
export function drawLeases(
  scene: Scene,
  { leases, rows }: CredentialLane,
  { top, height }: Place,
): void {
  const { context, layout, theme, window } = scene
  // More than can be told apart share rows.
  const shown = Math.min(rows, Math.floor(height / 1.5))
  const row = height / shown
  const painted = new Float64Array(shown)
  for (let index = 0; index < leases.length; index += PER_LEASE) {
    const from = leases[index] ?? 0
    const until = from + (leases[index + 1] ?? 0)
    if (until < window.from || from > window.until) continue
    const outcome = LEASES[leases[index + 3] ?? 0]
    const place = (leases[index + 4] ?? 0) % shown
    const x = Math.floor(Math.max(layout.gutter, xOf(layout, window, from)))
    const to = Math.max(x + 1, Math.round(xOf(layout, window, until)))
    if (outcome === 'answered' && to <= (painted[place] ?? 0)) continue
    painted[place] = to
    context.fillStyle = outcome === 'answered' ? theme.lease : theme.trouble
    context.fillRect(x, top + place * row, to - x, Math.max(1, row - (row > 3 ? 1 : 0)))
    if (outcome === 'answered') continue
    context.fillRect(x, top - 5, 2, height + 5)
  }
}
