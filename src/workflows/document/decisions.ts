import type { Lineage } from './lineage.ts'

/** What people have decided on the way: kept in the lineage, and told in every prompt from then on. */
export class Decisions {
  readonly #lineage: Lineage
  readonly #lines: string[] = []

  constructor(lineage: Lineage) {
    this.#lineage = lineage
  }

  async add(question: string, answer: string): Promise<void> {
    const text = `# Decided by a person\n\n**Asked:** ${question}\n\n**Answer:** ${answer}`
    await this.#lineage.keep(this.#lineage.take('decision'), text)
    this.#lines.push(`- Asked: ${line(question)} Answered: ${answer.trim()}`)
  }

  /** As a part of a prompt; none if there is nothing to tell. */
  shown(): string[] {
    if (this.#lines.length === 0) return []
    return ['People have decided, and that counts more than the rest:', this.#lines.join('\n')]
  }
}

function line(words: string): string {
  return words.replace(/\s+/g, ' ').trim()
}
