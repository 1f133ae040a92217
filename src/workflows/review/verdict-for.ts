import { quote } from '../../model/ids.ts'
import { unansweredQuestions } from '../document/questions.ts'
import type { TrackedFinding } from './findings.ts'
import { inconsistencies, verdictSchema } from './verdict.ts'

/**
 * The schema for a verdict on this very document: one that contradicts itself or what went before,
 * or says nothing of a question that the document asks, does not fit.
 */
export function verdictFor(document: string, open: readonly TrackedFinding[]) {
  return verdictSchema.superRefine((verdict, context) => {
    const problems = [
      ...inconsistencies(verdict, open),
      ...unansweredQuestions(document, verdict).map(
        (question) =>
          `The document's open question ${quote(question)} has no entry under \`openQuestions\`; copy its text, and answer it or mark it as human.`,
      ),
    ]
    for (const message of problems) context.addIssue({ code: 'custom', message })
  })
}
