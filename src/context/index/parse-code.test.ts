import { expect, test } from 'vitest'
import { codeLanguageOf } from './code-languages.ts'
import { qualifiedNames, splitUses } from './file-index.ts'
import { parseProgram } from './parse-program.ts'

async function parse(path: string, text: string) {
  const language = codeLanguageOf(path)
  const parsed = language && (await parseProgram(text, language))
  if (parsed === undefined) throw new Error(`${path} was not parsed.`)
  const names = qualifiedNames(parsed.symbols)
  const symbols = parsed.symbols.map(
    ({ kind, from, to }, index) => `${from}-${to} ${kind} ${names[index]}`,
  )
  return { ...parsed, names: symbols, uses: new Map(splitUses(parsed.uses)) }
}

const TYPESCRIPT = `import { join } from './paths'
import type { Shape } from '../model/shape.ts'

/** The greatest size. */
export const LIMIT = 3

/**
 * Keeps tasks.
 */
@Injectable()
export class Task<T> extends Base {
  /** Runs it once. */
  async run(
    time: number,
  ): Promise<void> {
    return this.helper(time)
  }

  #helper = (time: number) => {
    return time
  }
}

export interface Options {
  readonly size: number
  merge(other: Options): Options
}
export type Name = 'a' | 'b'
enum Colour { Red }
export const make = async (x: number) => {
  function inner() {
    return LIMIT
  }
  return inner()
}
const fs = require('node:fs')
`

test('TypeScript: classes, methods, types, constants and functions with lines, signature and first line of documentation', async () => {
  const { names, symbols, imports, uses } = await parse('src/task.ts', TYPESCRIPT)
  expect(names).toEqual([
    '4-5 constant LIMIT',
    '7-22 class Task',
    '12-17 method Task.run',
    '19-21 method Task.#helper',
    '24-27 type Options',
    '26-26 method Options.merge',
    '28-28 type Name',
    '29-29 type Colour',
    '30-35 function make',
    '31-33 function make.inner',
  ])
  expect(symbols.slice(0, 4).map(({ signature, doc }) => [signature, doc])).toEqual([
    ['export const LIMIT = 3', 'The greatest size.'],
    ['export class Task<T> extends Base', 'Keeps tasks.'],
    ['async run( time: number, ): Promise<void>', 'Runs it once.'],
    ['#helper = (time: number)', ''],
  ])
  expect(imports).toEqual(['./paths', '../model/shape.ts', 'node:fs'])
  expect(uses.get('time')).toBe(4)
  expect(uses.get('Injectable')).toBe(1)
})

test('tests by what runners call them; what only looks like one is none', async () => {
  const { symbols } = await parse(
    'test/a.test.ts',
    `describe('group', () => {
  test('one', () => {
    bench.add('task1', () => {})
    suite.add('task2', () => {})
    test.step('x')
  })
  it.each([1, 2])('two %i', () => {})
  test.concurrent.skip('three', () => {})
  bench('no test', () => {})
})
`,
  )
  expect(symbols.filter(({ kind }) => kind === 'test').map(({ name }) => name)).toEqual([
    'group',
    'one',
    'two %i',
    'three',
  ])
})

test('Python: a list of what a module exports is a constant', async () => {
  const { names } = await parse('a.py', "__version__ = '1'\n__all__ = ['a']\n")
  expect(names).toEqual(['2-2 constant __all__'])
})

test('Python: docstrings, decorators, nested functions; two methods of one name', async () => {
  const { names, symbols, imports } = await parse(
    'a/dictutils.py',
    `from .base import Thing, other as o
import json, os.path

LIMIT = 3
__all__ = ['A']

class A(Thing):
    """Holds things.

    More."""
    @property
    def size(self):
        return 1

    def update(self, *args,
               **kwargs):
        "Updates it."
        def inner():
            pass

if True:
    def late(): pass
`,
  )
  expect(names).toEqual([
    '4-4 constant LIMIT',
    '5-5 constant __all__',
    '7-19 class A',
    '11-13 method A.size',
    '15-19 method A.update',
    '18-19 function A.update.inner',
    '22-22 function late',
  ])
  expect(symbols.map(({ doc }) => doc)).toEqual([
    ...['', '', 'Holds things.', '', 'Updates it.', '', ''],
  ])
  expect(symbols[4]?.signature).toBe('def update(self, *args, **kwargs)')
  expect(imports).toEqual(['./base', './base/Thing', './base/other', 'json', 'os/path'])
})

test.each([
  [
    'args.go',
    'package a\n\nimport "fmt"\n\n// Args checks.\ntype Args func(n int) error\n\ntype T struct {\n\tx int\n}\n\nfunc (t *T) Run(n int) error {\n\treturn nil\n}\n\nfunc New() *T { return nil }\n\nconst Max = 3\n',
    [
      '5-6 type Args',
      '8-10 type T',
      '12-14 method T.Run',
      '16-16 function New',
      '18-18 constant Max',
    ],
    ['fmt'],
  ],
  [
    'lib.rs',
    'use crate::a::b;\n\n/// A thing\n#[derive(Debug)]\npub struct Thing { x: u8 }\n\nimpl Thing {\n    pub fn run(&self) -> u8 { self.x }\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn it_works() {}\n}\n',
    [
      '3-5 type Thing',
      '7-9 class Thing',
      '8-8 method Thing.run',
      '11-15 module tests',
      '13-14 function tests.it_works',
    ],
    ['a/b'],
  ],
  [
    'A.java',
    'import com.a.B;\n\n/** A class. */\npublic class A extends B {\n  @Override // so\n  public int run(int x) { return x; }\n  A() {}\n}\n',
    ['3-8 class A', '5-6 method A.run', '7-7 method A.A'],
    ['com/a/B'],
  ],
  [
    'A.cs',
    'using System.Linq;\nnamespace N {\n  [Serializable]\n  public class A : B {\n    public int Size { get; set; }\n    public void Run() { }\n  }\n}\n',
    ['3-7 class A', '5-5 method A.Size', '6-6 method A.Run'],
    ['System/Linq'],
  ],
  [
    'a.hpp',
    '#include "b.h"\nnamespace n {\nclass A {\n public:\n  int run(int x);\n};\nint A::run(int x) { return x; }\n}\n',
    ['2-8 module n', '3-6 class n.A', '5-5 method n.A.run', '7-7 function n.A.run'],
    ['b.h'],
  ],
  [
    'a.php',
    '<?php\nuse A\\B;\nclass User extends B {\n  public function name(): string { return ""; }\n}\nfunction help() {}\n',
    ['3-5 class User', '4-4 method User.name', '6-6 function help'],
    ['A/B'],
  ],
  [
    'a.rb',
    "require_relative '../b'\nmodule M\n  LIMIT = 3\n  class A < B\n    def run(x)\n      x\n    end\n  end\nend\n",
    ['2-9 module M', '3-3 constant M.LIMIT', '4-8 class M.A', '5-7 method M.A.run'],
    ['../b'],
  ],
  [
    'a.sh',
    '#!/bin/bash\nLIMIT=3\n# Runs.\nrun() {\n  local x=1\n}\n',
    ['2-2 constant LIMIT', '3-6 function run'],
    [],
  ],
  ['a.css', '.button, .link { color: red; }\n', ['1-1 type .button, .link'], []],
  [
    'a.jsx',
    'export default function App() {\n  return <div className="a">{x}</div>\n}\nexports.help = function () {}\nFoo.prototype.bar = function () {}\n',
    ['1-3 function App', '4-4 function help', '5-5 function Foo.bar'],
    [],
  ],
  [
    'a.test.tsx',
    "describe('a group', () => {\n  test.each([1])('works %i', (n) => {\n    expect(n).toBe(1)\n  })\n})\n",
    ['1-5 test a group', '2-4 test works %i'],
    [],
  ],
])('%s', async (path, text, names, imports) => {
  const parsed = await parse(path, text)
  expect(parsed.names).toEqual(names)
  expect(parsed.imports).toEqual(imports)
})

test('a text that is no program of the language has what can be recognised, and hurts nobody', async () => {
  const { names } = await parse(
    'a.py',
    `))) def good(): pass\n\ndef fine():\n    pass\n${'('.repeat(5_000)}`,
  )
  expect(names.some((name) => name.endsWith('fine'))).toBe(true)
})
