/** The input of all drawing functions. */
import type { LaneSpan, Lanes } from '../lanes.ts'
import { type Layout, xOf } from '../layout.ts'
import type { TimeWindow } from '../window.ts'
import type { Theme } from './theme.ts'

export interface Scene {
  readonly context: CanvasRenderingContext2D
  readonly lanes: Lanes
  readonly layout: Layout
  readonly theme: Theme
  readonly window: TimeWindow
  /** The item of each row. */
  readonly rows: readonly number[]
  /** How far the items are scrolled down. */
  readonly scroll: number
  /** Number of the selected lane: items first, then pauses, then credentials; -1 for none. */
  readonly chosen: number
}

export interface Place {
  readonly top: number
  readonly height: number
}

/** The visible spans, with their places on the canvas. */
export function eachSpan(
  { layout, window }: Scene,
  spans: readonly LaneSpan[],
  draw: (x: number, to: number, which: number) => void,
): void {
  for (const { from, until, which } of spans) {
    if (until < window.from || from > window.until) continue
    const x = Math.max(layout.gutter, xOf(layout, window, from))
    draw(x, Math.min(layout.width, xOf(layout, window, until)), which)
  }
}

/** Two diagonal lines around a point. */
export function drawCross(
  { context }: Scene,
  { x, y, half }: { readonly x: number; readonly y: number; readonly half: number },
  { colour, width }: { readonly colour: string; readonly width: number },
): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  for (const side of [-half, half]) {
    context.moveTo(x - half, y - side)
    context.lineTo(x + half, y + side)
  }
  context.stroke()
  context.lineWidth = 1
}

/** Text that ends with … where it would be too wide. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  return shortenedTo(context, text, { width, cut: (length) => `${text.slice(0, length)}…` })
}

/** A name keeps its end too: similar names differ there. */
export function fittedName(context: CanvasRenderingContext2D, name: string, width: number): string {
  const cut = (length: number) =>
    `${name.slice(0, Math.ceil(length / 2))}…${name.slice(name.length - Math.floor(length / 2))}`
  return shortenedTo(context, name, { width, cut })
}

/** As many characters as there is room for. */
function shortenedTo(
  context: CanvasRenderingContext2D,
  text: string,
  { width, cut }: { readonly width: number; readonly cut: (length: number) => string },
): string {
  if (context.measureText(text).width <= width) return text
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (context.measureText(cut(middle)).width <= width) least = middle
    else most = middle - 1
  }
  return least === 0 ? '' : cut(least)
}

export const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif'
export const SMALL_FONT = FONT.replace('12px', '11px')
