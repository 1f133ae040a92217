/**
 * Lines for GitHub Actions: the lines of an item are printed together when it has ended, folded if it
 * succeeded. Groups cannot overlap, so only the coordinator prints in between.
 */
import type { Event } from '../../model/event.ts'
import { reasonWords } from '../words/failure-words.ts'
import { annotation, group } from './actions-commands.ts'
import { cleanWords } from './clean-text.ts'
import { type PlainScreen, prefixed, type Screen } from './plain-screen.ts'

/** The end of an item's output matters most; its log has all of it. */
const MOST_CHARACTERS = 256 * 1024
/** GitHub shows no more than this of each kind. */
const MOST_ANNOTATIONS = 10

export class GroupedScreen implements Screen {
  readonly #under: PlainScreen
  readonly #options: { readonly colour: boolean; readonly coordinator: string }
  readonly #kept = new Map<string, { lines: string[]; characters: number; isCut: boolean }>()
  readonly #annotations = { error: 0, warning: 0 }

  /** Lines of `coordinator` are printed at once. */
  constructor(under: PlainScreen, options: { colour: boolean; coordinator: string }) {
    this.#under = under
    this.#options = options
  }

  print(prefix: string, lines: string): void {
    if (prefix === this.#options.coordinator) return this.#under.print(prefix, lines)
    const kept = this.#kept.get(prefix) ?? { lines: [], characters: 0, isCut: false }
    this.#kept.set(prefix, kept)
    const text = prefixed(prefix, lines, { colour: this.#options.colour, disarm: true })
    kept.lines.push(text)
    kept.characters += text.length
    while (kept.characters > MOST_CHARACTERS && kept.lines.length > 1) {
      kept.characters -= kept.lines.shift()?.length ?? 0
      kept.isCut = true
    }
  }

  printRaw(text: string): void {
    this.#under.printRaw(text)
  }

  onEvent(event: Event, label: string | undefined): void {
    if (event.type !== 'item-ended' || label === undefined) return
    if (event.failure === undefined) return this.#fold(label)
    this.#under.printRaw(this.#take(label))
    const kind = event.outcome === 'gated' ? 'warning' : 'error'
    this.#annotations[kind] += 1
    if (this.#annotations[kind] > MOST_ANNOTATIONS) return
    const text = cleanWords(reasonWords(event.failure, label))
    this.#under.printRaw(annotation(kind, { title: `${label} ${event.outcome}`, text }))
  }

  close(): void {
    for (const label of [...this.#kept.keys()]) this.#fold(label)
  }

  #fold(label: string): void {
    const lines = this.#take(label)
    if (lines !== '') this.#under.printRaw(group(label, lines))
  }

  #take(label: string): string {
    const kept = this.#kept.get(label)
    this.#kept.delete(label)
    if (kept === undefined) return ''
    const cut = kept.isCut ? `[${label}] … earlier output is in its log\n` : ''
    return `${cut}${kept.lines.join('')}`
  }
}
