/**
 * Results of node:test by a reporter of ours: one line of JSON for each event. Events come in the order in which tests are
 * written, each after those of the tests inside it.
 */
import { z } from 'zod'
import type { TestCounts } from '../test-output.ts'
import { jsonOf } from './json-of.ts'
import { counted, type Seen, titled } from './seen-test.ts'

const event = z.object({
  type: z.enum(['test:pass', 'test:fail']),
  name: z.string(),
  nesting: z.number(),
  file: z.string().optional(),
  /** `suite`, or left out. */
  kind: z.string().optional(),
  isOff: z.boolean(),
  said: z.string().optional(),
})
type Event = z.infer<typeof event>

const REPORTER = `export default async function* (source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, nesting, file, details, skip, todo } = data
    const error = details?.error
    const said = String(error?.cause?.stack ?? error?.message ?? '').slice(0, 1000)
    const isOff = (skip ?? false) !== false || (todo ?? false) !== false
    yield JSON.stringify({ type, name, nesting, file, kind: details?.type, isOff, said }) + '\\n'
  }
}`
/** For `--test-reporter`, which imports it. */
export const NODE_REPORTER = `data:text/javascript,${encodeURIComponent(REPORTER)}`

export function readNodeEvents(text: string): TestCounts | undefined {
  const lines = text.split('\n').filter((line) => line !== '')
  const read = z.array(event).safeParse(lines.map(jsonOf))
  if (!read.success) return undefined
  const asOne: string[] = []
  // Those that wait for what is around them, by their depth.
  const inner: Found[][] = []
  for (const one of read.data) {
    const children = inner[one.nesting + 1] ?? []
    inner.length = one.nesting + 1
    const level = inner[one.nesting] ?? []
    inner[one.nesting] = level
    const isFile = one.file !== undefined && isSame(one.name, one.file)
    if (isFile && children.length === 0 && one.type === 'test:pass') asOne.push(one.file ?? '')
    const own = isFile ? [] : [one.name]
    level.push(...children.map((child) => ({ ...child, titles: [...own, ...child.titles] })))
    if (!isOwn(one, children)) continue
    level.push({ event: one, titles: own })
  }
  const seen = inner.flat().map(({ event: { file, type, isOff, said = '' }, titles }): Seen => {
    const outcome = isOff ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed'
    // Of a file it says only so; what it printed says more.
    return { name: titled(file, titles), outcome, said: said === 'test failed' ? '' : said }
  })
  return { ...counted(seen), asOne }
}

interface Found {
  readonly event: Event
  readonly titles: readonly string[]
}

/** A suite is no test, but may fail by itself; a file with tests is none either. */
function isOwn({ name, file, kind, type }: Event, children: readonly Found[]): boolean {
  const isAround = kind === 'suite' || (file !== undefined && isSame(name, file))
  if (!isAround || children.length === 0) return true
  return type === 'test:fail' && children.every((child) => child.event.type === 'test:pass')
}

function isSame(name: string, file: string): boolean {
  return name === file || file.endsWith(`/${name}`)
}
