/** What is done to a run of `implement` while it works. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Along, GitKill } from '../../rig/git-to-kill.ts'
import { hold, pick, signal } from '../signals.ts'
import type { Field } from './field.ts'
import type { FieldRun } from './run.ts'

export const DISTURBANCES = [
  ...(['kill-worker', 'kill-worker', 'kill-coordinator', 'kill-guard'] as const),
  ...(['kill-git', 'kill-git', 'kill-git-and-worker', 'kill-git-and-coordinator'] as const),
  ...(['hold-worker', 'hold-coordinator', 'interrupt'] as const),
  ...(['delete-worktree', 'delete-link', 'delete-state'] as const),
  ...(['user-commits', 'user-commits'] as const),
] as const
export type Disturbance = (typeof DISTURBANCES)[number]

const GIT_KILLS: Readonly<Partial<Record<Disturbance, Along>>> = {
  'kill-git': 'alone',
  'kill-git-and-worker': 'with-worker',
  'kill-git-and-coordinator': 'with-coordinator',
}
const GIT_MOMENTS: readonly Pick<GitKill, 'call' | 'when'>[] = [
  ...(['refs-locked', 'checking-out', 'index-written', 'done'] as const).map((when) => ({
    call: 'worktree',
    when,
  })),
  ...(['begun', 'refs-locked', 'done'] as const).map((when) => ({ call: 'commit', when })),
  { call: 'add', when: 'index-written' },
]

export async function disturb(
  kind: Disturbance,
  victims: { field: Field; run: FieldRun; chance: () => number; over: AbortSignal },
): Promise<void> {
  const { field, run, chance, over } = victims
  const worker = pick([...run.workers], chance)
  const whileMs = 50 + chance() * 1_000
  const along = GIT_KILLS[kind]
  if (along !== undefined) {
    const moment = pick(GIT_MOMENTS, chance)
    if (moment !== undefined) field.git.order([{ ...moment, along }], run.pid)
    while (field.git.open > 0 && !over.aborted) await sleep(20)
    return field.git.cancel()
  }
  switch (kind) {
    case 'kill-worker':
      return signal(worker, 'SIGKILL')
    case 'kill-coordinator':
      return signal(run.pid, 'SIGKILL')
    case 'kill-guard':
      for (const pid of run.guards()) signal(pid, 'SIGKILL')
      return
    case 'hold-worker':
      return hold(worker, whileMs)
    case 'hold-coordinator':
      return hold(run.pid, whileMs)
    case 'interrupt':
      return signal(run.pid, 'SIGINT')
    case 'delete-worktree':
      return remove(anyWorktree(field, chance))
    case 'delete-link':
      return remove(join(anyWorktree(field, chance), '.git'))
    case 'delete-state':
      return remove(join(field.repository, '.agentos'))
    case 'user-commits':
      return field.userCommits()
  }
}

function anyWorktree({ worktrees: folder }: Field, chance: () => number): string {
  try {
    return join(folder, pick(readdirSync(folder), chance) ?? 'none')
  } catch {
    return join(folder, 'none') // no worktree was made so far
  }
}

/** As `rm -rf` does it: file by file, while others write. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 5 })
}
