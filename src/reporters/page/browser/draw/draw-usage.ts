import type { CredentialLane } from '../../page-data.ts'
import { xOf } from '../layout.ts'
import { type Place, type Scene, SMALL_FONT } from './scene.ts'

/** The used amount as a filled line, and the limit as a dashed one. */
export function drawUsage(scene: Scene, { usage }: CredentialLane, { top, height }: Place): void {
  const { context, layout, theme } = scene
  const { points, peak, limit } = usage
  const full = fullOf(peak, limit)
  const yOf = (value: number) => top + height - (value / full) * height
  context.beginPath()
  context.moveTo(layout.gutter - 1, top + height)
  const y = traced(scene, points, yOf)
  context.lineTo(layout.width, y)
  context.lineTo(layout.width, top + height)
  context.fillStyle = theme.usage
  context.fill()
  context.strokeStyle = theme['usage-line']
  context.stroke()
  if (limit === null) return
  const line = Math.round(yOf(limit)) + 0.5
  context.save()
  context.strokeStyle = theme.limit
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(layout.gutter, line)
  context.lineTo(layout.width, line)
  context.stroke()
  context.restore()
}

/** Drawn over the cooldowns, which would hide it. */
export function drawLimit(scene: Scene, { usage }: CredentialLane, { top, height }: Place): void {
  const { context, layout, theme } = scene
  const { peak, limit, unit } = usage
  if (limit === null || height < 18) return
  const y = top + height - (limit / fullOf(peak, limit)) * height
  const words = `${limit.toLocaleString('en')} ${unit}`
  context.font = SMALL_FONT
  const wide = context.measureText(words).width
  context.fillStyle = theme.panel
  context.fillRect(layout.width - wide - 18, y + 3, wide + 8, 13)
  context.fillStyle = theme.soft
  context.fillText(words, layout.width - wide - 14, y + 10)
}

/** The value at the top edge: some room above the highest one. */
function fullOf(peak: number, limit: number | null): number {
  return Math.max(peak, limit ?? 0, 1) * 1.15
}

/** The visible points; of those in one column of pixels, the highest and the last. */
function traced(
  { context, layout, window }: Scene,
  points: readonly number[],
  yOf: (value: number) => number,
): number {
  let y = yOf(0)
  let column = Number.NEGATIVE_INFINITY
  let highest = y
  for (let index = 0; index < points.length; index += 2) {
    const at = points[index] ?? 0
    const next = yOf(points[index + 1] ?? 0)
    const isBefore = (points[index + 2] ?? at) < window.from
    if (!isBefore) {
      const x = Math.max(-1e4, Math.min(1e4, xOf(layout, window, at)))
      if (Math.floor(x) !== column) {
        if (column > 0) {
          context.lineTo(column, highest)
          context.lineTo(column, y)
        }
        context.lineTo(x, next)
        column = Math.floor(x)
        highest = next
      } else highest = Math.min(highest, next)
    }
    y = next
    if (at > window.until) break
  }
  context.lineTo(Math.max(column, layout.gutter), highest)
  context.lineTo(Math.max(column, layout.gutter), y)
  return y
}
