import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Prompt } from '../authoring/run-context.ts'

/** Instructions, prompts and raw answers of one item, numbered, in its folder of the run's logs. */
export class Conversation {
  readonly #folder: string
  #count: number | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Keeps what is asked; the returned function keeps the answer beside it. */
  begin(task: string, asked: Pick<Prompt, 'instructions' | 'text'>): (answer: string) => void {
    this.#count = (this.#count ?? this.#makeFolder()) + 1
    const name = `${String(this.#count).padStart(3, '0')}-${task}`
    if (asked.instructions !== undefined) this.#keep(`${name}-instructions.md`, asked.instructions)
    this.#keep(`${name}-prompt.md`, asked.text)
    return (answer) => this.#keep(`${name}-answer.md`, answer)
  }

  /** Says how many there are, from a worker of this run that died. */
  #makeFolder(): number {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      return readdirSync(this.#folder).filter((name) => name.endsWith('-prompt.md')).length
    } catch {
      return 0 // what is kept there is not needed to go on
    }
  }

  #keep(name: string, text: string): void {
    try {
      if (!existsSync(this.#folder)) this.#makeFolder() // somebody has removed it
      writeFileSync(join(this.#folder, name), text, { mode: 0o600 })
    } catch {
      return // a log that cannot be written must not cost an answer that is paid for
    }
  }
}
