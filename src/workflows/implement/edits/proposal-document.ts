/** A proposal and its outcome, as the lineage keeps it. */
import { type Amendment, amendmentLines } from './amendments.ts'

export function proposalDocument(options: {
  readonly task: string
  readonly round: number
  /** The model. */
  readonly by: string
  /** It is the work of an earlier try. */
  readonly isRecalled: boolean
  readonly problems: readonly string[]
  readonly amended: readonly Amendment[]
  readonly diff: string
}): string {
  const { task, round, by, isRecalled, problems, amended, diff } = options
  return [
    `# ${task}, round ${round}`,
    `Written by ${by}${isRecalled ? ' in an earlier try' : ''}.`,
    ...(problems.length === 0
      ? []
      : ['Nothing of it was written:', problems.map((problem) => `- ${problem}`).join('\n')]),
    ...(amended.length === 0 ? [] : ['Files beyond the design:', amendmentLines(amended)]),
    ...(diff === '' ? [] : [fenced('diff', diff)]),
  ].join('\n\n')
}

/** The model that wrote it; undefined if the document does not say so. */
export function writerIn(document: string): string | undefined {
  return /^# .*\n\nWritten by (\S+?)(?: in an earlier try)?\.$/m.exec(document)?.[1]
}

/** A text as a block of code, whatever backticks are in it. */
export function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${fence}${language}\n${text}\n${fence}`
}
