import { xOf } from '../layout.ts'
import type { Scene } from './scene.ts'

/** Those that are seen, with their places on the canvas. */
export function eachSpan(
  { layout, window }: Scene,
  spans: Int32Array,
  draw: (x: number, to: number, which: number) => void,
): void {
  for (let index = 0; index < spans.length; index += 3) {
    const from = spans[index] ?? 0
    const until = spans[index + 1] ?? 0
    if (until < window.from || from > window.until) continue
    const x = Math.max(layout.gutter, xOf(layout, window, from))
    draw(x, Math.min(layout.width, xOf(layout, window, until)), spans[index + 2] ?? 0)
  }
}
