import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import type { Worktree } from '../../authoring/worktree.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { Secret } from '../../model/secrets/secret.ts'
import { guarded } from './guarded-worktree.ts'
import { itemWorktree, WorktreeLost } from './item-worktree.ts'
import { isOwnLock, removeOwnLocks } from './own-locks.ts'

const KEY = 'sk-Zq8/very+secret-1'
const redactor = redactorOf([new Secret('key-1', KEY)])
const NOBODY = ['-c', 'user.name=t', '-c', 'user.email=t@t']

/** A repository with the worktree of item 1, which is made. */
async function made(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }) {
  const root = temporaryFolder()
  const folder = join(root, '.agentos/worktrees/implement/1')
  const gitIn =
    (cwd: string) =>
    (...args: string[]) =>
      execFileSync('git', [...NOBODY, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  const git = gitIn(root)
  git('init', '--quiet')
  for (const [path, text] of Object.entries(files)) put(root, path, text)
  git('add', '.')
  git('commit', '--quiet', '-m', 'base')
  const shell: RunContext['command'] = async (program, args = [], { env = {} } = {}) => {
    const how = { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } } as const
    const { status, signal, stderr } = spawnSync(program, args, how)
    return { exitCode: status, signal, timedOut: false, output: stderr }
  }
  const place = { repository: root, folder, branch: 'agentos/1-x' }
  const again = () => guarded(itemWorktree({ ...place, command: shell, redactor }), redactor)
  const worktree = again()
  const { commit } = await worktree.create(['HEAD'])
  return { root, folder, worktree, again, base: commit, git, gitThere: gitIn(folder) }
}

/** What the user has: their branch, what they have staged, and what of it is not. */
function standing(git: (...args: string[]) => string): string {
  return [git('rev-parse', 'HEAD'), git('ls-files', '--stage'), git('status', '--short')].join('\n')
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('what commits have is known without the files: a step that is read back needs no worktree', async () => {
  const { folder, worktree, base } = await made()
  await worktree.write('a.txt', 'b\n')
  const commit = await worktree.commit('b', ['a.txt'])
  rmSync(folder, { recursive: true })
  expect(await worktree.readAt(base, 'a.txt')).toBe('a\n')
  expect(await worktree.readAt('HEAD', 'a.txt')).toBe('b\n')
  expect(await worktree.changesBetween(base, commit)).toEqual([
    { path: 'a.txt', change: 'modified' },
  ])
  await expect(worktree.read('a.txt')).rejects.toThrow(WorktreeLost)
})

test('a diff shows what is in a file, whatever a byte or an attribute makes of it', async () => {
  const { worktree, base } = await made({ '.gitattributes': '*.js -diff\n' })
  await worktree.write('a.js', 'seen()\n')
  await worktree.write('b.txt', 'seen too \0\n')
  const commit = await worktree.commit('x', ['a.js', 'b.txt'])
  const diff = await worktree.diff(base, commit)
  expect(diff).toContain('+seen()')
  expect(diff).toContain('+seen too')
  expect(await worktree.diff(base, commit, ['b.txt'])).not.toContain('a.js')
})

test.each(['commit', 'commitWithHooks'] as const)(
  '%s takes the given paths and nothing else that somebody has staged',
  async (how) => {
    const { worktree, base, folder, gitThere } = await made({
      'a.txt': 'a\n',
      'b.txt': 'b\n',
      'c.txt': 'c\n',
    })
    put(folder, 'evil.js', 'evil()\n')
    put(folder, 'b.txt', 'evil\n')
    gitThere('add', '--force', 'evil.js', 'b.txt')
    await worktree.write('a.txt', 'new\n')
    await worktree.write('d.txt', 'd\n')
    await worktree.remove('c.txt')
    const committed = async (message: string, paths: readonly string[]) => {
      const made = await worktree[how](message, paths, {})
      return typeof made === 'object' && 'commit' in made ? made.commit : String(made)
    }
    const commit = await committed('x', ['a.txt', 'c.txt', 'd.txt', 'never-there.txt'])
    expect(await worktree.changesBetween(base, commit)).toEqual([
      { path: 'a.txt', change: 'modified' },
      { path: 'c.txt', change: 'deleted' },
      { path: 'd.txt', change: 'added' },
    ])
    expect(await committed('nothing new', ['a.txt', 'never-there.txt'])).toBe(commit)
    expect(await committed('nothing', [])).toBe(commit)
    expect(gitThere('status', '--short')).toBe('M  b.txt\nA  evil.js')
  },
)

test('a commit that a hook refuses leaves branch, index and files as they were, and has what it said', async () => {
  const { root, folder, worktree, base, gitThere } = await made({ 'a.txt': 'a\n' })
  put(root, '.git/hooks/pre-commit', '#!/bin/sh\necho "not today" >&2\nexit 1\n')
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755)
  put(folder, 'mine.txt', 'mine\n')
  await worktree.write('a.txt', 'new\n')
  await worktree.write('docs/b.txt', 'b\n')
  const refused = await worktree.commitWithHooks('x', ['a.txt', 'docs/b.txt'], {})
  expect(refused).toMatchObject({ refused: { exitCode: 1, output: 'not today\n' } })
  expect(gitThere('rev-parse', 'HEAD')).toBe(base)
  expect(gitThere('status', '--short')).toBe('?? mine.txt')
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a\n')
})

/** What is kept in a worktree's place by the next one that is made there. */
async function remade(worktree: Worktree) {
  const { kept } = await worktree.create(['HEAD'])
  const aside = kept.find((place) => place.includes('.kept-')) ?? ''
  return { kept, aside }
}

test('a commit without hooks has the text that the hooks for messages leave; a refusal is not asked for', async () => {
  const { root, worktree, gitThere } = await made()
  const committed = async (text: string, ...hooks: [object?]) => {
    await worktree.write('a.txt', `${text}\n`)
    await worktree.commit(text, ['a.txt'], ...hooks)
    return gitThere('log', '-1', '--format=%B')
  }
  const hook = (name: string, script: string) => {
    put(root, `.git/hooks/${name}`, `#!/bin/sh\n${script}\n`)
    chmodSync(join(root, '.git/hooks', name), 0o755)
  }
  expect(await committed('fix: no hook', {})).toBe('fix: no hook')
  hook('pre-commit', 'exit 1')
  hook('prepare-commit-msg', '[ "$2" = message ] && sed -i "1s/^/ABC-7 /" "$1"')
  hook('commit-msg', `! grep -q wrong "$1" && echo "by ${KEY}" >> "$1"`)
  expect(await committed('fix: x', {})).toBe('ABC-7 fix: x\nby [secret key-1]')
  expect(await committed('fix: as it is')).toBe('fix: as it is')
  expect(await committed('fix: wrong', {})).toBe('fix: wrong')
})

test('starting points that cannot be merged are named, and the branch stays where it was', async () => {
  const { root, folder, worktree, git, gitThere } = await made()
  for (const name of ['one', 'other']) {
    git('checkout', '--quiet', '-b', name, 'HEAD')
    put(root, 'b.txt', `${name}\n`)
    git('add', 'b.txt')
    git('commit', '--quiet', '-m', name)
    git('checkout', '--quiet', '--detach', 'HEAD~')
  }
  await worktree.write('c.txt', 'approved\n')
  const approved = await worktree.commit('approved', ['c.txt'])
  put(folder, 'a.txt', 'changed\n')
  const from = ['one', 'HEAD', 'other']
  expect(await worktree.create(from)).toMatchObject({ conflicts: ['b.txt'], kept: [] })
  expect(git('rev-parse', 'agentos/1-x')).toBe(approved)
  expect(gitThere('status', '--short')).toBe('M a.txt')
  // What the user has checked out may merge in another way than what the worktree would have.
  put(root, '.gitattributes', 'b.txt merge=union\n')
  expect(await worktree.create(from)).toMatchObject({ conflicts: ['b.txt'] })
  expect(git('rev-parse', 'agentos/1-x')).toBe(approved)
})

test('a commit that somebody has made on no branch is kept', async () => {
  const { worktree, folder, git, gitThere } = await made()
  gitThere('checkout', '--quiet', '--detach')
  put(folder, 'mine.txt', 'an hour of work')
  gitThere('add', '.')
  gitThere('commit', '--quiet', '-m', 'mine')
  const commit = gitThere('rev-parse', 'HEAD')
  const { kept } = await remade(worktree)
  expect(kept).toEqual([expect.stringMatching(/^refs\/agentos\/leftover\/1\//)])
  expect(git('for-each-ref', '--contains', commit)).toContain(kept[0])
})

test('one that its branch or its start has needs no other ref', async () => {
  const { worktree, gitThere } = await made()
  gitThere('checkout', '--quiet', '--detach')
  expect(await remade(worktree)).toMatchObject({ kept: [] })
})

test('a file that git ignores is moved aside with all that is around it', async () => {
  const { worktree, folder, git } = await made({ '.gitignore': '.env\n', 'a.txt': 'a\n' })
  put(folder, '.env', 'what I typed')
  put(folder, 'a.txt', 'edited')
  const { kept, aside } = await remade(worktree)
  expect(kept).toEqual([aside])
  expect(readFileSync(join(aside, '.env'), 'utf8')).toBe('what I typed')
  expect(readFileSync(join(aside, 'a.txt'), 'utf8')).toBe('edited')
  expect(existsSync(join(aside, '.git'))).toBe(false)
  expect(existsSync(join(folder, '.env'))).toBe(false)
  expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(2)
})

test('what set-up makes again is not', async () => {
  const { worktree, folder } = await made({ '.gitignore': 'node_modules\n*.pyc\n' })
  put(folder, 'packages/x/node_modules/y/index.js', '')
  put(folder, 'src/__pycache__/a.pyc', '')
  expect(await remade(worktree)).toMatchObject({ kept: [] })
})

test('a repository within it is moved aside when it is made anew, and else left alone', async () => {
  const { worktree, folder, base } = await made()
  put(folder, 'test/nested/notes.txt', 'mine')
  execFileSync('git', ['init', '--quiet'], { cwd: join(folder, 'test/nested') })
  await worktree.goTo(base, () => true)
  expect(existsSync(join(folder, 'test/nested/notes.txt'))).toBe(true)
  const { aside } = await remade(worktree)
  expect(readFileSync(join(aside, 'test/nested/notes.txt'), 'utf8')).toBe('mine')
  expect(existsSync(join(aside, 'test/nested/.git'))).toBe(true)
})

const ways: readonly (readonly [string, (folder: string, root: string) => void])[] = [
  ['has no .git any more', (folder) => rmSync(join(folder, '.git'))],
  ['is gone', (folder) => rmSync(folder, { recursive: true })],
  [
    'has a .git that leads to the user',
    (folder, root) => writeFileSync(join(folder, '.git'), `gitdir: ${root}/.git\n`),
  ],
]

test.each(ways)(
  'while it %s nothing is done anywhere, then it is made again',
  async (_, remove) => {
    const { root, folder, worktree, base, git } = await made({
      'a.txt': 'a\n',
      '.gitignore': '.a*',
    })
    put(root, 'staged.txt', 'the user is about to commit this')
    git('add', 'staged.txt')
    const before = standing(git)
    await worktree.write('b.txt', 'b\n')
    remove(folder, root)
    await expect(worktree.commit('x', ['b.txt'])).rejects.toThrow(WorktreeLost)
    await expect(worktree.commitWithHooks('x', ['b.txt'], {})).rejects.toThrow(WorktreeLost)
    await expect(worktree.changesSince(base)).rejects.toThrow(WorktreeLost)
    await expect(worktree.files()).rejects.toThrow(WorktreeLost)
    await expect(worktree.write('b.txt', 'b\n')).rejects.toThrow(WorktreeLost)
    expect(await worktree.goTo(base, () => true)).toMatchObject({ isNew: true })
    await worktree.write('b.txt', 'b\n')
    const commit = await worktree.commit('x', ['b.txt'])
    expect(git('rev-parse', 'agentos/1-x')).toBe(commit)
    expect(standing(git)).toBe(before)
  },
)

test('a command that loses its .git finds no other repository, and is not believed', async () => {
  const { worktree, git, folder } = await made({ 'a.txt': 'a\n', '.gitignore': '.a*' })
  const before = standing(git)
  const script = 'rm .git; git rev-parse --git-dir > found; git commit --allow-empty -m oops; true'
  await expect(worktree.command('sh', ['-c', script])).rejects.toThrow(WorktreeLost)
  expect(readFileSync(join(folder, 'found'), 'utf8')).toBe('')
  expect(standing(git)).toBe(before)
})

/** What a killed git leaves, each as git 2.39 leaves it. */
const killed: readonly (readonly [string, (admin: string, folder: string) => void])[] = [
  [
    'a worktree that is nearly made',
    (admin) => writeFileSync(join(admin, 'locked'), 'initializing'),
  ],
  [
    'half of the files',
    (admin, folder) => {
      writeFileSync(join(admin, 'locked'), 'initializing')
      writeFileSync(join(admin, 'index.lock'), '')
      rmSync(join(folder, 'a.txt'))
    },
  ],
  [
    'a worktree without a folder',
    (admin, folder) => {
      writeFileSync(join(admin, 'locked'), 'initializing')
      rmSync(join(admin, 'HEAD'))
      rmSync(folder, { recursive: true })
    },
  ],
  [
    'a worktree without a link',
    (admin, folder) => {
      writeFileSync(join(admin, 'locked'), 'initializing')
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
    },
  ],
  [
    'nothing but the lock of its branch',
    (admin, folder) => {
      writeFileSync(join(admin, '../../refs/heads/agentos/1-x.lock'), '')
      rmSync(admin, { recursive: true })
      rmSync(folder, { recursive: true })
    },
  ],
  [
    'locks of its worktree',
    (admin) => {
      for (const name of ['index', 'HEAD', 'ORIG_HEAD'])
        writeFileSync(join(admin, `${name}.lock`), '')
    },
  ],
  ['a folder that git does not know', (admin) => rmSync(admin, { recursive: true })],
]

test.each(killed)('git was killed and has left %s: it is made again', async (_, leave) => {
  const { root, folder, again, base, git } = await made()
  leave(join(root, '.git/worktrees/1'), folder)
  const worktree = again()
  await worktree.create(['HEAD'])
  await worktree.write('b.txt', 'b\n')
  const commit = await worktree.commit('x', ['b.txt'])
  expect(git('rev-parse', 'agentos/1-x')).toBe(commit)
  expect(git('rev-parse', 'agentos/1-x^')).toBe(base)
  expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(2)
  expect(await worktree.finish()).toEqual({ removed: true, left: [] })
})

test('a worktree that somebody has locked by hand is not taken from them', async () => {
  const { folder, worktree, git } = await made()
  git('worktree', 'lock', folder)
  await expect(worktree.create(['HEAD'])).rejects.toThrow('git worktree unlock')
  expect(await worktree.finish()).toMatchObject({ removed: false })
  expect(existsSync(join(folder, 'a.txt'))).toBe(true)
})

test('texts are written and commits are named without secrets', async () => {
  const { worktree, gitThere } = await made()
  await worktree.write('report.md', `The test printed ${KEY}.\n`)
  const commit = await worktree.commit(`report: ${KEY}`, ['report.md'])
  expect(gitThere('show', '--format=%s', commit)).toContain('+The test printed [secret key-1].')
  expect(gitThere('show', '--format=%s', commit)).toContain('report: [secret key-1]')
})

test('a worktree that the user has made of the branch, on a disk that is not there now, is not taken from them', async () => {
  const { root, folder, again, git } = await made()
  git('worktree', 'remove', folder)
  const [theirs, away] = [join(root, 'disk/theirs'), join(root, 'disk-unmounted')]
  git('worktree', 'add', '--quiet', theirs, 'agentos/1-x')
  put(theirs, 'staged.txt', 'work\n')
  git('-C', theirs, 'add', 'staged.txt')
  renameSync(join(root, 'disk'), away)
  await expect(again().create(['HEAD'])).rejects.toThrow('disk/theirs')
  renameSync(away, join(root, 'disk'))
  expect(git('-C', theirs, 'status', '--short')).toBe('A  staged.txt')
})

test('a worktree of ours is made again after the repository was moved', async () => {
  const { root, again, git } = await made()
  const gitdir = join(root, '.git/worktrees/1/gitdir')
  rmSync(join(root, '.agentos'), { recursive: true })
  writeFileSync(gitdir, join(root, 'earlier/.agentos/worktrees/implement/1/.git'))
  await again().create(['HEAD'])
  expect(git('worktree', 'list')).not.toContain('earlier')
})

test('a worktree of ours whose folder belongs to another place of the repository is made again, and the folder stays', async () => {
  const { root, again, git } = await made()
  const elsewhere = join(root, 'earlier/worktrees/implement/1')
  put(elsewhere, '.git', 'gitdir: /where/the/repository/was/.git/worktrees/1\n')
  put(elsewhere, 'mine.txt', 'mine\n')
  rmSync(join(root, '.agentos'), { recursive: true })
  writeFileSync(join(root, '.git/worktrees/1/gitdir'), join(elsewhere, '.git'))
  await again().create(['HEAD'])
  expect(git('worktree', 'list')).not.toContain('earlier')
  expect(readFileSync(join(elsewhere, 'mine.txt'), 'utf8')).toBe('mine\n')
})

test('the lock of a commit that the user is writing the message of is not taken from them', async () => {
  const { root, folder, worktree } = await made()
  const lock = join(root, '.git/worktrees/1/index.lock')
  const editor = join(root, 'editor')
  writeFileSync(editor, `#!/bin/sh\nread -r line < '${root}/saved'\necho message > "$1"\n`)
  chmodSync(editor, 0o755)
  execFileSync('mkfifo', [join(root, 'saved')])
  put(folder, 'a.txt', 'theirs\n')
  const env = { ...process.env, GIT_EDITOR: editor }
  const commit = spawn('git', [...NOBODY, 'commit', '--quiet', '-a'], { cwd: folder, env })
  onTestFinished(() => void commit.kill('SIGKILL'))
  while (!existsSync(lock)) await turn()
  const place = { repository: root, folder, branch: 'agentos/1-x' }
  removeOwnLocks(place)
  expect(isOwnLock(place, lock)).toBe(false)
  expect(existsSync(lock)).toBe(true)

  writeFileSync(join(root, 'saved'), 'saved\n')
  expect(await once(commit, 'exit')).toEqual([0, null])
  writeFileSync(lock, '')
  expect(isOwnLock(place, lock)).toBe(true)
  await worktree.create(['HEAD'])
  expect(existsSync(lock)).toBe(false)
})

test('a file that a command has written a secret into is refused with its line, and never committed', async () => {
  const { worktree, folder, base, gitThere } = await made()
  put(folder, 'made.txt', `one\n${Buffer.from(`user:${KEY}`).toString('base64')}\n`)
  await expect(worktree.commit('x', ['made.txt'])).rejects.toThrow(
    'made.txt, line 2, holds the secret key-1; nothing was committed.',
  )
  expect(gitThere('rev-parse', 'HEAD')).toBe(base)
})

test('a secret that the file has always had is neither refused nor taken out, one more is', async () => {
  const { worktree, folder, gitThere } = await made({ 'a.txt': `${KEY}\n` })
  await worktree.write('a.txt', `more\n${KEY}\n`)
  expect(worktree.secretIn(`more\n${KEY}\n`, `${KEY}\n`)).toBeUndefined()
  const commit = await worktree.commit('x', ['a.txt'])
  expect(gitThere('show', `${commit}:a.txt`)).toBe(`more\n${KEY}`)
  put(folder, 'a.txt', `more\n${KEY}\n${KEY}\n`)
  await expect(worktree.commit('x', ['a.txt'])).rejects.toThrow('a.txt, line 3, holds the secret')
})

test('what is in the way and holds a secret is kept, but in no commit', async () => {
  const { worktree, folder, base, gitThere } = await made()
  put(folder, 'a.txt', `${KEY}\n`)
  put(folder, 'sub/made.txt', `${KEY}\n`)
  put(folder, 'plain.txt', 'plain\n')
  const { kept } = await worktree.goTo(base, () => true)
  const [ref = '', aside = ''] = kept
  expect(gitThere('diff', '--name-only', base, ref)).toBe('plain.txt')
  expect(readFileSync(join(aside, 'a.txt'), 'utf8')).toBe(`${KEY}\n`)
  expect(readFileSync(join(aside, 'sub/made.txt'), 'utf8')).toBe(`${KEY}\n`)
  expect(existsSync(join(folder, 'sub/made.txt'))).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'a link that another user has put in the place of the folder of worktrees is refused',
  async () => {
    const { root } = await made()
    const [place, evil] = [join(root, 'agentos-1'), join(root, 'evil')]
    mkdirSync(evil)
    symlinkSync(evil, place)
    lchownSync(place, 65_534, 65_534)
    const there = itemWorktree({
      ...{ repository: root, folder: join(place, 'repo/worktrees/implement/2') },
      ...{ branch: 'agentos/2-x', redactor, command: () => Promise.reject(new Error('none')) },
    })
    await expect(there.create(['HEAD'])).rejects.toThrow(/agentos-1 belongs to another user/)
  },
)
