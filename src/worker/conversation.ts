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
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const number =
      readdirSync(this.#folder).filter((name) => name.endsWith('-prompt.md')).length + 1
    const name = `${String(number).padStart(3, '0')}-${task}`
    this.#write(`${name}-prompt.md`, prompt)
    return (answer) => this.#write(`${name}-answer.md`, answer)
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text, { mode: 0o600 })
  }
}
