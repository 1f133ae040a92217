import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Prompt } from '../authoring/run-context.ts'

/** Instructions, prompts and raw answers of one item, numbered, in its folder of the run's logs. */
export class Conversation {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Keeps what is asked; the returned function keeps the answer beside it. */
  begin(task: string, asked: Pick<Prompt, 'instructions' | 'text'>): (answer: string) => void {
    const name = `${String(this.#count() + 1).padStart(3, '0')}-${task}`
    if (asked.instructions !== undefined) this.#keep(`${name}-instructions.md`, asked.instructions)
    this.#keep(`${name}-prompt.md`, asked.text)
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
