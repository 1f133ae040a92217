/** Files beyond the design: the reviewer decides whether they may be changed. */
import { z } from 'zod'
import { untrusted } from '../../document/untrusted.ts'
import { oneLine } from '../../review/findings.ts'
import { type Build, namedPaths } from '../build.ts'
import { reviewerPrompt } from '../reviewer-prompt.ts'
import type { Changes } from './changes.ts'

const decisionSchema = z.object({ path: z.string(), approved: z.boolean(), why: z.string() })
const answerSchema = z.object({ decisions: z.array(decisionSchema) })

export interface Amendment extends Readonly<z.infer<typeof decisionSchema>> {
  /** Why it was asked for. */
  readonly asked: string
}

/** Only a clear yes to exactly this path is one. */
export async function decideAmendments(
  build: Build,
  asked: Changes['amendments'],
  round: number,
): Promise<Amendment[]> {
  const { run, worktree } = build
  const named = namedPaths(build)
  const wanted = asked.filter(
    ({ path }) => !named.includes(path) && worktree.pathTrouble(path) === undefined,
  )
  if (wanted.length === 0) return []
  const lines = wanted.map(({ path, why }) => `- ${oneLine(path)}: ${oneLine(why)}`)
  const words = { amendments: untrusted('amendments', lines.join('\n')) }
  const prompt = await reviewerPrompt(build, 'amend', { round, words })
  const { decisions } = await run.ask('reviewer', prompt, answerSchema)
  return wanted.map(({ path, why }) => {
    const said = decisions.filter((decision) => decision.path === path)
    const approved = said.length === 1 && said[0]?.approved === true
    return { path, asked: why, approved, why: said[0]?.why ?? 'the reviewer did not say' }
  })
}

export function amendmentLines(amended: readonly Amendment[]): string {
  return amended
    .map(
      ({ path, asked, approved, why }) =>
        `- ${path}, asked for because: ${oneLine(asked)} ${approved ? 'Approved' : 'Refused'}: ${oneLine(why)}`,
    )
    .join('\n')
}
