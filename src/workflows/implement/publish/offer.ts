/** The branch offered to others, if the config wants it: pushed to `origin`, with a pull request. */
import type { RunContext } from '../../../authoring/run-context.ts'
import { lldPath } from '../../lld/evidence.ts'
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
    return openPull({
      branch,
      commit,
      base,
      issue: item.id,
      title,
      body: await bodyOf(approved, commit),
    })
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

async function bodyOf({ work, reviewer, rounds }: Approved<Code>, commit: string): Promise<string> {
  const { item, drafter, worktree, base, run } = work.build
  const reports = [
    ['implementation-report', 'open points, proof and verdict'],
    ['test-report', 'how it was tested'],
    ['review', 'the whole review'],
  ] as const
  const changed = new Set((await worktree.changesBetween(base, commit)).map(({ path }) => path))
  const lines = reports
    .map(([name, words]) => ({ path: reportPath(run.repo.folders.reports, item.id, name), words }))
    .filter(({ path }) => changed.has(path))
    .map(({ path, words }) => `- \`${path}\`: ${words}`)
  return [
    `Built from the approved design \`${lldPath(run.repo, item.id)}\`. Written by ${drafter}, approved by ${reviewer} in round ${rounds}.`,
    ...(lines.length === 0 ? [] : ['', 'On this branch:', '', ...lines]),
  ].join('\n')
}
