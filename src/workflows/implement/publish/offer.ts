/** The branch offered to others, if the config wants it: pushed to `origin`, with a pull request. */
import type { RunContext } from '../../../authoring/run-context.ts'
import type { Approved } from '../../review/review-until-approved.ts'
import { pullTitle } from '../commits/commit-messages.ts'
import { reportPath } from '../edits/scope.ts'
import type { Code } from '../reviewer-questions.ts'

const REMOTE = 'origin'
const MOST_NAME = 500

/** `commit` was reviewed, and checked to hold nothing else; the branch may have moved since. */
export async function offer(approved: Approved<Code>, commit: string): Promise<void> {
  const { run, worktree, item, settings, commits } = approved.work.build
  const { openPull } = run.github
  if (openPull === undefined) return
  const { branch } = worktree
  await run.step('push', async () => {
    await run.command('git', ['push', REMOTE, `${commit}:refs/heads/${branch}`], {
      env: { GIT_TERMINAL_PROMPT: '0' },
      timeoutMs: settings.commandTimeout,
    })
  })
  await run.step('pull request', async () => {
    const base = await baseBranch(run, settings.base)
    const title = pullTitle(commits)
    return openPull({ branch, commit, base, issue: item.id, title, body: bodyOf(approved) })
  })
}

/** Where it shall be merged: the configured base, or what is checked out, if `origin` has that. */
async function baseBranch(run: RunContext, base: string | undefined): Promise<string | null> {
  const name = base ?? (await checkedOut(run))
  const branch = name.replace(/^refs\/(heads|remotes)\//, '').replace(/^origin\//, '')
  const there = await run.repo.commitOf(`refs/remotes/${REMOTE}/${branch}`)
  return there === undefined ? null : branch
}

async function checkedOut({ command }: RunContext): Promise<string> {
  const asked = ['symbolic-ref', '--quiet', '--short', 'HEAD']
  const { output } = await command('git', asked, { allowFailure: true, capture: MOST_NAME })
  return output.trim()
}

function bodyOf({ work, reviewer, rounds }: Approved<Code>): string {
  const { item, settings } = work.build
  const issue = item.id
  const { reports } = settings
  return [
    `Built from the approved design \`docs/lld/LLD-${issue}.md\`. Written by ${work.build.drafter}, approved by ${reviewer} in round ${rounds}.`,
    ...(reports === 'none'
      ? []
      : [
          '',
          'On this branch:',
          '',
          `- \`${reportPath(issue, 'implementation-report')}\`: open points, proof and verdict`,
        ]),
    ...(reports === 'all'
      ? [
          `- \`${reportPath(issue, 'test-report')}\`: how it was tested`,
          `- \`${reportPath(issue, 'review')}\`: the whole review`,
        ]
      : []),
  ].join('\n')
}
