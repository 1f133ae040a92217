import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { UsageError } from '../../src/model/usage-error.ts'
import { marks } from '../rig/processes.ts'
import { Project } from '../rig/project.ts'

const GOOD = `export default { name: 'good', collect: () => [{ id: 'alpha' }, { id: 'beta' }], run: () => {} }`
const idWorkflow = (id: string) =>
  `export default { name: 'ids', collect: () => [{ id: ${JSON.stringify(id)} }], run: () => {} }`

const run = (...args: string[]) => ['run', 'w.mjs', ...args]
const ALL = run('--all')

describe('the user’s mistakes: exit code 2, one clear message, nothing created', () => {
  test.each<
    [
      string,
      { args: string[]; workflow?: string; config?: string; env?: Record<string, string> },
      RegExp,
    ]
  >([
    [
      'an id that climbs',
      { workflow: idWorkflow('../../../etc/passwd'), args: ALL },
      /Item id "\.\.\/\.\.\/\.\.\/etc\/passwd" is not allowed/,
    ],
    [
      'an id with a slash',
      { workflow: idWorkflow('a/b'), args: ALL },
      /Item id "a\/b" is not allowed/,
    ],
    ['an empty id', { workflow: idWorkflow(''), args: ALL }, /Item id "" is not allowed/],
    [
      'an id with a newline',
      { workflow: idWorkflow('a\nb'), args: ALL },
      /Item id "a\\nb" is not allowed/,
    ],
    [
      'an unknown item',
      { args: run('alpah') },
      /There is no item "alpah"\.\n {2}Did you mean alpha\?/,
    ],
    [
      'a climbing item on the command line',
      { args: run('../../../etc/passwd') },
      /There is no item/,
    ],
    [
      '--parallel 0',
      { args: run('--all', '--parallel', '0') },
      /Expected `--parallel` to be a whole number from 1, got `0`/,
    ],
    ['--parallel -1', { args: run('--all', '--parallel', '-1') }, /-1/],
    ['--parallel=-1', { args: run('--all', '--parallel=-1') }, /whole number from 1, got `-1`/],
    ['--parallel x', { args: run('--all', '--parallel', 'x') }, /whole number from 1, got `x`/],
    [
      '--parallel 2.5',
      { args: run('--all', '--parallel', '2.5') },
      /whole number from 1, got `2.5`/,
    ],
    [
      '--parallel beside names',
      { args: run('--parallel', '42', '43') },
      /ambiguous beside item names\.\n.*--parallel=<n>/,
    ],
    [
      'names and --all',
      { args: run('alpha', '--all') },
      /Expected item names or `--all`, got both/,
    ],
    ['neither names nor --all', { args: run() }, /got neither/],
    ['--fresh with --all', { args: run('--all', '--fresh') }, /name the items instead of/],
    ['an unknown flag', { args: run('--al') }, /unknown option '--al'\n {2}Did you mean --all\?/],
    ['an unknown command', { args: ['rnu'] }, /unknown command 'rnu'\n {2}Did you mean run\?/],
    [
      'help for an unknown command',
      { args: ['help', 'stpo'] },
      /^error: unknown command 'stpo'\n {2}Did you mean stop\?\n$/,
    ],
    [
      'an unknown command below another',
      { args: ['gates', 'shwo'] },
      /too many arguments for 'gates'.*\n {2}Did you mean show\?/,
    ],
    [
      'a missing argument',
      { args: ['run'] },
      /missing required argument 'workflow.mts'\n {2}See {2}agentos run --help/,
    ],
    [
      'a bad duration',
      { args: run('--all', '--timeout', '5 minutes') },
      /--timeout: limits.runTimeout is "5 minutes"; expected a duration/,
    ],
    [
      'a bad setting',
      { args: run('--all', '--set', 'limits.itemTimout=3m') },
      /no setting "limits.itemTimout".\n {2}Did you mean limits.itemTimeout\?/,
    ],
    [
      'a setting without value',
      { args: run('--all', '--set', 'maxParallel') },
      /Expected `--set` to be setting=value/,
    ],
    [
      'a bad variable',
      { args: ALL, env: { AGENTOS_MAX_PARALLEL: 'many' } },
      /AGENTOS_MAX_PARALLEL: maxParallel is "many"/,
    ],
    [
      'a config that does not compile',
      { args: ALL, config: 'export default {' },
      /Config file "agentos.config.mjs" cannot be loaded/,
    ],
    [
      'a config with a misspelt key',
      { args: ALL, config: 'export default { maxParalel: 3 }' },
      /agentos.config.mjs: there is no setting "maxParalel".\n {2}Did you mean maxParallel\?/,
    ],
    [
      'a config with a wrong value',
      { args: ALL, config: 'export default { limits: { itemTimeout: 5 } }' },
      /limits.itemTimeout is 5/,
    ],
    ['a config without export', { args: ALL, config: 'const x = 1' }, /has no default export/],
    [
      'a config that is not there',
      { args: run('--all', '--config', 'x.mjs') },
      /no config file "x.mjs"/,
    ],
    [
      'a workflow that is not there',
      { args: ['run', 'none.mjs', '--all'] },
      /no workflow file "none.mjs"/,
    ],
    ['a workflow that is a folder', { args: ['run', '.', '--all'] }, /no workflow file "\."/],
    [
      'a workflow that does not compile',
      { workflow: 'export default {', args: ALL },
      /Workflow file "w.mjs" cannot be loaded/,
    ],
    [
      'a workflow that throws',
      { workflow: "throw new Error('not today')", args: ALL },
      /cannot be loaded: line 1: not today/,
    ],
    [
      'a workflow that exports nothing',
      { workflow: 'const x = 1', args: ALL },
      /has no default export/,
    ],
    [
      'a workflow without run',
      { workflow: "export default { name: 'a', collect: () => [] }", args: ALL },
      /without `run`/,
    ],
    [
      'a workflow with a bad name',
      { workflow: "export default { name: 'A_b', collect: () => [], run() {} }", args: ALL },
      /Workflow name "A_b" is not allowed/,
    ],
    [
      'steps that are no names',
      {
        workflow: "export default { name: 'a', steps: 'draft', collect: () => [], run() {} }",
        args: ALL,
      },
      /has steps that are not a list of names/,
    ],
    [
      'a workflow that publishes what cannot be published',
      {
        workflow: "export default { name: 'a', publishes: 'pulls', collect: () => [], run() {} }",
        args: ALL,
      },
      /publishes "pulls"; it can be "issues" or "pull-requests"/,
    ],
    [
      'a collect that throws',
      {
        workflow:
          "export default { name: 'a', collect() { throw new Error('no pile') }, run() {} }",
        args: ALL,
      },
      /`collect` of a failed at [\w.-]+:1: no pile/,
    ],
    [
      'a collect that returns no array',
      { workflow: "export default { name: 'a', collect: () => 3, run() {} }", args: ALL },
      /must return an array/,
    ],
    [
      'an item with a misspelt key',
      {
        workflow:
          "export default { name: 'a', collect: () => [{ id: 'x', dependOn: ['y'] }], run() {} }",
        args: ALL,
      },
      /unknown key "dependOn"\.\n {2}Did you mean dependsOn\?/,
    ],
    [
      'an item that is a text',
      { workflow: "export default { name: 'a', collect: () => ['x'], run() {} }", args: ALL },
      /returned "x" as item 1; expected \{ id: '…' \}/,
    ],
    [
      'a misspelt variable',
      { args: ALL, env: { AGENTOS_MAX_PARALEL: '3' } },
      /no setting for the variable AGENTOS_MAX_PARALEL\.\n {2}Did you mean AGENTOS_MAX_PARALLEL\?/,
    ],
    [
      'a named item without its dependency',
      {
        workflow:
          "export default { name: 'a', collect: () => [{ id: 'x', dependsOn: ['y'] }, { id: 'y' }], run() {} }",
        args: run('x'),
      },
      /Item x depends on y, which has not succeeded\.\n {2}Name both: y x/,
    ],
    [
      'a duration without a unit',
      { args: run('--all', '--timeout', '5') },
      /expected a duration above 0 with its unit/,
    ],
    [
      'dependencies in a circle',
      {
        workflow:
          "export default { name: 'a', collect: () => [{ id: 'x', dependsOn: ['y'] }, { id: 'y', dependsOn: ['x'] }], run() {} }",
        args: ALL,
      },
      /in a circle: x → y → x/,
    ],
  ])('%s', async (_, { args, workflow = GOOD, config, env = {} }, message) => {
    const project = new Project()
    project.write('w.mjs', workflow)
    if (config !== undefined) project.write('agentos.config.mjs', config)
    const before = project.list('.')
    const { message: what, hint, exitCode } = await refusal(project, args, env)
    expect(`error: ${what}\n${hint === undefined ? '' : `  ${hint}\n`}`).toMatch(message)
    expect({ exitCode, left: project.list('.') }).toEqual({ exitCode: 2, left: before })
  })
})

/** What the command line is refused with; a process for each would only say it more slowly. */
async function refusal(
  project: Project,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<UsageError> {
  const [directory, environment] = [process.cwd(), { ...process.env }]
  process.chdir(project.root)
  Object.assign(process.env, env)
  try {
    await runProgram(args)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  } finally {
    process.chdir(directory)
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, environment)
  }
  throw new Error('It was not refused.')
}

test.each<[string, string, RegExp]>([
  [
    'leaves something behind which throws',
    `export default { name: 'late', run: () => {}, collect: () =>
      new Promise(() => setTimeout(() => { throw new Error('too late') }, 1)) }`,
    /^error: Unhandled error in the workflow or config: too late\n {2}It was thrown/,
  ],
  [
    'never ends',
    "export default { name: 'a', collect: () => new Promise(() => {}), run() {} }",
    /ended before it was finished/,
  ],
  [
    'ends the process',
    "export default { name: 'a', collect: () => process.exit(0), run() {} }",
    /ended before it was finished/,
  ],
  ['throws', "export default { name: 'a', run() {}, collect() { throw new Error('no') } }", /no/],
])('a collect that %s: exit code 2, one message without a stack', async (_, text, message) => {
  const project = new Project()
  project.write('w.mjs', text)
  const { code, stdout, stderr } = await project.agentos(ALL)
  expect(stderr).toMatch(message)
  expect(stderr.match(/^error: /gm)).toHaveLength(1)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect({ code, stdout, left: project.list('.') }).toEqual({
    code: 2,
    stdout: '',
    left: ['w.mjs'],
  })
})

test('the help that was asked for is on stdout; without a command it says what to type, with exit code 2', async () => {
  const project = new Project()
  const [missing, ...asked] = await Promise.all(
    [[], ['-h'], ['--help'], ['help']].map((args) => project.agentos(args)),
  )
  const help = missing?.stderr ?? ''
  expect(help).toMatch(/^Usage: agentos /)
  expect(missing).toMatchObject({ code: 2, stdout: '' })
  for (const one of asked) expect(one).toMatchObject({ code: 0, stdout: help, stderr: '' })
})

test('what a workflow prints while it is loaded does not get into stdout', async () => {
  const project = new Project()
  project.write('w.mjs', `console.log('hello from the file'); ${GOOD}`)
  const { stdout, stderr } = await project.agentos([...ALL, '--dry-run', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ workflow: 'good' })
  expect(stderr).toBe('hello from the file\n')
})

test('settings: flags over environment over file over defaults', async () => {
  const project = new Project()
  project.write('w.mjs', GOOD)
  project.write(
    'agentos.config.mjs',
    'export default { maxParallel: 2, limits: { idleTimeout: "5m", itemTimeout: "5m" } }',
  )
  const env = { AGENTOS_LIMITS_IDLE_TIMEOUT: '6m', AGENTOS_LIMITS_ITEM_TIMEOUT: '6m' }
  await project.agentos([...ALL, '--parallel=9', '--set', 'limits.itemTimeout=7m'], { env })
  const started = project.events().find((event) => event.type === 'run-started')
  expect(started?.limits).toMatchObject({
    parallel: 2,
    idleTimeoutMs: 6 * 60_000,
    itemTimeoutMs: 7 * 60_000,
    runTimeoutMs: 6 * 60 * 60_000,
  })
})

test.each<[string, (project: Project) => void, RegExp]>([
  ['is a file', (project) => project.write('.agentos', ''), /state directory .* cannot be used/],
  [
    'is a link that leads away',
    (project) => symlinkSync(tmpdir(), join(project.root, '.agentos')),
    /\.agentos is a symbolic link/,
  ],
  [
    'has a ledger that is none',
    (project) =>
      project.write('.agentos/ledger.db', 'no database, but long enough to be one'.repeat(99)),
    /ledger .* cannot be used: file is not a database/,
  ],
  [
    'has a checkpoint that is a link away',
    (project) => {
      mkdirSync(join(project.root, '.agentos/checkpoints'), { recursive: true })
      symlinkSync(
        join(tmpdir(), 'agentos-elsewhere.db'),
        join(project.root, '.agentos/checkpoints/good_alpha.db'),
      )
    },
    /leads out of/,
  ],
])('a state directory that %s is refused with words', async (_, spoil, message) => {
  const project = new Project()
  project.write('w.mjs', GOOD)
  spoil(project)
  const { code, stderr, stdout } = await project.agentos(ALL)
  expect(stderr + stdout).toMatch(message)
  expect(code).not.toBe(0)
  expect(existsSync(join(tmpdir(), 'agentos-elsewhere.db'))).toBe(false)
})

test('a reader of both streams that goes away does not end the run', async () => {
  const project = new Project()
  const launcher = fileURLToPath(new URL('../../bin/agentos.cjs', import.meta.url))
  const workflow = project.workflow('five-steps')
  const command = `"${process.execPath}" "${launcher}" run ${workflow} --all 2>&1 | head -n 1`
  const env = { ...process.env, ITEMS: '3', ...marks(project.root) }
  await promisify(execFile)('sh', ['-c', command], { cwd: project.root, env })
  await project.processesDownTo(0)
  expect(project.list('out')).toHaveLength(3)
})

/** Makes looking for spools fail as nothing of ours expects it to. */
const BROKEN = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { existsSync } = fs
fs.existsSync = (path) => {
  if (String(path).endsWith('spool')) throw new TypeError('no luck with ' + process.env.MY_API_KEY)
  return existsSync(path)
}
syncBuiltinESMExports()`

test('a bug is one line and a file with the rest, without keys; -v also prints where', async () => {
  const project = new Project()
  project.write('tmp/.keep', '')
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BROKEN)}`,
    MY_API_KEY: 'a-long-secret',
    TMPDIR: join(project.root, 'tmp'),
  }
  const elsewhere = await project.agentos(['stop'], { env })
  expect(elsewhere).toMatchObject({ code: 70, stdout: '' })
  expect(elsewhere.stderr).toMatch(
    /^error: Internal error: no luck with \[secret MY_API_KEY\]\n {2}Details for a bug report: {2}.+\/tmp\/crash-\S+\.txt\n$/,
  )
  expect(project.list('.')).not.toContain('.agentos')

  project.write('.agentos/.gitignore', '*\n')
  const here = await project.agentos(['stop', '--all', '-v'], { env })
  const [name = ''] = project.list('.agentos').filter((file) => file.startsWith('crash-'))
  const kept = project.read(join('.agentos', name))
  expect(kept).toMatch(/^agentos \d+\.\d+\.\d+, Node 24.*\nagentos stop --all -v\n\nTypeError: no/)
  expect(kept + here.stderr).not.toContain('a-long-secret')
  expect(here.stderr).toMatch(/^\s+at /m)
})
