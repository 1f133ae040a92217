import { execFile, spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { marks } from '../rig/processes.ts'
import { Project } from '../rig/project.ts'

test('bash completes commands, flags, values, items and runs by the script that it was given', async () => {
  const project = new Project()
  symlinkSync(process.env.TEST_LAUNCHER ?? '', join(project.root, 'agentos'))
  await project.agentos(['run', project.workflow('asks'), '--all'])
  project.write('.agentos/logs/2026-01-01T10-00-00.000Z/events.jsonl', '{"half a li')
  project.write('.agentos/spool/r-1f2e3d4c/owner.json', '{}')
  for (const path of ['issues/3-search.md', 'issues/7-tags.md', 'docs/lld/LLD-3.md'])
    project.write(path, '# Tags\n')
  const lines = [
    ['agentos', 'im'],
    ['agentos', 'stop', '--'],
    ['agentos', 'lld', '--gates', '=', 'ver'],
    ['agentos', 'approve', 'ASKS-'],
    ['agentos', 'run', 'asks.mjs', ''],
    ['agentos', 'run', 'as'],
    ['agentos', 'stop', 'r-'],
    ['agentos', 'lld', ''],
    ['agentos', 'implement', 'IM'],
  ]
  const found = await completedByBash(project, lines)
  const items = 'ASKS-a ASKS-b'
  const expected = [
    'implement',
    '--all --verbose --help',
    'verdict',
    items,
    items,
    '',
    'r-1f2e3d4c',
    'LLD-3 LLD-7',
    'IMPL-3',
  ]
  expect(found).toEqual(expected)
})

test('completion is offered for the shells that it names; it is quiet where nothing is known', async () => {
  const project = new Project()
  const scripts = await Promise.all(
    ['bash', 'zsh', 'fish'].map((shell) => project.agentos(['completion', shell])),
  )
  for (const [index, shell] of ['bash', 'zsh', 'fish'].entries()) {
    const text = scripts[index]?.stdout ?? ''
    expect(text).toContain('__complete -- ')
    const isThere = spawnSync(shell, ['--version']).error === undefined
    if (isThere) expect(spawnSync(shell, ['-n'], { input: text }).status).toBe(0)
  }
  const quiet = await project.agentos(['__complete', '--', 'approve', ''])
  expect(quiet).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const unknown = await project.agentos(['completion', 'bsh'])
  expect(unknown).toMatchObject({
    code: 2,
    stderr: 'error: There is no completion for "bsh".\n  Did you mean bash?\n',
  })
})

/** What a bash that has sourced the script offers at the end of each of these lines. */
async function completedByBash(
  { root }: Project,
  lines: readonly (readonly string[])[],
): Promise<string[]> {
  const asked = lines.map((words) => {
    const quoted = words.map((word) => `'${word}'`).join(' ')
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _agentos; echo "\${COMPREPLY[*]}"`
  })
  const script = ['source <(agentos completion bash)', 'complete -p agentos >&2', ...asked]
  const env = { ...process.env, PATH: `${root}:${process.env.PATH}`, ...marks(root) }
  const args = ['--norc', '-ec', script.join('\n')]
  const { stdout, stderr } = await promisify(execFile)('bash', args, { cwd: root, env })
  expect(stderr).toBe('complete -o default -F _agentos agentos\n')
  return stdout.split('\n').slice(0, -1)
}
