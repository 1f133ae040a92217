/** What a lockfile pins decides which code runs where this is merged: what is in doubt needs a person. */
import type { GateAnswer } from '../../../model/gate.ts'
import { ask } from '../../review/ask-person.ts'
import type { Build } from '../build.ts'
import { lockfileChanges } from './shown-diff.ts'

/** Asked again only when there is something else to allow. */
export async function askAboutLockfiles(
  build: Build,
): Promise<{ readonly build: Build; readonly said: GateAnswer }> {
  const { run, worktree, base, commit, decisions } = build
  const changes = await lockfileChanges({ repo: run.repo, worktree, from: base, to: commit })
  const content = changes
    .flatMap(({ path, change }) => change.doubts.map((doubt) => `- ${path}: ${doubt}`))
    .join('\n')
  if (content === '' || content === build.allowedPins) return { build, said: { answer: 'approve' } }
  const question = 'A lockfile would pin packages in a way that no new version explains. Allow it?'
  const asking = {
    run,
    noun: 'code',
    decide: (asked: string, answer: string) => decisions.add(asked, answer),
  }
  const said = await ask(asking, 'lockfile', { question, content })
  return { build: said.answer === 'approve' ? { ...build, allowedPins: content } : build, said }
}
