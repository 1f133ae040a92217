import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const PURE = [
  ...['model/', 'scheduler/', 'credentials/'],
  ...['context/rank/', 'context/render/', 'context/requests/'],
]

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/(\.test|conformance)\.ts$/.test(name))
  .map((name) => {
    const text = readFileSync(join(root, 'src', name), 'utf8')
    return { name: name.split(sep).join('/'), text, code: withoutComments(text) }
  })
const table = readTable(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))

describe('rooms', () => {
  test('every folder of src is a room of the table, and every room is a folder', () => {
    const folders = new Set(files.map(({ name }) => roomOf(name)).filter((room) => room !== ''))
    expect([...folders].sort()).toEqual([...table.keys()].sort())
  })

  test('imports follow the arrows of the table', () => {
    const against = files.flatMap(({ name, code }) =>
      importsOf(code)
        .filter((target) => target.startsWith('.'))
        .map((target) =>
          roomOf(relative(root, join(root, 'src', name, '..', target)).replace(/^src\//, '')),
        )
        .filter((room) => room !== roomOf(name) && !isAllowed(roomOf(name), room))
        .map((room) => `${name} imports ${room || 'index'}`),
    )
    expect(against).toEqual([])
  })

  test('only `openStore` and its neighbours know a backend of the store; tests, too, go through them', () => {
    const importers = ['src', 'test', 'bench']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name).split(sep).join('/'),
        ),
      )
      .filter((name) => /\.m?ts$/.test(name) && !name.startsWith('src/store/sqlite/'))
    const found = importers.filter((name) =>
      importsOf(readFileSync(join(root, name), 'utf8')).some((to) => /\/sqlite\//.test(to)),
    )
    expect(found).toEqual(['src/store/open-store.ts'])
  })

  test('nobody imports the worker: it is a program; `tryItem` uses its parts', () => {
    const importers = files.filter(({ name }) => !['worker', 'testing'].includes(roomOf(name)))
    const found = importers.filter(({ code }) =>
      importsOf(code).some((to) => to.includes('/worker/')),
    )
    expect(found.map(({ name }) => name)).toEqual([])
    const starters = files.filter(({ code }) =>
      importsOf(code).some((to) => to.endsWith('worker/entry.ts')),
    )
    expect(starters.map(({ name }) => name)).toEqual([])
  })

  test('the only barrel is src/index.ts', () => {
    const barrels = files.filter(
      ({ name, code }) => name !== 'index.ts' && /export .* from /.test(code),
    )
    expect(barrels.map(({ name }) => name)).toEqual([])
  })
})

describe('pure rooms', () => {
  const pure = files.filter(({ name }) => PURE.some((folder) => name.startsWith(folder)))

  test('use no clock, timer or randomness', () => {
    const forbidden =
      /\bDate\b|\bperformance\b|Math\.random|\bset(Timeout|Interval|Immediate)\b|\brandom|\bcrypto\./
    expect(pure.filter(({ code }) => forbidden.test(code)).map(({ name }) => name)).toEqual([])
  })

  test('do no I/O: no process, no network, no module but hashing and, in the model, schemas', () => {
    const found = pure.flatMap(({ name, code }) => [
      ...(/\bprocess\b|\bfetch\(/.test(code) ? [name] : []),
      ...importsOf(code)
        .filter((target) => !target.startsWith('.') && target !== 'node:crypto')
        .filter((target) => !(target === 'zod' && roomOf(name) === 'model'))
        .map((target) => `${name} imports ${target}`),
    ])
    expect(found).toEqual([])
    const hashing = pure.filter(({ code }) => code.includes('node:crypto'))
    for (const { code } of hashing) expect(code).toContain("import { hash } from 'node:crypto'")
  })
})

describe('powers', () => {
  test.each([
    ['exit', /\bprocess\.exit\b(?!\.code)/, /^(cli\/|worker\/entry\.ts)/],
    ['listen to signals', /process\.on\(['"]SIG|process\.on\(signal/, /^cli\//],
    ['send signals', /\bprocess\.kill\b/, /^(fleet\/processes|protocol\/process-signals)\.ts/],
    [
      'print',
      /\bconsole\.\w+\(|process\.std(out|err)\.write/,
      /^(cli\/|reporters\/|worker\/entry\.ts)/,
    ],
  ])('only those who may %s', (_, use, allowed) => {
    const found = files.filter(({ name, code }) => use.test(code) && !allowed.test(name))
    expect(found.map(({ name }) => name)).toEqual([])
  })
})

test('use cases know no command line', () => {
  const found = files.filter(
    ({ name, code }) => roomOf(name) === 'app' && /process\.argv/.test(code),
  )
  expect(found.map(({ name }) => name)).toEqual([])
})

describe('packages are loaded by what needs them', () => {
  test.each([
    ['cli/main', []],
    ['cli/program', ['commander']],
    ['cli/completion/complete', ['commander']],
    ['worker/entry', ['yaml']],
  ])('%s.ts loads only these packages at once: %j', (name, packages) => {
    expect(packagesLoadedBy(`${name}.ts`)).toEqual(packages)
  })
})

test('a run loads OpenTelemetry only when asked', () => {
  expect(packagesLoadedBy('app/run/execute-run.ts').filter((name) => name.startsWith('@'))).toEqual(
    [],
  )
})

test('no file has grown a second noun', () => {
  const long = files.filter(({ text }) => text.split('\n').length > 250)
  expect(long.map(({ name }) => name)).toEqual([])
})

function readTable(markdown: string): Map<string, string[] | 'any'> {
  const rows = markdown.matchAll(/^\| `([a-z-]+)\/` \|[^|]*\| ([^|]*) \|$/gm)
  return new Map(
    [...rows].map(([, room = '', cell = '']) => [
      room,
      cell === 'any' ? 'any' : [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
    ]),
  )
}

function isAllowed(from: string, to: string): boolean {
  const allowed = from === '' ? 'any' : table.get(from)
  return allowed === 'any' || allowed?.includes(to) === true
}

function roomOf(name: string): string {
  return name.includes('/') ? (name.split('/')[0] ?? '') : ''
}

function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target)
}

/** Packages that a file and what it imports need before its first line runs. */
function packagesLoadedBy(entry: string): string[] {
  const reached = new Set([entry])
  const packages = new Set<string>()
  for (const name of reached) {
    const code = files.find((file) => file.name === name)?.code ?? ''
    for (const target of loadsOf(code)) {
      if (target.startsWith('.')) reached.add(join(name, '..', target).split(sep).join('/'))
      else if (!target.startsWith('node:')) packages.add(target)
    }
  }
  return [...packages].sort()
}

/** Imports that happen: neither of types only, nor later. */
function loadsOf(code: string): string[] {
  return [...code.matchAll(/^import (?!type )(?:[^']*? from )?'([^']+)'/gm)].map(
    ([, target = '']) => target,
  )
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}
