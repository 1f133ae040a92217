import type { CredentialLane } from '../page-data.ts'
import { xOf } from './layout.ts'
import { type Place, type Scene, SMALL_FONT } from './scene.ts'

/** What was used, filled beneath; the limit lies a little below the top. */
export function drawUsage(scene: Scene, { usage }: CredentialLane, { top, height }: Place): void {
  const { context, layout, theme, window } = scene
  const { points, peak, limit, unit } = usage
  const full = Math.max(peak, limit ?? 0, 1) * 1.15
  const yOf = (value: number) => top + height - (value / full) * height
  context.beginPath()
  context.moveTo(xOf(layout, window, 0), top + height)
  let y = top + height
  for (let index = 0; index < points.length; index += 2) {
    y = yOf(points[index + 1] ?? 0)
    context.lineTo(xOf(layout, window, points[index] ?? 0), y)
  }
  context.lineTo(layout.width, y)
  context.lineTo(layout.width, top + height)
  context.fillStyle = theme.usage
  context.fill()
  context.strokeStyle = theme.usageLine
  context.stroke()
  if (limit === null) return
  context.save()
  context.strokeStyle = theme.limit
  context.setLineDash([4, 3])
  context.beginPath()
  context.moveTo(layout.gutter, Math.round(yOf(limit)) + 0.5)
  context.lineTo(layout.width, Math.round(yOf(limit)) + 0.5)
  context.stroke()
  context.restore()
  if (height < 18) return
  const words = `${limit.toLocaleString('en')} ${unit}`
  context.font = SMALL_FONT
  const wide = context.measureText(words).width
  context.fillStyle = theme.panel
  context.fillRect(layout.width - wide - 18, yOf(limit) + 3, wide + 8, 13)
  context.fillStyle = theme.soft
  context.fillText(words, layout.width - wide - 14, yOf(limit) + 10)
}
