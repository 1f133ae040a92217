/** A text in sections that never has more tokens than its budget: what does not fit is not taken. */
import { estimateTokens } from '../token-estimate.ts'

const SECTIONS = {
  rules: 'Rules of the repository',
  tree: 'All files',
  files: 'Files for this question',
  hits: 'Where texts were found',
  outlines: 'Outlines of related files',
  leftOut: 'Not shown',
} as const

export type Section = keyof typeof SECTIONS

export class Page {
  #left: number
  readonly #parts = new Map<Section, string[]>()

  constructor(budget: number) {
    this.#left = Math.max(0, Math.floor(budget))
  }

  get left(): number {
    return this.#left
  }

  /** What is left for a first or further part of a section. */
  roomIn(section: Section): number {
    return Math.max(0, this.#left - (this.#parts.has(section) ? 0 : tokensOf(heading(section))))
  }

  add(section: Section, text: string): boolean {
    const cost = tokensOf(text) + (this.#parts.has(section) ? 0 : tokensOf(heading(section)))
    if (cost > this.#left) return false
    this.#left -= cost
    this.#parts.set(section, [...(this.#parts.get(section) ?? []), text])
    return true
  }

  text(): string {
    const names = Object.keys(SECTIONS) as Section[]
    return names
      .flatMap((name) => {
        const parts = this.#parts.get(name)
        return parts === undefined ? [] : [heading(name), ...parts.map((part) => `${part}\n`)]
      })
      .join('')
      .trimEnd()
  }
}

function heading(section: Section): string {
  return `## ${SECTIONS[section]}\n\n`
}

function tokensOf(text: string): number {
  return estimateTokens(`${text}\n`)
}
