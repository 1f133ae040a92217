/** Scenes: the branches, looked at as a person would who does not take anybody's word. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Git } from '../../repository/git/git.ts'
import { BASE, BUILT } from './repository.ts'
import { expectSame, type Scene } from './scene.ts'
import type { Stage } from './stage.ts'

interface Branch {
  readonly id: string
  readonly name: string
  /** Where it began: the base, or the branch that it had to wait for. */
  readonly from: string
}

export const byHand: Scene = {
  title: 'Each branch checked out by hand and tested; then all of them merged, in order.',
  async play(stage) {
    const branches = await builtBranches(stage.git)
    expectSame('branches', { wanted: BUILT, got: branches.map(({ id }) => id) })
    for (const branch of branches) {
      const changed = await changedFiles(stage.git, branch)
      const foreign = changed.filter((path) => !mayChange(stage, branch, path))
      expectSame(`files of ${branch.name} that its design does not name`, {
        wanted: [],
        got: foreign,
      })
      await stage.git.read('checkout', '--quiet', branch.name)
      const passed = await passedTests(stage)
      const files = `${changed.length} files changed, all of them its own`
      stage.say(`  ${branch.name} (from ${branch.from}): ${passed} tests pass; ${files}`)
    }
    await stage.git.read('checkout', '--quiet', '--detach', BASE)
    const identity = await stage.git.identity()
    for (const { name } of branches)
      await stage.git.read(...identity, 'merge', '--quiet', '--no-edit', name)
    stage.say(
      `  all merged into ${BASE} without a conflict: ${await passedTests(stage)} tests pass`,
    )
    await stage.git.read('checkout', '--quiet', BASE)
  },
}

export const history: Scene = {
  title: 'What is left: one branch for each item, one commit for each phase, and the code itself.',
  async play(stage) {
    const shown = ['log', '--graph', '--oneline', '--decorate-refs=refs/heads/', '--branches']
    stage.print(`\n$ git ${shown.join(' ')}`)
    stage.print(await stage.git.read(...shown, '--decorate'))
    const branches = await builtBranches(stage.git)
    const repaired = await Promise.all(branches.map((branch) => isRepaired(stage.git, branch)))
    const branch = branches.find((_, index) => repaired[index])
    if (branch === undefined) return
    const diff = ['diff', `${branch.from}...${branch.name}`, '--', 'src']
    stage.print(`\n$ git ${diff.join(' ')}`)
    stage.print(await stage.git.read(...diff))
  },
}

async function builtBranches(git: Git): Promise<Branch[]> {
  const names = (await git.read('for-each-ref', '--format=%(refname:short)', 'refs/heads/agentos'))
    .split('\n')
    .filter((name) => BUILT.includes(idOf(name)))
  return Promise.all(
    names.map(async (name) => {
      const others = names.filter((other) => other !== name)
      const before = await Promise.all(others.map((other) => isAncestor(git, other, name)))
      return { id: idOf(name), name, from: others.find((_, index) => before[index]) ?? BASE }
    }),
  )
}

async function isAncestor(git: Git, first: string, second: string): Promise<boolean> {
  return (await git.try('merge-base', '--is-ancestor', first, second)).exitCode === 0
}

async function changedFiles(git: Git, { name, from }: Branch): Promise<string[]> {
  return (await git.read('diff', '--name-only', `${from}...${name}`)).split('\n')
}

/** What its design names, tests, and its own reports. */
function mayChange({ folder }: Stage, { id }: Branch, path: string): boolean {
  const design = readFileSync(join(folder, `docs/lld/LLD-${id}.md`), 'utf8')
  const isNamed = design.includes(`\n| \`${path}\` |`)
  return isNamed || path.startsWith('test/') || path.startsWith(`docs/reports/${id}-`)
}

async function isRepaired(git: Git, { name, from }: Branch): Promise<boolean> {
  const subjects = await git.read('log', '--format=%s', `${from}..${name}`)
  return /^fix: /m.test(subjects)
}

/** How many tests pass with what is checked out; none may fail. */
async function passedTests({ folder }: Stage): Promise<number> {
  const files = readdirSync(join(folder, 'test')).map((name) => `test/${name}`)
  const child = spawn(process.execPath, ['--test', ...files], {
    cwd: folder,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expectSame('exit code of the tests', { wanted: 0, got: child.exitCode })
  return Number(/^\S+ pass (\d+)$/m.exec(output)?.[1] ?? 0)
}

function idOf(branch: string): string {
  return branch.slice('agentos/'.length).split('-')[0] ?? ''
}
