/** The branch offered to others, if the config wants it: pushed to `origin`, with a pull request. */
import type { RunContext } from '../../../authoring/run-context.ts'
import { plainLine } from '../../../model/text/plain-line.ts'
import type { Build } from '../build.ts'
import { reportPath } from '../edits/scope.ts'

const REMOTE = 'origin'
const MOST_NAME = 500

export interface OfferedWork {
  /** Reviewed, and checked to hold nothing else; the branch may have moved since. */
  readonly commit: string
  readonly drafter: string
  readonly reviewer: string
  readonly rounds: number
}

export async function offer(build: Build, work: OfferedWork): Promise<void> {
  const { run, worktree, item, settings } = build
  const { openPull } = run.github
  if (openPull === undefined) return
  const { branch } = worktree
  const { commit } = work
  await run.step('push', async () => {
    await run.command('git', ['push', REMOTE, `${commit}:refs/heads/${branch}`], {
      env: { GIT_TERMINAL_PROMPT: '0' },
      timeoutMs: settings.commandTimeout,
    })
  })
  await run.step('pull request', async () => {
    const base = await baseBranch(run, settings.base)
    const title = `Issue ${item.id}: ${plainLine(item.title)}`
    return openPull({ branch, commit, base, issue: item.id, title, body: bodyOf(item.id, work) })
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

function bodyOf(issue: string, { drafter, reviewer, rounds }: OfferedWork): string {
  return [
    `Built from the approved design \`docs/lld/LLD-${issue}.md\`. Written by ${drafter}, approved by ${reviewer} in round ${rounds}.`,
    '',
    'On this branch:',
    '',
    `- \`${reportPath(issue, 'implementation-report')}\`: what was built, and what differs from the design`,
    `- \`${reportPath(issue, 'test-report')}\`: how it was tested`,
    `- \`${reportPath(issue, 'review')}\`: the verdict`,
  ].join('\n')
}
