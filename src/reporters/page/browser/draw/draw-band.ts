import { xOf } from '../layout.ts'
import { fitted, type Scene, SMALL_FONT } from './scene.ts'

/** A time in which nothing is asked: hatched, and named where there is room. */
export function drawBand(
  { context, layout, theme, window }: Scene,
  band: { from: number; until: number; words: string; top: number; height: number },
): void {
  const x = Math.max(layout.gutter, xOf(layout, window, band.from))
  const to = Math.min(layout.width, xOf(layout, window, band.until))
  if (to < layout.gutter || x > layout.width || to <= x) return
  const width = Math.max(1, to - x)
  context.fillStyle = theme.rest
  context.fillRect(x, band.top, width, band.height)
  context.save()
  context.globalAlpha = 0.45
  context.fillStyle = theme.restHatch
  context.fillRect(x, band.top, width, band.height)
  context.restore()
  context.font = SMALL_FONT
  const words = fitted(context, band.words, width - 14)
  if (width < 60 || words === '' || band.height < 12) return
  const wide = context.measureText(words).width
  context.fillStyle = theme.rest
  context.fillRect(x + 4, band.top + band.height / 2 - 7, wide + 6, 14)
  context.fillStyle = theme.text
  context.fillText(words, x + 7, band.top + band.height / 2 + 0.5)
}
