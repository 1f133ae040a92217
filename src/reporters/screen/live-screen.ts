/**
 * Lines that scroll by, and rows that stay at the bottom: the footer. All is written in frames, a
 * frame in one piece: the old footer is erased, the lines that have come since are printed, the new
 * footer is drawn beneath them. No other code may write to the terminal meanwhile.
 *
 * How many rows the old footer takes is counted at the terminal's present width, because a terminal
 * that was made narrower has broken long rows in two.
 */
import { type PlainScreen, prefixed, type Screen } from './plain-screen.ts'
import { widthOf } from './width.ts'

const FRAME_MS = 1_000 / 12
/** Without events, the clocks in the footer are updated this often. */
const IDLE_MS = 250
/** More than this is not kept for the next frame. */
const MOST_CHARACTERS = 256 * 1024

const BEGIN = '\x1b[?2026h\x1b[?25l'
const END = '\x1b[?2026l'
const SHOW_CURSOR = '\x1b[?25h'

interface LiveOptions {
  readonly colour: boolean
  readonly columns: () => number
  /** The footer as of now. */
  readonly footer: () => readonly string[]
}

export class LiveScreen implements Screen {
  readonly #under: PlainScreen
  readonly #options: LiveOptions
  #lines: string[] = []
  #characters = 0
  #drawn: readonly string[] = []
  #lastFrameAt = 0
  #timer: NodeJS.Timeout | undefined
  #dueAt = 0
  #state: 'on' | 'off' | 'closed' = 'on'

  constructor(under: PlainScreen, options: LiveOptions) {
    this.#under = under
    this.#options = options
    this.#frameAt(0)
  }

  print(prefix: string, lines: string): void {
    this.printRaw(prefixed(prefix, lines, this.#options))
  }

  printRaw(text: string): void {
    if (this.#state === 'closed') return this.#under.printRaw(text)
    this.#lines.push(text)
    this.#characters += text.length
    if (this.#characters > MOST_CHARACTERS) this.#frame()
    else this.refresh()
  }

  onEvent(): void {
    this.refresh()
  }

  /** Something has changed: a frame follows, if not at once. */
  refresh(): void {
    this.#frameAt(this.#lastFrameAt + FRAME_MS)
  }

  /** Removes the footer while another program uses the terminal. */
  suspend(): void {
    if (this.#state !== 'on') return
    this.#clear()
    this.#state = 'off'
  }

  resume(): void {
    if (this.#state !== 'off') return
    this.#state = 'on'
    this.#frameAt(0)
  }

  /** Prints the last lines and removes the footer. */
  close(): void {
    if (this.#state === 'on') this.#clear()
    this.#state = 'closed'
    clearTimeout(this.#timer)
  }

  #clear(): void {
    this.#write([])
    this.#under.printRaw(SHOW_CURSOR)
  }

  #frameAt(at: number): void {
    if (this.#state !== 'on' || (this.#timer !== undefined && this.#dueAt <= at)) return
    clearTimeout(this.#timer)
    this.#dueAt = at
    this.#timer = setTimeout(() => this.#frame(), Math.max(0, at - performance.now()))
    this.#timer.unref()
  }

  #frame(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#state !== 'on') return
    const footer = this.#options.footer()
    const isSame = footer.join('\n') === this.#drawn.join('\n')
    if (this.#lines.length > 0 || !isSame) this.#write(footer)
    this.#frameAt(performance.now() + IDLE_MS)
  }

  #write(footer: readonly string[]): void {
    const lines = this.#lines.join('')
    this.#under.printRaw(`${BEGIN}${this.#erased()}${lines}${footer.join('\n')}${END}`)
    this.#lines = []
    this.#characters = 0
    this.#drawn = footer
    this.#lastFrameAt = performance.now()
  }

  /** Moves to the first row of the footer and erases from there. */
  #erased(): string {
    if (this.#drawn.length === 0) return ''
    const columns = Math.max(1, this.#options.columns())
    const rows = this.#drawn.reduce(
      (sum, row) => sum + Math.max(1, Math.ceil(widthOf(row) / columns)),
      0,
    )
    return `${rows > 1 ? `\x1b[${rows - 1}A` : ''}\r\x1b[J`
  }
}
