import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

/** Every command there is, also below another one, by its words. */
const all = (command: Command, words: string): [string, Command][] => [
  [words, command],
  ...command.commands.flatMap((one) => all(one, `${words} ${one.name()}`)),
]
const program = createProgram()
const commands = program.commands.flatMap((command) => all(command, command.name()))

test.each(commands)(
  'agentos %s -h says what it is for, and its examples can be typed',
  (_, command) => {
    const help = helpOf(command)
    expect(command.description()).toMatch(/^\S.*[^.]$/)
    const examples = [...help.matchAll(/^ {2}agentos (.*?)(?: {2,}.*)?$/gm)].map(
      ([, line = '']) => line,
    )
    expect(examples.length).toBeGreaterThan(0)
    for (const line of examples)
      expect({ line, ...understood(line) }).toEqual({ line, unknown: [], fits: true })
  },
)

test('the help of all commands has groups, and a line for each command', () => {
  const help = helpOf(program)
  expect(help.match(/^[A-Z][a-z ]*:$/gm)).toEqual([
    'Options:',
    'Work:',
    'Inspect:',
    'Answer:',
    'Set up:',
  ])
  const names = [...program.commands.map((command) => command.name()), 'help']
  expect(help.match(/^ {2}\s*[a-z][a-z-]*/gm)?.map((name) => name.trim())).toEqual(names)
})

function helpOf(command: Command): string {
  let text = ''
  command
    .configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 })
    .outputHelp()
  return text
}

/** What is left over of an example when its command has taken what it knows. */
function understood(line: string): { unknown: string[]; fits: boolean } {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  )
  let command: Command = createProgram()
  for (let found: Command | undefined = command; found !== undefined; ) {
    found = command.commands.find((one) => one.name() === words[0])
    if (found === undefined) break
    command = found
    words.shift()
  }
  const { operands, unknown } = command.parseOptions(words)
  const { registeredArguments: wanted } = command
  const least = wanted.filter(({ required }) => required).length
  const most = wanted.some(({ variadic }) => variadic) ? Number.POSITIVE_INFINITY : wanted.length
  return { unknown, fits: operands.length >= least && operands.length <= most }
}
