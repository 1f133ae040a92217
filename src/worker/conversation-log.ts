import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Instructions, questions and raw answers of one item, in the order in which they came, each under a
 * line with the number of its call. What a conversation repeats is written once.
 */
export class ConversationLog {
  readonly #file: string
  #calls: number | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Keeps what is asked; the returned function keeps the answer. */
  begin(
    task: string,
    asked: { readonly instructions?: string | undefined; readonly question: string },
  ): (answer: string) => void {
    this.#calls = (this.#calls ?? this.#callsKept()) + 1
    const call = `${this.#calls} ${task}`
    const { instructions, question } = asked
    const header = instructions === undefined ? '' : section(call, 'instructions', instructions)
    this.#keep(header + section(call, 'prompt', question))
    return (answer) => this.#keep(section(call, 'answer', answer))
  }

  /** How many there are, from a worker of this run that died. */
  #callsKept(): number {
    try {
      return readFileSync(this.#file, 'utf8').match(/^<!-- \d+ \S+ prompt -->$/gm)?.length ?? 0
    } catch {
      return 0 // there is no file yet
    }
  }

  #keep(text: string): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      appendFileSync(this.#file, text, { mode: 0o600 })
    } catch {
      return // a log that cannot be written must not cost an answer that is paid for
    }
  }
}

function section(call: string, part: string, text: string): string {
  return `<!-- ${call} ${part} -->\n${text}\n\n`
}
