/** Positions on the canvas: labels at the left, the axis on top, items, then credentials. */
import type { Lanes } from './lanes.ts'
import type { TimeWindow } from './window.ts'

export const AXIS = 26
export const READABLE_ROW = 22
const MOST_ITEMS_HEIGHT = 484
const PAUSE_HEIGHT = 20
const HEADING = 24

export type Layout = Readonly<ReturnType<typeof layoutOf>>

export function layoutOf(
  { data, items }: Lanes,
  shown: { readonly width: number; readonly rows: number; readonly isReadable: boolean },
) {
  const { width, rows, isReadable } = shown
  const { credentials, pauses } = data
  const itemsTop = AXIS + 4
  // Of all items, so that it does not change with the visible part of the run.
  const itemsHeight = Math.min(MOST_ITEMS_HEIGHT, READABLE_ROW * items.length)
  const below = itemsTop + itemsHeight + 6
  const pausesTop = below + (credentials.length + pauses.length > 0 ? HEADING : 0)
  const credentialsTop = pausesTop + pauses.length * PAUSE_HEIGHT + (pauses.length > 0 ? 4 : 0)
  const credentialHeight = Math.min(46, Math.max(22, 330 / Math.max(1, credentials.length)))
  return {
    width,
    height: Math.ceil(credentialsTop + credentials.length * credentialHeight + 8),
    /** Width of the labels. */
    gutter: width < 520 ? 84 : 148,
    rowHeight: isReadable
      ? READABLE_ROW
      : Math.min(READABLE_ROW, MOST_ITEMS_HEIGHT / Math.max(1, rows)),
    itemsTop,
    itemsHeight,
    pausesTop,
    pauseHeight: PAUSE_HEIGHT,
    credentialsTop,
    credentialHeight,
  }
}

export function xOf({ gutter, width }: Layout, { from, until }: TimeWindow, at: number): number {
  return gutter + ((at - from) / (until - from)) * (width - gutter - RIGHT)
}

export function timeAt({ gutter, width }: Layout, { from, until }: TimeWindow, x: number): number {
  return from + ((x - gutter) / (width - gutter - RIGHT)) * (until - from)
}

const RIGHT = 22
