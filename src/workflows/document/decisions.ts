import type { Lineage } from './lineage.ts'

export type Decisions = ReturnType<typeof decisionsIn>

/** What people have decided on the way: kept in the lineage, and told in every prompt from then on. */
export function decisionsIn(lineage: Lineage) {
  const lines: string[] = []
  return {
    async add(question: string, answer: string): Promise<void> {
      const text = `# Decided by a person\n\n**Asked:** ${question}\n\n**Answer:** ${answer}`
      await lineage.keep(lineage.take('decision'), text)
      lines.push(`- Asked: ${line(question)} Answered: ${answer.trim()}`)
    },

    /** As a part of a prompt; none if there is nothing to tell. */
    shown(): string[] {
      if (lines.length === 0) return []
      return ['People have decided, and that counts more than the rest:', lines.join('\n')]
    },
  }
}

function line(words: string): string {
  return words.replace(/\s+/g, ' ').trim()
}
