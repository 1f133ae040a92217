/** Results of jest (`--json`), and of vitest, which writes the same form (`--reporter=json`). */
import { z } from 'zod'
import type { TestCounts } from '../test-output.ts'
import { jsonOf } from './json-of.ts'
import { counted, type Seen, titled } from './seen-test.ts'

const results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

export function readJestJson(text: string): TestCounts | undefined {
  const read = results.safeParse(jsonOf(text))
  if (!read.success) return undefined
  const seen = read.data.testResults.flatMap((file): Seen[] => {
    const tests = file.assertionResults.map(
      ({ ancestorTitles, title, status, failureMessages }): Seen => ({
        name: titled(file.name, [...ancestorTitles, title]),
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
        said: failureMessages?.[0] ?? '',
      }),
    )
    const isExplained = tests.some(({ outcome }) => outcome === 'failed')
    // It could not be loaded, or what is done before its tests has failed.
    return file.status === 'failed' && !isExplained
      ? [...tests, { name: file.name, outcome: 'failed', said: file.message ?? '' }]
      : tests
  })
  return counted(seen)
}
