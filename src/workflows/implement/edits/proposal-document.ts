import { type Amendment, amendmentLines } from './amendments.ts'

/** What was proposed and what became of it, as the lineage keeps it. */
export function proposalDocument(options: {
  readonly task: string
  readonly round: number
  readonly problems: readonly string[]
  readonly amended: readonly Amendment[]
  readonly diff: string
}): string {
  const { task, round, problems, amended, diff } = options
  const fence = '`'.repeat(Math.max(3, ...[...diff.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return [
    `# ${task}, round ${round}`,
    ...(problems.length === 0
      ? []
      : ['Nothing of it was written:', problems.map((problem) => `- ${problem}`).join('\n')]),
    ...(amended.length === 0 ? [] : ['Files beyond the design:', amendmentLines(amended)]),
    ...(diff === '' ? [] : [`${fence}diff\n${diff}\n${fence}`]),
  ].join('\n\n')
}
