import { expect, test } from 'vitest'
import { splitUses } from './file-index.ts'
import { readText } from './text-headings.ts'

test.each([
  [
    'a.md',
    '# One\n\ntext\n\n```sh\n# no heading\n```\n## Two\n\n# Three\n',
    ['1-9 One', '8-9 > Two', '10-11 Three'],
  ],
  [
    'a.rst',
    'Title\n=====\n\nPart\n----\n\ntext\n\nOther\n=====\n',
    ['1-8 Title', '4-8 > Part', '9-11 Other'],
  ],
  ['a.yml', 'name: x\non:\n  push:\njobs:\n  a: b\n', ['1-1 name', '2-3 on', '4-6 jobs']],
  ['a.toml', '[project]\nname = "x"\n\n[tool.ruff]\nx = 1\n', ['1-3 project', '4-6 tool.ruff']],
  [
    'a.json',
    '{\n  "name": "x",\n  "scripts": {\n    "a": "b"\n  }\n}\n',
    ['2-2 name', '3-7 scripts'],
  ],
  ['Makefile', 'all: a\n\techo\nclean:\n\trm\n', ['1-2 all', '3-5 clean']],
  [
    'a.kt',
    'class A {\n  fun run(): Int = 1\n}\nfun main() {}\n',
    ['1-3 A', '2-3 > run', '4-5 main'],
  ],
  ['a.html', '<h1>x</h1>\n', []],
])('%s', (path, text, headings) => {
  const { symbols } = readText(path, text)
  expect(
    symbols.map(({ from, to, depth, name }) => `${from}-${to} ${'> '.repeat(depth)}${name}`),
  ).toEqual(headings)
})

test('a document uses the names of code that it speaks of', () => {
  const { uses } = readText(
    'a.md',
    'Call `parse` or JSONLIterator.next(), not plain_words of prose. See `Task.run`.',
  )
  expect(splitUses(uses).map(([name]) => name)).toEqual([
    'parse',
    'JSONLIterator',
    'next',
    'plain_words',
    'Task',
    'run',
  ])
})
