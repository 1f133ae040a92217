import { clockText } from '../../../words/format-duration.ts'
import { AXIS, xOf } from '../layout.ts'
import { ticksIn } from '../ticks.ts'
import { type Scene, SMALL_FONT } from './scene.ts'

/** Times on top, lines through all lanes, suspensions of the run, and its stop. */
export function drawAxis(scene: Scene): void {
  const { context, layout, theme, window, lanes } = scene
  const { width, height, gutter } = layout
  const until = height - 6
  context.font = SMALL_FONT
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  for (const at of ticksIn(window.from, window.until, (width - gutter) / 84)) {
    const x = Math.round(xOf(layout, window, at)) + 0.5
    context.fillStyle = theme.line
    context.fillRect(x - 0.5, AXIS - 4, 1, until - AXIS + 4)
    context.fillStyle = theme.soft
    const half = context.measureText(clockText(at)).width / 2
    context.fillText(clockText(at), Math.min(x, width - half - 4), AXIS / 2)
  }
  const { sleeps, stops } = lanes.data
  for (let index = 0; index < sleeps.length; index += 2) {
    const from = Math.max(gutter, xOf(layout, window, sleeps[index] ?? 0))
    const to = xOf(layout, window, sleeps[index + 1] ?? 0)
    context.fillStyle = theme.stripe
    if (to > from) context.fillRect(from, AXIS, to - from, until - AXIS)
  }
  for (const [at, words] of stops) {
    const x = Math.round(xOf(layout, window, at))
    if (x < gutter) continue
    context.fillStyle = theme.problem
    context.fillRect(x, AXIS - 4, 1, until - AXIS + 4)
    context.textAlign = x > width - 140 ? 'right' : 'left'
    context.fillText(words, x + (x > width - 140 ? -5 : 5), AXIS + 2)
  }
  context.textAlign = 'left'
}
