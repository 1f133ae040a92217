/** A hundred thousand lines from a program that a worker has started, beside the same through `cat`. */

import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/model/event.ts'
import { counted } from '../counted.ts'
import { measureProcess } from '../measured-process.ts'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const LINES = 100_000
const PROGRAM = `for (let n = 1; n <= ${LINES}; n++) process.stdout.write('line ' + n + '\\n')`
type Name = 'ours' | 'oursSilent' | 'cat' | 'catSilent'

/** They are short, so there are more of them. */
const TIMES = 3
const SILENT = '0'
const COMMAND = `command(process.execPath, ['-e', process.env.PROGRAM])`

export const output: Part = async ({ rounds }) => {
  using project = new Project({
    'lines.mts': workflowOf('lines', 1, `(item, { command }) => ${COMMAND}`),
  })
  let lost = 0
  const print = async (program: string) => {
    project.forget()
    const shown = join(project.folder, 'shown.txt')
    const file = openSync(shown, 'w')
    const env = { PROGRAM: program }
    await project.agentos(['run', 'lines.mts', '--all'], { env, output: file })
    closeSync(file)
    if (program === PROGRAM) lost += missing(shown) + missing(join(project.lastRun, 'LINES-i0.log'))
    const events = project.events()
    const at = (wanted: Event['type']) => events.find(({ type }) => type === wanted)?.at ?? 0
    return { ms: at('item-ended') - at('command-started') }
  }
  const pipe = (program: string) => {
    const words = ['-c', '"$0" -e "$1" | cat > "$2"', process.execPath, program]
    return measureProcess('sh', [...words, join(project.folder, 'piped.txt')])
  }
  const { ours, oursSilent, cat, catSilent } = await medians<Name, { readonly ms: number }>(
    TIMES * rounds,
    {
      ours: () => print(PROGRAM),
      oursSilent: () => print(SILENT),
      cat: () => pipe(PROGRAM),
      catSilent: () => pipe(SILENT),
    },
  )
  return [
    {
      what: `${counted(LINES)} lines of a grandchild ÷ through \`cat\`, both without what a silent one takes`,
      unit: 'ratio',
      ours: (ours.ms - oursSilent.ms) / (cat.ms - catSilent.ms),
      atMost: 2,
      peers: [{ name: 'cat', value: 1 }],
    },
    {
      what: 'lines of them that are missing, on the screen or in the log',
      unit: 'lost',
      ours: lost,
      atMost: 0,
      peers: [],
    },
  ]
}

function missing(path: string): number {
  const found = new Set(readFileSync(path, 'utf8').match(/\bline \d+$/gm))
  return LINES - found.size
}
