/** What a person is asked about a document, and what follows for it. */
import type { GateAnswer } from '../../model/gate.ts'
import type { Verdict } from '../review/verdict.ts'
import type { DocumentWork } from './document-work.ts'

const GO_ON = 'Go on with it as it is.'

/** Whether the checked draft may be reviewed; asked only if the run wants to. */
export async function askAboutDraft(work: DocumentWork, document: string): Promise<GateAnswer> {
  const { noun } = work.kind
  return ask(work, 'draft', {
    question: `Is this draft of the ${noun} good enough to be reviewed?`,
    content: document,
    path: work.draftPath,
    optional: true,
  })
}

/**
 * After a review: a question that only a person can answer, and a verdict that leaves it to one, are
 * asked always; an approval only if the run wants to. Nobody is asked about a REVISE.
 */
export async function askAboutVerdict(
  work: DocumentWork,
  verdict: Verdict,
  document: string,
): Promise<(GateAnswer & { readonly isDecided: boolean }) | undefined> {
  const { noun } = work.kind
  const where = `(${work.by.verdict})`
  const human = verdict.openQuestions.filter(({ status }) => status === 'human')
  if (human.length > 0) {
    const questions = human.map(({ text }) => text).join(' ')
    const question = `Only a person can answer: ${questions} ${where}`
    return { ...(await ask(work, 'question', { question, content: document })), isDecided: true }
  }
  if (verdict.verdict === 'DISCUSS') {
    const question = `The reviewer leaves it to a person: ${verdict.summary} ${where}`
    return { ...(await ask(work, 'discuss', { question, content: document })), isDecided: true }
  }
  if (verdict.verdict === 'REVISE') return undefined
  const question = `The reviewer approves this ${noun}: ${verdict.summary} ${where} Publish it?`
  const shown = { question, content: document, optional: true }
  return { ...(await ask(work, 'verdict', shown)), isDecided: false }
}

/** A person's words count from then on; so does going on where a person had to be asked. */
export async function ask(
  work: DocumentWork,
  gate: string,
  shown: Parameters<DocumentWork['run']['gate']>[1],
): Promise<GateAnswer> {
  const given = await work.run.gate(gate, shown)
  if (given.answer === 'revise') await work.decide(shown.question, given.text)
  else if (shown.optional !== true) await work.decide(shown.question, GO_ON)
  return given
}
