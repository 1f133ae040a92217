/** Results of pytest (`--junit-xml`, in the form `xunit1`). Only what such a file holds is read of XML. */
import type { TestCounts } from '../test-output.ts'
import { counted, type Seen } from './seen-test.ts'

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly isAlone: boolean
  readonly attributes: Readonly<Record<string, string>>
}

export function readJunit(text: string): TestCounts | undefined {
  if (!/<testsuites?\b/.test(text.slice(0, 1_000)) || !/<\/testsuites?>\s*$/.test(text))
    return undefined
  const seen: Seen[] = []
  let current: Seen | undefined
  for (const { name, isEnd, isAlone, attributes } of tags(text)) {
    if (name === 'testcase') {
      if (!isEnd) current = { name: nameOf(attributes), outcome: 'passed' }
      if ((isEnd || isAlone) && current !== undefined) seen.push(current)
      if (isEnd || isAlone) current = undefined
    } else if (current !== undefined && !isEnd) current = marked(current, name, attributes)
  }
  return counted(onceEach(seen))
}

function marked(test: Seen, tag: string, { message = '' }: Tag['attributes']): Seen {
  if (tag === 'failure' || tag === 'error') return { ...test, outcome: 'failed', said: message }
  return tag === 'skipped' && test.outcome === 'passed' ? { ...test, outcome: 'skipped' } : test
}

/** A test whose end fails is listed twice: as passed, too. */
function onceEach(seen: readonly Seen[]): Seen[] {
  const failed = new Set(seen.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name))
  return seen.filter(({ name, outcome }) => outcome === 'failed' || !failed.has(name))
}

/** As pytest prints it: `tests/test_a.py::TestGroup::test_b`. */
function nameOf({ file, classname = '', name = '' }: Tag['attributes']): string {
  if (file === undefined) return [classname, name].filter((word) => word !== '').join('::')
  const module = file.replace(/\.py$/, '').replaceAll(/[/\\]/g, '.')
  // The file itself, which could not be loaded.
  if (classname === '' && name === module) return file
  const inside = classname === module ? '' : classname.replace(`${module}.`, '')
  const classes = inside === '' ? [] : inside.split('.')
  return [file, ...classes, name].join('::')
}

/** In order, without texts, comments and declarations. */
function* tags(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at))
    const end = text.indexOf(skipped?.[1] ?? '>', at)
    if (end < 0) return
    if (skipped === undefined) yield tagOf(text.slice(at + 1, end))
    at = end + 1
  }
}

const SKIPPED = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

function tagOf(inside: string): Tag {
  const [, slash = '', name = ''] = /^(\/?)([\w:-]*)/.exec(inside) ?? []
  const attributes = [...inside.matchAll(/\s([\w:-]+)="([^"]*)"/g)].map(
    ([, key = '', value = '']) => [key, unescaped(value)] as const,
  )
  return {
    name,
    isEnd: slash !== '',
    isAlone: inside.endsWith('/'),
    attributes: Object.fromEntries(attributes),
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
