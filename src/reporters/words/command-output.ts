/**
 * Of what an item prints, the lines that people are shown: its own, and of its commands only the end of the one
 * that made the item fail. Its log has all of it. Output and events come in their real order, so a command's lines are
 * those between its start and its end.
 */
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'

const MOST_LINES = 15
/** Enough for the lines that are shown, among others that are not. */
const KEPT_CHARACTERS = 16 * 1024
/** Stack frames, passed tests, counts, empty lines. */
const UNIMPORTANT = /^\s*(at .+:\d+:\d+\)?( \{)?|[✔✓ℹ] .*|ok \d+ .*|# \w+ \d.*)?\s*$/

interface Printing {
  readonly open: Set<number>
  printed: string
  /** Of the last command that failed, unless a step has started since. */
  failed: { readonly step: string | undefined; readonly output: string } | undefined
  /** That command's step failed, too. */
  isCause: boolean
}

export class CommandOutput {
  readonly #items = new Map<ItemId, Printing>()

  /** Takes whole lines; returns them unless a command printed them. */
  take(item: ItemId, lines: string): string {
    const printing = this.#items.get(item)
    if (printing === undefined || printing.open.size === 0) return lines
    printing.printed = (printing.printed + lines.slice(-KEPT_CHARACTERS)).slice(-KEPT_CHARACTERS)
    return ''
  }

  /** What is to be shown of a command now: whole lines, mostly none. */
  onEvent(event: Event): string {
    switch (event.type) {
      case 'command-started': {
        const printing = this.#of(event.item)
        if (printing.open.size === 0) printing.printed = ''
        printing.open.add(event.pid)
        return ''
      }
      case 'command-ended': {
        const printing = this.#of(event.item)
        printing.open.delete(event.pid)
        if (event.exitCode !== 0) printing.failed = { step: event.step, output: printing.printed }
        return ''
      }
      case 'step-started':
        this.#forget(event.item)
        return ''
      case 'step-failed': {
        const printing = this.#of(event.item)
        if (printing.failed?.step === event.step) printing.isCause = true
        return ''
      }
      case 'worker-exited':
        this.#items.get(event.item)?.open.clear()
        return ''
      case 'item-ended': {
        const printing = this.#items.get(event.item)
        this.#items.delete(event.item)
        if (event.outcome !== 'failed' || printing?.failed === undefined) return ''
        const isCause = printing.isCause || event.failure?.reason === 'command-failed'
        return isCause ? importantLines(printing.failed.output) : ''
      }
      default:
        return ''
    }
  }

  #forget(item: ItemId): void {
    const printing = this.#of(item)
    printing.failed = undefined
    printing.isCause = false
  }

  #of(item: ItemId): Printing {
    const printing = this.#items.get(item) ?? {
      ...{ open: new Set<number>(), printed: '', failed: undefined, isCause: false },
    }
    this.#items.set(item, printing)
    return printing
  }
}

/** The last lines that say something. */
function importantLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !UNIMPORTANT.test(line))
  const shown = lines.slice(-MOST_LINES)
  return shown.map((line) => `${line}\n`).join('')
}
