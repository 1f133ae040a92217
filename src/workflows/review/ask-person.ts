/** What a person is asked about a piece of work, and what follows for it. */
import type { GateOptions, RunContext } from '../../authoring/run-context.ts'
import type { GateAnswer } from '../../model/gate.ts'
import type { Verdict } from './verdict-schema.ts'

const GO_ON = 'Go on with it as it is.'

/** The work that somebody is asked about: a document, or code. */
export interface Asking {
  readonly run: Pick<RunContext, 'gate' | 'log'>
  /** What it is, in a word. */
  readonly noun: string
  /** A person's word: in the lineage, and from now on in every prompt. */
  decide(question: string, answer: string): Promise<void>
}

/** Whether the checked draft may be reviewed; asked only if the run wants to. */
export async function askAboutDraft(
  work: Asking,
  shown: Pick<GateOptions, 'content' | 'path'>,
): Promise<GateAnswer> {
  const question = `Is this draft of the ${work.noun} good enough to be reviewed?`
  return ask(work, 'draft', { question, ...shown, optional: true })
}

/**
 * After a review: a question that only a person can answer, and a verdict that leaves it to one, are
 * asked always; an approval only if the run wants to. Nobody is asked about a REVISE.
 */
export async function askAboutVerdict(
  work: Asking,
  {
    verdict,
    content,
    path,
  }: { readonly verdict: Verdict; readonly content: string; readonly path: string },
): Promise<(GateAnswer & { readonly isDecided: boolean }) | undefined> {
  const human = verdict.openQuestions.filter(({ status }) => status === 'human')
  const isHuman = human.length > 0
  if (isHuman || verdict.verdict === 'DISCUSS') {
    const words = isHuman
      ? `Only a person can answer: ${human.map(({ text }) => text).join(' ')}`
      : `The reviewer leaves it to a person: ${verdict.summary}`
    const shown = { question: `${words} (${path})`, content }
    return { ...(await ask(work, isHuman ? 'question' : 'discuss', shown)), isDecided: true }
  }
  if (verdict.verdict === 'REVISE') return undefined
  const question = `The reviewer approves this ${work.noun}: ${verdict.summary} (${path}) Publish it?`
  const said = await ask(work, 'verdict', { question, content, optional: true })
  return { ...said, isDecided: false }
}

/** A person's words count from then on; so does going on where a person had to be asked. */
export async function ask(work: Asking, gate: string, shown: GateOptions): Promise<GateAnswer> {
  const given = await work.run.gate(gate, shown)
  if (given.answer === 'revise') await work.decide(shown.question, given.text)
  else if (shown.optional !== true) await work.decide(shown.question, GO_ON)
  return given
}
