/** Results of `go test -json`: one line of JSON for each event; what failed builds say may lie between. */
import { z } from 'zod'
import type { TestCounts } from '../test-output.ts'
import { jsonOf } from './json-of.ts'
import { counted, type Seen } from './seen-test.ts'

const event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
})
type Event = z.infer<typeof event>

const FAILED_BUILD = /^FAIL[ \t]+(\S+) \[(?:build|setup) failed\]/
/** What only says that a test begins, goes on or ends. */
const FRAME = /^\s*(?:===|---) /

export function readGoEvents(text: string): TestCounts | undefined {
  const lines = linesOf(text)
  const events = lines.flatMap((line) => line.event ?? [])
  const failed = new Set<string>()
  const said = new Map<string, string>()
  const seen: Seen[] = []
  for (const { Action, Package = '', Test, Output = '' } of events) {
    const name = Test === undefined ? Package : `${Package}::${Test}`
    if (Action === 'output' && !FRAME.test(Output) && !said.has(name)) said.set(name, Output)
    if (Action !== 'pass' && Action !== 'fail') continue
    // A package fails with its tests; without any that has, it could not be built or run.
    if (Test === undefined && (Action === 'pass' || failed.has(Package))) continue
    if (Action === 'fail') failed.add(Package)
    const outcome = Action === 'pass' ? 'passed' : 'failed'
    seen.push({ name, outcome, said: said.get(name) ?? '' })
  }
  const builds = lines.flatMap(({ text: line }) => FAILED_BUILD.exec(line)?.[1] ?? [])
  for (const name of builds) if (!failed.has(name)) seen.push({ name, outcome: 'failed' })
  return events.length + builds.length === 0 ? undefined : counted(seen)
}

/** What it prints without `-json`. */
export function goText(text: string): string {
  return linesOf(text)
    .map(({ event: found, text: line }) =>
      found === undefined ? `${line}\n` : (found.Output ?? ''),
    )
    .join('')
}

interface Line {
  readonly text: string
  readonly event?: Event
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read = line.startsWith('{') ? event.safeParse(jsonOf(line)) : undefined
      return read?.success === true ? { text: line, event: read.data } : { text: line }
    })
}
