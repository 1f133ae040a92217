/** The timeline: visible part of the run, selected lane, redrawing. */
import type { PageData } from '../page-data.ts'
import { drawAxis } from './draw/draw-axis.ts'
import { drawCredentials } from './draw/draw-credentials.ts'
import { drawItems } from './draw/draw-items.ts'
import { readTheme, type Theme } from './draw/theme.ts'
import { detailsOf, laneBottom } from './hit.ts'
import { areFew, type Lanes, lanesOf, rowsIn } from './lanes.ts'
import { type Layout, layoutOf, timeAt, xOf } from './layout.ts'
import { moved, showing, type TimeWindow, zoomed } from './window.ts'

export class Timeline {
  readonly lanes: Lanes
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  /** Where the selection is described. */
  readonly #details: HTMLElement
  layout: Layout
  rows: readonly number[] = []
  scroll = 0
  chosen = -1
  isReadable: boolean
  #theme: Theme
  #window: TimeWindow
  #isDue = false

  constructor(data: PageData, canvas: HTMLCanvasElement, details: HTMLElement) {
    // By the processor: where a graphics card is emulated, thousands of small bars would take it seconds.
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('This browser cannot draw on a canvas.')
    this.lanes = lanesOf(data)
    this.#canvas = canvas
    this.#context = context
    this.#details = details
    this.isReadable = areFew(this.lanes)
    this.#window = { from: 0, until: this.#end }
    this.#theme = readTheme(context)
    this.layout = this.#measure()
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement ?? canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.resize())
    // On paper there is no next frame.
    matchMedia('print').addEventListener('change', () => {
      this.resize()
      this.#drawNow()
    })
  }

  get #end(): number {
    return Math.max(1, this.lanes.data.untilMs)
  }

  get count(): number {
    const { credentials, pauses } = this.lanes.data
    return this.lanes.items.length + pauses.length + credentials.length
  }

  timeAt(x: number): number {
    return timeAt(this.layout, this.#window, x)
  }

  /** By this share of the window's length. */
  moveBy(share: number): void {
    const ms = share * (this.#window.until - this.#window.from)
    this.#see(moved(this.#window, ms, this.#end))
  }

  movePixels(pixels: number): void {
    this.moveBy(pixels / (this.layout.width - this.layout.gutter))
  }

  /** A factor below 1 zooms in. */
  zoom(by: number, around = (this.#window.from + this.#window.until) / 2): void {
    this.#see(zoomed(this.#window, { around, by, end: this.#end }))
  }

  showAll(): void {
    this.#see({ from: 0, until: this.#end })
  }

  setReadable(isReadable: boolean): void {
    this.isReadable = isReadable
    this.resize()
    if (this.chosen !== -1) this.choose(this.chosen)
  }

  /** Whether there was anything to scroll. */
  scrollBy(pixels: number): boolean {
    const most = this.layout.rowHeight * this.rows.length - this.layout.itemsHeight
    const before = this.scroll
    this.scroll = Math.max(0, Math.min(Math.max(0, most), before + pixels))
    if (this.scroll !== before) this.hideDetails()
    this.draw()
    return this.scroll !== before
  }

  /** Selects the lane, scrolls to it and to the moment, if there is one, and shows its details. */
  choose(lane: number, at?: number): void {
    this.chosen = lane
    const isItem = lane >= 0 && lane < this.lanes.items.length
    if (at !== undefined) this.#see(showing(this.#window, at, this.#end))
    else if (isItem && !this.rows.includes(lane)) this.#seeBeginningOf(lane)
    if (isItem) this.#scrollTo(this.rows.indexOf(lane))
    this.draw()
    const x = at === undefined ? this.layout.gutter : xOf(this.layout, this.#window, at)
    this.showDetails(lane, at, { x, y: laneBottom(this.lanes, lane, this) })
  }

  showDetails(
    lane: number,
    at: number | undefined,
    place: { readonly x: number; readonly y: number },
  ): void {
    const inside = at === undefined || (at >= 0 && at <= this.#end) ? at : undefined
    const lines = lane === -1 ? [] : detailsOf(this.lanes, lane, inside)
    const box = this.#details
    box.replaceChildren(...lines.map(paragraph))
    box.hidden = lines.length === 0
    const { x, y } = place
    const isTooWide = x + 14 + box.offsetWidth > this.layout.width
    box.style.left = `${Math.max(4, isTooWide ? x - 14 - box.offsetWidth : x + 14)}px`
    box.style.top = `${y + 12}px`
  }

  hideDetails(): void {
    this.#details.hidden = true
  }

  resize(): void {
    this.#theme = readTheme(this.#context)
    this.layout = this.#measure()
    this.scrollBy(0)
  }

  /** Once for all that changes until the next frame. */
  draw(): void {
    if (this.#isDue) return
    this.#isDue = true
    requestAnimationFrame(() => {
      this.#isDue = false
      this.#drawNow()
    })
  }

  #drawNow(): void {
    const { width, height } = this.layout
    const ratio = devicePixelRatio
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#context.clearRect(0, 0, width, height)
    const { lanes, layout, rows, scroll, chosen } = this
    const seen = { context: this.#context, theme: this.#theme, window: this.#window }
    const scene = { ...seen, lanes, layout, rows, scroll, chosen }
    drawAxis(scene)
    drawItems(scene)
    drawCredentials(scene)
    const { from, until } = this.#window
    document.dispatchEvent(new CustomEvent('timeline-drawn', { detail: { from, until } }))
  }

  /** The details would be at the wrong place. */
  #see(window: TimeWindow): void {
    this.#window = window
    this.hideDetails()
    this.layout = this.#measure()
    this.scrollBy(0)
  }

  #seeBeginningOf(item: number): void {
    const began = this.lanes.items[item]?.workers[0]?.from
    if (began === undefined) this.showAll()
    else this.#see(showing(this.#window, began, this.#end))
  }

  #measure(): Layout {
    const width = this.#canvas.parentElement?.clientWidth ?? 800
    this.rows = rowsIn(this.lanes, this.#window)
    const { isReadable, rows } = this
    const layout = layoutOf(this.lanes, { width, rows: rows.length, isReadable })
    const [wide, high] = [width, layout.height].map((size) => Math.round(size * devicePixelRatio))
    // Setting its size empties a canvas.
    if (this.#canvas.width !== wide) this.#canvas.width = wide ?? 0
    if (this.#canvas.height !== high) this.#canvas.height = high ?? 0
    this.#canvas.style.height = `${layout.height}px`
    return layout
  }

  #scrollTo(row: number): void {
    const { rowHeight, itemsHeight } = this.layout
    const top = row * rowHeight
    if (top < this.scroll) this.scrollBy(top - this.scroll)
    else if (top + rowHeight > this.scroll + itemsHeight)
      this.scrollBy(top + rowHeight - itemsHeight - this.scroll)
  }
}

function paragraph(text: string): HTMLElement {
  const line = document.createElement('p')
  line.textContent = text
  return line
}
