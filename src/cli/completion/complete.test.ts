import { expect, test } from 'vitest'
import { createProgram } from '../program.ts'
import { complete } from './complete.ts'
import { knownSettings } from './known-settings.ts'

const NAMES = {
  items: [
    { workflow: 'lld', id: '42', label: 'LLD-42' },
    { workflow: 'lld', id: '43', label: 'LLD-43' },
    { workflow: 'lld', id: '44', label: 'LLD-44' },
    { workflow: 'greet', id: 'ada', label: 'GREET-ada' },
    { workflow: 'greet', id: 'rm', label: '$(rm -rf .)' },
  ],
  found: [{ workflow: 'lld', id: '50', label: 'LLD-50' }],
  done: [{ workflow: 'lld', id: '44', label: 'LLD-44' }],
  gated: [
    { workflow: 'lld', id: '43', label: 'LLD-43' },
    { workflow: 'greet', id: 'ada', label: 'GREET-ada' },
  ],
  workflows: ['lld', 'greet', 'lld'],
  runs: ['r-2', 'r-1'],
  unended: ['r-2'],
}

const at = (line: string) => complete(line.split(' '), () => NAMES, knownSettings())

test.each([
  ['l', ['lld', 'logs']],
  ['nothing-like-it', []],
  ['lld LLD-4', ['LLD-42', 'LLD-43']],
  ['lld 4', ['42', '43']],
  ['lld LLD-5', ['LLD-50']],
  ['logs LLD-5', []],
  ['lld LLD-42 ', ['LLD-42', 'LLD-43', 'LLD-50']],
  ['run greet.mts G', ['GREET-ada']],
  ['run gre', []],
  ['lld --fresh ', ['LLD-42', 'LLD-43', 'LLD-44', 'LLD-50']],
  ['retry LLD-4', ['LLD-42', 'LLD-43', 'LLD-44']],
  ['approve ', ['LLD-43', 'GREET-ada']],
  ['revise LLD-42 ', []],
  ['gates ', ['show']],
  ['gates show GR', ['GREET-ada']],
  ['stop ', ['r-2']],
  ['stop --a', ['--all']],
  ['stop --all --', ['--verbose', '--help']],
  ['lld --gates ', ['none', 'draft', 'verdict', 'all']],
  ['lld --gates=v', ['--gates=verdict']],
  ['lld --gates = v', ['verdict']],
  ['lld --gates =', ['none', 'draft', 'verdict', 'all']],
  ['lld --config ', []],
  ['lld --parallel LLD-42', ['LLD-42']],
  ['lld --set a=1 --se', ['--seed', '--set']],
  ['lld --set models.reviewer.r', ['models.reviewer.reasoning=']],
  ['lld --set models.reviewer.reasoning=x', ['models.reviewer.reasoning=xhigh']],
  [
    'lld --set=requireOtherVendor=',
    ['--set=requireOtherVendor=true', '--set=requireOtherVendor=false'],
  ],
  ['config limits.re', ['limits.restarts', 'limits.retries']],
  ['lld -- --', []],
  ['retry --workflow ', ['lld', 'greet']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['help go', []],
  ['help ga', ['gates']],
  ['--v', ['--version']],
])('agentos %s is completed by %j', (line, candidates) => {
  expect(at(line)).toEqual(candidates)
})

test('an empty line is completed by every command', () => {
  expect(at('')).toEqual([...createProgram().commands.map((command) => command.name()), 'help'])
})
