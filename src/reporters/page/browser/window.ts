/** The visible part of the run: pure functions, tested without a browser. */
export interface TimeWindow {
  readonly from: number
  readonly until: number
}

/** The strongest zoom. */
const LEAST_MS = 20

export function zoomed(
  window: TimeWindow,
  { around, by, end }: { readonly around: number; readonly by: number; readonly end: number },
): TimeWindow {
  const length = Math.min(end, Math.max(LEAST_MS, (window.until - window.from) * by))
  const share = (around - window.from) / (window.until - window.from)
  return inside({ from: around - share * length, until: around + (1 - share) * length }, end)
}

export function moved(window: TimeWindow, ms: number, end: number): TimeWindow {
  return inside({ from: window.from + ms, until: window.until + ms }, end)
}

/** Never beyond the start and end of the run. */
function inside({ from, until }: TimeWindow, end: number): TimeWindow {
  const length = Math.min(end, until - from)
  const start = Math.min(Math.max(0, from), end - length)
  return { from: start, until: start + length }
}

/** Moved so that this moment is visible, with some room around it. */
export function showing(window: TimeWindow, at: number, end: number): TimeWindow {
  if (at >= window.from && at <= window.until) return window
  return moved(window, at - (window.from + window.until) / 2, end)
}
