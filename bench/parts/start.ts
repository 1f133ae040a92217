/** How long commands take that do little, by an empty Node process; and how soon an item begins. */

import { counted } from '../counted.ts'
import { ratioByHyperfine } from '../hyperfine.ts'
import { LAUNCHER } from '../launcher.ts'
import { measureProcess } from '../measured-process.ts'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import { firstItem } from './first-item.ts'
import type { Part } from './part.ts'
import { memoryOfDesigner, memoryOfEmptyNode } from './worker-memory.ts'

interface Command {
  readonly name: string
  readonly args: readonly string[]
  /** How many times as long as an empty Node process it may take; most are only shown. */
  readonly atMost?: number
}

const COMMANDS: readonly Command[] = [
  { name: '`--version`', args: ['--version'], atMost: 2 },
  { name: '`--help`', args: ['--help'] },
  { name: 'completing a word', args: ['__complete', '--', 'st'] },
  { name: '`status`', args: ['status'] },
  { name: '`gates`', args: ['gates'] },
  { name: '`stop`', args: ['stop'] },
]

const EMPTY = [process.execPath, '-e', '0'] as const
const PILE = 1_000
/** They are short, so there are more of them. */
const TIMES = 5

export const start: Part = async ({ rounds }) => {
  using project = new Project({ 'pile.mts': workflowOf('pile', PILE, '() => {}') })
  const runs = TIMES * rounds
  const light = await medians<string, { readonly ms: number }>(runs, {
    ...Object.fromEntries(COMMANDS.map(({ name, args }) => [name, () => project.agentos(args)])),
    empty: () => measureProcess(EMPTY[0], EMPTY.slice(1)),
  })
  const msOf = (name: string) => light[name]?.ms ?? Number.NaN
  const commands = [[process.execPath, LAUNCHER, '--version'], EMPTY] as const
  const other = await ratioByHyperfine({ commands, runs, folder: project.folder })
  const { pile } = await medians(rounds, {
    pile: () => project.agentos(['run', 'pile.mts', '--all', '--dry-run']),
  })
  const { first } = await medians(runs, { first: firstItem(project) })
  const { empty, designer } = await medians(rounds, {
    empty: memoryOfEmptyNode,
    designer: memoryOfDesigner,
  })
  return [
    ...COMMANDS.map(({ name, args: _, ...bound }, index) => ({
      what: `${name} ÷ \`node -e 0\``,
      unit: 'ratio' as const,
      ours: msOf(name) / msOf('empty'),
      ...bound,
      peers: index === 0 ? [{ name: 'by hyperfine', value: other }] : [],
    })),
    {
      what: `dry run, ${counted(PILE)} items`,
      unit: 'ms',
      ours: pile.ms,
      atMost: 1_000,
      peers: [],
    },
    {
      what: 'from the command to the first line of the first item',
      unit: 'ms',
      ours: first.ms,
      atMost: 500,
      peers: [],
    },
    {
      what: 'memory of a worker before its first model call',
      unit: 'MB',
      ours: first.MB,
      atMost: 90,
      peers: [
        { name: 'with what `lld` loads', value: designer.MB },
        { name: 'empty Node', value: empty.MB },
      ],
    },
  ]
}
