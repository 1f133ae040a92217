/** What an item costs besides its work: small commands through the product, and through others. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureProcess } from '../measured-process.ts'
import { fromNpm, fromSystem, isFound } from '../peer-programs.ts'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const ITEMS = 200
const AT_ONCE = '3'
const COMMAND = [process.execPath, '-e', '0']
const BARE_FORK = fileURLToPath(new URL('../bare-fork.mjs', import.meta.url))
const NUMBERS = Array.from({ length: ITEMS }, (_, index) => `${index}\n`).join('')

export const overhead: Part = async ({ rounds }) => {
  const run = `(item, { command }) => command(${JSON.stringify(COMMAND[0])}, ['-e', '0'])`
  using project = new Project({
    'commands.mjs': workflowOf('commands', ITEMS, run),
    'nothing.mjs': workflowOf('nothing', ITEMS, '() => {}'),
    'typed.mts': workflowOf('typed', ITEMS, run),
  })
  const product = (workflow: string, atOnce = AT_ONCE) => {
    project.forget()
    return project.agentos(['run', workflow, '--all', '--parallel', atOnce])
  }
  const xargsWith = (atOnce: string) =>
    measureProcess('xargs', ['-P', atOnce, '-n1', ...COMMAND], { input: NUMBERS })
  const joblog = join(project.folder, 'joblog')
  const commands = Array.from({ length: ITEMS }, () => COMMAND.join(' '))
  const others = [
    {
      name: 'parallel --joblog',
      found: fromSystem('parallel'),
      args: ['--will-cite', '-j', AT_ONCE, '--joblog', joblog, ...COMMAND],
    },
    {
      name: 'concurrently',
      found: fromNpm('concurrently'),
      args: ['-m', AT_ONCE, ...commands],
    },
  ]
  const trials = others.flatMap(({ name, found, args }) =>
    isFound(found)
      ? [[name, () => measureProcess(found.path, args, { input: NUMBERS })] as const]
      : [],
  )
  const taken = await medians(rounds, {
    ours: () => product('commands.mjs'),
    typed: () => product('typed.mts'),
    nothing: () => product('nothing.mjs'),
    bare: () => measureProcess(process.execPath, [BARE_FORK, String(ITEMS), AT_ONCE, ...COMMAND]),
    xargs: () => xargsWith(AT_ONCE),
    oneByOne: () => product('commands.mjs', '1'),
    xargsOneByOne: () => xargsWith('1'),
    ...Object.fromEntries(trials),
  })
  const { ours, typed, nothing, bare, xargs, oneByOne, xargsOneByOne } = taken
  const command = xargs.ownCpuMs + xargs.childrenCpuMs
  const ratio = { unit: 'ratio', peers: [] } as const
  return [
    {
      what: `${ITEMS} items that run \`node -e 0\`, ${AT_ONCE} at once ÷ xargs -P${AT_ONCE}`,
      unit: 'ratio',
      ours: ours.ms / xargs.ms,
      peers: others.map(({ name, found }) => ({
        name,
        value: isFound(found) ? taken[name as keyof typeof taken].ms / xargs.ms : found.missing,
      })),
    },
    {
      what: 'what such an item costs besides its command ÷ what a bare fork with a channel costs',
      unit: 'ratio',
      ours: (ours.ms - xargs.ms) / (bare.ms - xargs.ms),
      atMost: 2.5,
      peers: [{ name: 'xargs -P3', value: xargs.ms / (bare.ms - xargs.ms) }],
    },
    {
      ...ratio,
      what: 'the same with a workflow in TypeScript, which each worker strips of its types',
      ours: (typed.ms - xargs.ms) / (bare.ms - xargs.ms),
    },
    {
      ...ratio,
      what: 'in JavaScript where a CPU is free: one item at a time ÷ xargs -P1',
      ours: (oneByOne.ms - xargsOneByOne.ms) / xargsOneByOne.ms,
    },
    {
      ...ratio,
      what: 'CPU time of the coordinator for an item ÷ `node -e 0`',
      ours: nothing.ownCpuMs / command,
    },
    {
      ...ratio,
      what: 'CPU time of a worker that has nothing to do ÷ `node -e 0`',
      ours: nothing.childrenCpuMs / command,
    },
  ]
}
