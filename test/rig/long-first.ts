import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Short files that take long: begun last, one of them would be waited for alone. */
const LONG = [
  'demo',
  'docs',
  'implement',
  'implement-conflicts',
  'github-pulls',
  'pull-the-plug',
  'implement-append-only',
  'implement-commits',
  'package',
  'chaos',
  'page',
]

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    return [...usual.filter(isLong), ...usual.filter((file) => !isLong(file))]
  }
}
