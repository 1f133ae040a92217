/** Runs looked at from outside: while they go on, after they were killed, and when they are over. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { junitProblems } from '../rig/junit-schema.ts'
import { Project } from '../rig/project.ts'

test('in a repository without runs every command says so, and creates nothing', async () => {
  const project = new Project()
  const none = 'No run has been started in this repository yet.\n'
  for (const command of ['status', 'runs']) {
    const { code, stdout } = await project.agentos([command])
    expect({ code, stdout }).toEqual({ code: 0, stdout: none })
  }
  for (const command of ['logs', 'report']) {
    const { code, stderr } = await project.agentos([command])
    expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${none}` })
  }
  expect(project.list('.')).toEqual([])
})

test('a run is looked at and followed while it goes on, and known as cut off when it was killed', async () => {
  const project = new Project()
  const run = project.start([
    'run',
    project.workflow('waits'),
    '--all',
    '--parallel',
    '2',
    '--json',
  ])
  const { run: id } = await run.event('run-started')
  await run.says('[W-a] waiting')
  await run.says('[W-b] waiting')
  const before = project.list(project.latestRun())

  const status = await project.agentos(['status'])
  expect(status.stdout).toMatch(
    new RegExp(`^${id}  waits  running \\S+   0/3 done, 2 running, 1 queued\n`),
  )
  expect(status.stdout).toMatch(/ {2}W-a {3}running/)
  const [listed] = JSON.parse((await project.agentos(['runs', '--json'])).stdout).runs
  expect(listed).toMatchObject({ run: id, workflow: 'waits', state: 'running', total: 3 })
  const queued = await project.agentos(['logs', 'c'])
  expect(queued.stderr).toContain(`W-c has not started in run ${id}.`)

  const followed = project.start(['logs', 'a', '-f'])
  await followed.says('waiting\n')
  project.write('go-a', '')
  const { code, stdout } = await followed.finished
  expect(code).toBe(0)
  expect(stdout).toBe(project.read(join(project.latestRun(), 'W-a.log')))
  expect(stdout).toMatch(/two: saved .*\n» \S+ done in/)

  await run.event('item-started', ({ item }) => item === 'c')
  const whole = project.start(['logs', id, '-f'])
  await whole.says('[W-c] started')
  run.signal('SIGKILL')
  await run.finished
  expect((await whole.finished).code).toBe(0)
  const cutOff = await project.agentos(['status', id])
  expect(cutOff.stdout).toContain('its process was killed   1/3 done, 2 cut off')
  expect(cutOff.stdout).toMatch(
    /Resume with: {2}node .* run waits\.mjs --all --parallel 2 --json\n$/,
  )
  const report = JSON.parse((await project.agentos(['report', '--format', 'json'])).stdout)
  expect(report).toMatchObject({ run: id, state: 'cut-off', exitCode: null, outcomes: { done: 1 } })
  expect(project.list(project.latestRun())).toEqual([...before, 'W-c.log'].sort())
  expect(await project.processesDownTo(0)).toEqual([])
})

test('a run that is over is told again as it was told at its end, and in other formats', async () => {
  const project = new Project()
  const workflow = project.workflow('trouble')
  const { code } = await project.agentos(['run', workflow, '--all', '--parallel', '2'], {
    env: { ONLY: 'f1,throws' },
  })
  expect(code).toBe(1)
  const folder = project.latestRun()
  const { run: id } = JSON.parse(project.read(join(folder, 'summary.json')))

  const markdown = await project.agentos(['report'])
  expect(markdown.stdout).toBe(project.read(join(folder, 'summary.md')))
  const json = await project.agentos(['report', id.slice(0, 5), '--format', 'json'])
  expect(json.stdout).toBe(project.read(join(folder, 'summary.json')))
  await project.agentos(['report', '--format', 'junit', '--output', 'report.xml'])
  const opened = await project.agentos(['report', '--open', '--output', 'new/page.html'], {
    env: { DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  expect(opened).toMatchObject({ code: 0, stderr: '' })
  expect(opened.stdout).toMatch(/^The page is \/.*new\/page\.html\nNothing was found to open it/)
  expect(project.read('new/page.html')).toContain('</html>')
  const runs = await project.agentos(['runs'], { env: { TZ: 'Asia/Tokyo' } })
  expect(runs.stdout).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\+9 /)
  expect(project.read('report.xml')).toContain('tests="2" failures="1" errors="0" skipped="0"')
  expect(junitProblems(project.read('report.xml'))).toEqual([])
  const trace = await project.agentos(['report', '--format', 'trace'])
  expect(JSON.parse(trace.stdout).traceEvents).toContainEqual(
    expect.objectContaining({ ph: 'X', name: 'T-f1' }),
  )
  const wrong = await project.agentos(['report', '--format', 'htm'])
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('Did you mean html? There are md, json, junit, html, otlp, trace.')

  const status = await project.agentos(['status'])
  expect(status.stdout).toMatch(/T-throws +failed +unexpected error: no luck \(trouble\.mjs:8\)\n/)
  expect(status.stdout).toContain('Details:  agentos logs T-throws')
  const work = await project.agentos(['logs', 'throws', '--step', 'work'])
  expect(work.stdout).toMatch(/^» \S+ work: started\n» \S+ work: saved \(\S+\)\n$/)
  const path = await project.agentos(['logs', 'T-throws', '--path'])
  expect(path.stdout).toBe(`${join(project.root, folder, 'T-throws.log')}\n`)
  const misspelt = await project.agentos(['logs', 'T-throw'])
  expect(misspelt.stderr).toContain('Did you mean T-throws?')
})

test('a reader that goes away ends a log silently', async () => {
  const project = new Project()
  await project.agentos(['run', project.workflow('hostile'), '--all', '-q'], {
    env: { ONLY: 'numbers' },
  })
  const launcher = process.env.TEST_LAUNCHER
  const command = `"${process.execPath}" "${launcher}" logs numbers | head -n 1`
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-c', `set -o pipefail; ${command}`],
    {
      cwd: project.root,
    },
  )
  expect(stdout).toMatch(/^» \S+ started\n$/)
  expect(stderr).toBe('')
})
