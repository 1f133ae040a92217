import { z } from 'zod'
import { ask } from '../document/ask-person.ts'
import type { DocumentWork } from '../document/document-work.ts'

const conflictsSchema = z.object({
  contradictions: z.array(z.object({ first: z.string(), second: z.string(), why: z.string() })),
})

/** An issue that contradicts itself cannot be designed before a person has settled it. */
export async function settleConflicts(work: DocumentWork): Promise<void> {
  const { contradictions } = await work.run.step('conflicts', async () => {
    const asked = await work.prompts.prompt('conflicts', { role: 'analyst', round: 1 })
    return work.run.ask('reviewer', asked, conflictsSchema)
  })
  if (contradictions.length === 0) return
  const told = contradictions.map(({ first, second, why }) => `"${first}" and "${second}". ${why}`)
  const question = `The issue contradicts itself: ${told.join(' Also: ')}`
  await ask(work, 'conflicts', { question, content: work.kind.input.text })
}
