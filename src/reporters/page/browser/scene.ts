/** All that a drawing goes by. */
import type { Lanes } from './lanes.ts'
import type { Layout } from './layout.ts'
import type { Theme } from './theme.ts'
import type { TimeWindow } from './window.ts'

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
  /** Number of the lane that was chosen: items first, then pauses, then credentials; -1 for none. */
  readonly chosen: number
}

export interface Place {
  readonly top: number
  readonly height: number
}

/** Text that ends with … where it would be too wide. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) least = middle
    else most = middle - 1
  }
  return least === 0 ? '' : `${text.slice(0, least)}…`
}

export const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif'
export const SMALL_FONT = FONT.replace('12px', '11px')
