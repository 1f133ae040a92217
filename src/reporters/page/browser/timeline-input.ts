/** Wheel, pointer, keys and buttons of the timeline. */
import { laneAt } from './hit.ts'
import { areFew, laneOf } from './lanes.ts'
import type { Timeline } from './timeline.ts'

const ZOOM = 1.5

export function listen(timeline: Timeline, canvas: HTMLCanvasElement): void {
  canvas.addEventListener('wheel', (event) => onWheel(timeline, event), { passive: false })
  canvas.addEventListener('keydown', (event) => onKey(timeline, event))
  canvas.addEventListener('blur', () => timeline.hideDetails())
  listenToPointer(timeline, canvas)
  const buttons: Readonly<Record<string, (button: HTMLButtonElement) => void>> = {
    in: () => timeline.zoom(1 / ZOOM),
    out: () => timeline.zoom(ZOOM),
    all: () => timeline.showAll(),
    rows: (button) => {
      timeline.setReadable(!timeline.isReadable)
      button.ariaPressed = String(!timeline.isReadable)
    },
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-do]')) {
    const act = buttons[button.dataset.do ?? '']
    button.addEventListener('click', () => act?.(button))
    if (button.dataset.do !== 'rows') continue
    button.ariaPressed = String(!timeline.isReadable)
    button.hidden = areFew(timeline.lanes)
  }
}

/** The wheel scrolls, as usual; with Ctrl, or by pinching, it zooms. */
function onWheel(timeline: Timeline, event: WheelEvent): void {
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
  const { itemsTop, itemsHeight } = timeline.layout
  const isOverItems = event.offsetY >= itemsTop && event.offsetY < itemsTop + itemsHeight
  if (event.ctrlKey || event.metaKey)
    timeline.zoom(1.0025 ** event.deltaY, timeline.timeAt(event.offsetX))
  else if (isSideways) timeline.movePixels(event.deltaX || event.deltaY)
  else if (!isOverItems || !timeline.scrollBy(event.deltaY)) return
  event.preventDefault()
}

function listenToPointer(timeline: Timeline, canvas: HTMLCanvasElement): void {
  let drag: { x: number; y: number; hasMoved: boolean } | undefined
  const laneUnder = ({ offsetY }: PointerEvent) => laneAt(timeline.lanes, offsetY, timeline)
  canvas.addEventListener('pointerdown', (event) => {
    drag = { x: event.offsetX, y: event.offsetY, hasMoved: false }
    canvas.setPointerCapture(event.pointerId)
  })
  canvas.addEventListener('pointermove', (event) => {
    const { offsetX: x, offsetY: y } = event
    if (drag === undefined) {
      const at = x < timeline.layout.gutter ? undefined : timeline.timeAt(x)
      return timeline.showDetails(laneUnder(event), at, { x, y })
    }
    if (!drag.hasMoved && Math.hypot(x - drag.x, y - drag.y) < 4) return
    timeline.hideDetails()
    timeline.movePixels(drag.x - x)
    timeline.scrollBy(drag.y - y)
    drag = { x, y, hasMoved: true }
  })
  canvas.addEventListener('pointerup', (event) => {
    const wasClick = drag?.hasMoved === false
    drag = undefined
    if (wasClick) timeline.choose(laneUnder(event), timeline.timeAt(event.offsetX))
  })
  canvas.addEventListener('pointercancel', () => {
    drag = undefined
  })
  canvas.addEventListener('pointerleave', () => timeline.hideDetails())
  canvas.addEventListener('dblclick', (event) =>
    timeline.zoom(1 / (ZOOM * ZOOM), timeline.timeAt(event.offsetX)),
  )
}

function onKey(timeline: Timeline, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { count, rows } = timeline
  const [first = 0] = rows
  const next = (by: 1 | -1) =>
    timeline.chosen === -1 ? first : Math.max(0, Math.min(count - 1, timeline.chosen + by))
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => (event.shiftKey ? step(timeline, -1) : timeline.moveBy(-0.1)),
    ArrowRight: () => (event.shiftKey ? step(timeline, 1) : timeline.moveBy(0.1)),
    ArrowUp: () => timeline.choose(next(-1)),
    ArrowDown: () => timeline.choose(next(1)),
    Home: () => timeline.choose(0),
    End: () => timeline.choose(count - 1),
    '+': () => timeline.zoom(1 / ZOOM),
    '=': () => timeline.zoom(1 / ZOOM),
    '-': () => timeline.zoom(ZOOM),
    '0': () => timeline.showAll(),
    Escape: () => timeline.hideDetails(),
  }
  const act = keys[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
}

let last: { readonly lane: number; readonly at: number } | undefined

/** To the next event in the selected lane. */
function step(timeline: Timeline, by: 1 | -1): void {
  const lane = Math.max(0, timeline.chosen)
  const moments = momentsOf(timeline, lane)
  const place = last?.lane === lane ? moments.indexOf(last.at) : -1
  const at = moments[Math.max(0, Math.min(moments.length - 1, place + by))]
  if (at === undefined) return timeline.choose(lane)
  last = { lane, at }
  timeline.choose(lane, at)
}

function momentsOf({ lanes }: Timeline, lane: number): number[] {
  const { item, pause, credential } = laneOf(lanes, lane)
  if (item !== undefined) {
    const starts = [...item.spans, ...item.waits].map(({ from }) => from)
    const marks = (lanes.data.items.marks[lane] ?? []).map(([, at]) => at)
    return [...new Set([...starts, ...marks])].sort((a, b) => a - b)
  }
  if (pause !== undefined) return pause.pauses.map(([from]) => from)
  const starts = [...(credential?.leases ?? []), ...(credential?.rests ?? [])].map(([from]) => from)
  return [...new Set(starts)].sort((a, b) => a - b)
}
