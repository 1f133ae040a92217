import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { Git } from '../git/git.ts'
import { hasMessageHook, refusedMessage } from './message-hooks.ts'

/** A repository, its linked worktree, and a git that says what it prints there. */
function linked(files: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder()
  const ask = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root })
  ask('init', '--quiet')
  for (const [path, text] of Object.entries(files)) put(root, path, text)
  ask('add', '.')
  ask('commit', '--quiet', '--allow-empty', '-m', 'base')
  const folder = join(root, 'linked')
  ask('worktree', 'add', '--quiet', '-b', 'side', folder)
  const gitFolder = join(root, '.git/worktrees/linked')
  const run = async (args: readonly string[]) => {
    const where = [`--git-dir=${gitFolder}`, `--work-tree=${folder}`]
    const { status, stderr } = spawnSync('git', [...where, ...args], {
      ...{ cwd: folder, encoding: 'utf8' },
    })
    return { exitCode: status, signal: null, timedOut: false, output: stderr }
  }
  const git = new Git(folder, { gitFolder })
  const refused = (...messages: string[]) => refusedMessage(messages, { gitFolder, run })
  return { root, folder, ask, git, refused }
}

function put(root: string, path: string, text: string, mode = 0o755): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
}

const NO_FIX = '#!/bin/sh\nif grep -q "^fix" "$1"; then echo "no fix here"; exit 4; fi\n'

test('without a hook, or with one that git ignores, every message is taken', async () => {
  const { root, git, refused } = linked()
  rmSync(join(root, '.git/hooks'), { recursive: true, force: true })
  expect(await hasMessageHook(git)).toBe(false)
  put(root, '.git/hooks/commit-msg', NO_FIX, 0o644)
  expect(await hasMessageHook(git)).toBe(false)
  expect(await refused('fix: x')).toBeUndefined()
})

test('the hook of the repository is asked for each message, and the first refusal is told', async () => {
  const { root, git, refused } = linked()
  put(root, '.git/hooks/commit-msg', NO_FIX)
  expect(await hasMessageHook(git)).toBe(true)
  expect(await refused('feat: x', 'docs: x')).toBeUndefined()
  expect(await refused('feat: x', 'fix: x', 'fix: y')).toMatchObject({
    ...{ hook: 'commit-msg', message: 'fix: x', exitCode: 4, output: 'no fix here\n' },
  })
})

test('core.hooksPath counts, relative to the worktree, and a hook may write the message first', async () => {
  const { root, folder, ask, git, refused } = linked({ '.husky/commit-msg': NO_FIX })
  put(root, '.git/hooks/commit-msg', '#!/bin/sh\nexit 1\n')
  ask('config', 'core.hooksPath', '.husky')
  expect(await hasMessageHook(git)).toBe(true)
  expect(await refused('fix: x')).toMatchObject({ exitCode: 4 })
  const ticket = '#!/bin/sh\nif [ "$2" = message ]; then sed -i "1s/^/ABC-7 /" "$1"; fi\n'
  put(folder, '.husky/prepare-commit-msg', ticket)
  expect(await refused('fix: x')).toBeUndefined()
})
