/** The footer, in a real terminal: a pseudo-terminal of the system's and an emulator that draws it. */
import { expect, test } from 'vitest'
import { isHeld } from '../rig/processes.ts'
import { Project } from '../rig/project.ts'
import { Terminal } from '../rig/terminal.ts'

const CHATTY = `
  import { existsSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  export default {
    name: 'chatty',
    collect: () => ['a', 'b', 'c'].map((id) => ({ id })),
    run: (item, { step }) => step('talk', async () => {
      const from = Date.now()
      for (let line = 0; line < 3_334; ) {
        const due = Math.min(3_334, Math.floor((Date.now() - from) * 2 / 3))
        while (line < due) {
          console.log(item.id + ' says ' + ++line + ' ' + 'x'.repeat(line % 150) + '.')
          if (item.id === 'a' && line % 100 === 0 && line <= 3_000)
            while (!existsSync('resized-' + line / 100)) await sleep(5)
        }
        await sleep(5)
      }
    }),
  }`

const FOOTER = /^(─+|-{20,}| [▸>⏸=] .*| \[[=> ]{20}\].*)$/

test('2,000 lines a second and 30 resizes: no line is lost or cut, no row of a footer is left', async () => {
  const project = new Project()
  project.write('chatty.mjs', CHATTY)
  const args = ['run', 'chatty.mjs', '--all', '--parallel=3']
  const terminal = new Terminal(project, args, { columns: 120, rows: 30, env: { NO_COLOR: '1' } })
  for (let resize = 1; resize <= 30; resize++) {
    await terminal.run.says(`] a says ${resize * 100}`)
    await terminal.resize(80 + ((resize * 37) % 61))
    project.write(`resized-${resize}`, '')
  }
  expect((await terminal.run.finished).code).toBe(0)
  const lines = await terminal.lines()
  // A long word may have been moved to the next row, under the text.
  const printed = terminal.run.printed.replaceAll(/\r\n {11}(?=x)/g, ' ')
  for (const id of ['a', 'b', 'c']) {
    const expected = Array.from({ length: 3_334 }, (_, line) => saying(id, line + 1))
    expect(
      printed.match(new RegExp(`\\[CHATTY-${id}\\] ${id} says \\d+ x*\\.(?=\r\n)`, 'g')),
    ).toEqual(expected)
    // A line that is half written when it gets another width is broken anew by the emulator itself.
    const seen = lines.filter((line) => line.startsWith(`[CHATTY-${id}] ${id} says`))
    expect(seen.map(numberOf)).toEqual(expected.map(numberOf))
    const isShort = (line: string) => numberOf(line) % 150 < 50
    expect(seen.filter(isShort)).toEqual(expected.filter(isShort))
  }
  expect(lines.filter((line) => FOOTER.test(line))).toEqual([])
  expect(printed.split('\x1b[?2026h').length).toBeGreaterThan(30)
  expect(printed.lastIndexOf('\x1b[?25h')).toBeGreaterThan(printed.lastIndexOf('\x1b[?25l'))
})

const GREET = `
  export default {
    name: 'greet',
    collect: () => ['ada', 'alan'].map((id) => ({ id })),
    run: (item, { step }) => step('say', () => console.log('Hello, \\x1b[1m' + item.id)),
  }`

async function greetIn(options: {
  readonly redirect?: string
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
}): Promise<{ seen: string; file: string; printed: string }> {
  const project = new Project()
  project.write('greet.mjs', GREET)
  const args = ['run', 'greet.mjs', '--all', ...(options.args ?? [])]
  const terminal = new Terminal(project, args, { columns: 80, rows: 24, ...options })
  expect((await terminal.run.finished).code).toBe(0)
  const seen = (await terminal.lines()).join('\n').trimEnd()
  const file = project.exists('out.txt') ? project.read('out.txt') : ''
  const printed = terminal.run.printed.replaceAll('\x1b', '␛')
  return { seen, file, printed }
}

test('lines to a file, the footer in the terminal that is left', async () => {
  const { seen, file, printed } = await greetIn({ redirect: '> out.txt' })
  expect(printed).toMatch(/\[=> {19}\] |\[ {20}\] 0\/2/)
  expect(seen).toBe('')
  expect(file).toContain('[GREET-ada] Hello, ada\n')
  expect(file).toMatch(/^\[agentos\] Run r-\w+ ended after .*: 2 done\.$/m)
  expect(file).not.toContain('\x1b')
})

test('events to a file: lines and footer in the terminal that is left', async () => {
  const { seen, file, printed } = await greetIn({ redirect: '> out.txt', args: ['--json'] })
  expect(printed).toContain('␛[?2026h')
  expect(seen).toContain('[GREET-ada] Hello, ada')
  const events = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)).toMatchObject({ type: 'run-ended', exitCode: 0 })
})

test.each([
  ['CI', { env: { CI: 'true' } }],
  ['a dumb terminal', { env: { TERM: 'dumb' } }],
  ['a pipe to tee', { redirect: '| tee /dev/null' }],
])('no footer and nothing that moves a cursor in %s', async (_, options) => {
  const { seen, printed } = await greetIn(options)
  expect(seen).toContain('[GREET-ada] Hello, ada')
  expect(printed).not.toMatch(/␛\[(\?|\d*[A-HJK])/)
})

test('colours of the items and of their names; none with NO_COLOR', async () => {
  const { printed } = await greetIn({})
  expect(printed).toMatch(/␛\[\d+m\[GREET-ada\]␛\[39m Hello, ␛\[1mada␛\[0m/)
  const plain = await greetIn({ env: { NO_COLOR: '1' } })
  expect(plain.printed).toContain('[GREET-ada] Hello, ada')
  expect(plain.printed).not.toMatch(/␛\[\d*m/)
})

const TICKS = `
  export default {
    name: 'slow',
    collect: () => [{ id: 'a' }],
    run: (item, { step, command }) =>
      step('tick', () =>
        command('sh', ['-c', 'while [ ! -e go ]; do echo tock; sleep 0.05; done'])),
  }`

test('Ctrl+Z: all of it sleeps, without a footer, and goes on when the shell says so', async () => {
  const project = new Project()
  project.write('slow.mjs', TICKS)
  const terminal = new Terminal(project, ['run', 'slow.mjs', '--all', '-v'], {
    ...{ columns: 80, rows: 24, env: { NO_COLOR: '1' } },
    // A shell with jobs: it is told that the command sleeps, and wakes it when it may.
    job: 'while [ ! -e wake ]; do sleep 0.05; done; fg',
  })
  await terminal.run.says('[SLOW-a] tock')
  const held = () => project.processes().filter(isHeld)
  terminal.run.press('Ctrl+Z')
  while (held().length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  project.write('go', '')
  project.write('wake', '')
  expect((await terminal.run.finished).code).toBe(0)
  const lines = await terminal.lines()
  expect(lines.filter((line) => FOOTER.test(line))).toEqual([])
  expect(lines).toContainEqual(expect.stringMatching(/^\[agentos\] Resumed after .* of sleep\.$/))
  const [before = ''] = terminal.run.printed.split('Resumed after')
  expect(before).toContain('\x1b[?25h')
})

test('Ctrl+Z where no shell could wake it means nothing', async () => {
  const project = new Project()
  project.write('slow.mjs', TICKS)
  const args = ['run', 'slow.mjs', '--all', '-v']
  const terminal = new Terminal(project, args, { columns: 80, rows: 24, env: { NO_COLOR: '1' } })
  await terminal.run.says('[SLOW-a] tock')
  terminal.run.press('Ctrl+Z')
  await terminal.run.says('^Z')
  project.write('go', '')
  expect((await terminal.run.finished).code).toBe(0)
  expect(terminal.run.printed).not.toContain('of sleep')
})

function saying(id: string, line: number): string {
  return `[CHATTY-${id}] ${id} says ${line} ${'x'.repeat(line % 150)}.`
}

function numberOf(line: string): number {
  return Number(/ says (\d+)(?: |$)/.exec(line)?.[1])
}
