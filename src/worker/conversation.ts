import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Prompts and raw answers of one item, numbered, in the item's folder of the run's logs. */
export class Conversation {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Keeps the prompt; the returned function keeps the answer beside it. */
  begin(task: string, prompt: string): (answer: string) => void {
    const name = `${String(this.#count() + 1).padStart(3, '0')}-${task}`
    this.#keep(`${name}-prompt.md`, prompt)
    return (answer) => this.#keep(`${name}-answer.md`, answer)
  }

  #count(): number {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith('-prompt.md')).length
    } catch {
      return 0 // the first one makes the folder
    }
  }

  #keep(name: string, text: string): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(join(this.#folder, name), text, { mode: 0o600 })
    } catch {
      return // a log that cannot be written must not cost an answer that is paid for
    }
  }
}
