import { isDeepStrictEqual } from 'node:util'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'

/** What the demo has promised to show is looked at, not assumed. */
export function expectSame(what: string, { wanted, got }: { wanted: unknown; got: unknown }): void {
  if (isDeepStrictEqual(got, wanted)) return
  const [expected, found] = [JSON.stringify(wanted), JSON.stringify(got)]
  throw new UsageError(
    'demo-differs',
    `Unexpected result of the demo: ${what}: expected ${expected}, got ${found}.`,
    {
      hint: '`agentos demo <folder>` keeps its repository with all logs.',
      exitCode: EXIT.failed,
    },
  )
}
