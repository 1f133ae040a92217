/** Results of mocha (`--reporter json`), which then prints nothing that people could read. */
import { z } from 'zod'
import type { TestCounts } from '../test-output.ts'
import { jsonOf } from './json-of.ts'
import { counted, type Seen, titled } from './seen-test.ts'

const test = z.object({
  fullTitle: z.string(),
  file: z.string().nullish(),
  err: z.object({ stack: z.string().optional(), message: z.string().optional() }).nullish(),
})
const results = z.object({ passes: z.array(test), failures: z.array(test) })
type Test = z.infer<typeof test>

export function readMochaJson(text: string): TestCounts | undefined {
  const read = results.safeParse(jsonOf(text))
  if (!read.success) return undefined
  const seen = (tests: readonly Test[], outcome: Seen['outcome']) =>
    tests.map((one): Seen => ({ name: nameOf(one), outcome, said: saidOf(one) }))
  return counted([...seen(read.data.passes, 'passed'), ...seen(read.data.failures, 'failed')])
}

/** Much as its usual reporter has it. */
export function mochaText(text: string): string {
  const read = results.safeParse(jsonOf(text))
  if (!read.success) return text
  const { passes, failures } = read.data
  const lines = failures.map(
    (one, index) => `  ${index + 1}) ${nameOf(one)}:\n\n${indented(saidOf(one))}\n`,
  )
  return [`  ${passes.length} passing`, `  ${failures.length} failing`, '', ...lines].join('\n')
}

function nameOf({ file, fullTitle }: Test): string {
  return titled(file ?? undefined, [fullTitle])
}

function saidOf({ err }: Test): string {
  return err?.stack ?? err?.message ?? ''
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '     ')
}
