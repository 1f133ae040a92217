/** A hundred thousand lines from a program that a worker has started, beside the same through `cat`. */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureProcess } from '../measured-process.ts'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const LINES = 100_000
const PROGRAM = `for (let n = 1; n <= ${LINES}; n++) process.stdout.write('line ' + n + '\\n')`
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
    const taken = await project.agentos(['run', 'lines.mts', '--all'], { env, output: file })
    closeSync(file)
    if (program === PROGRAM) lost += missing(shown) + missing(join(project.lastRun, 'LINES-i0.log'))
    return taken
  }
  const piped = ['-c', `"$0" -e "$1" | cat > "$2"`, process.execPath, PROGRAM]
  const taken = await medians(rounds, {
    ours: () => print(PROGRAM),
    silent: () => print('0'),
    cat: () => measureProcess('sh', [...piped, join(project.folder, 'cat.txt')]),
  })
  return [
    {
      what: `${LINES} lines of a grandchild, without what a silent one takes ÷ \`| cat\``,
      ...{ unit: 'ratio', ours: (taken.ours.ms - taken.silent.ms) / taken.cat.ms, atMost: 2 },
      peers: [{ name: 'cat', value: 1 }],
    },
    {
      what: 'lines of them that are missing, on the screen or in the log',
      ...{ unit: 'lost', ours: lost, atMost: 0, peers: [] },
    },
  ]
}

function missing(path: string): number {
  const found = new Set(readFileSync(path, 'utf8').match(/\bline \d+$/gm))
  return LINES - found.size
}
