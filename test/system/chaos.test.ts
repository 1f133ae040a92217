/** The short version of `npm run chaos`: trouble of every kind, chosen by a seed. */
import { expect, test } from 'vitest'
import { chaos } from '../chaos/chaos.ts'

test('items are done, each once, while workers, coordinator, provider and disk fail', async () => {
  const story: string[] = []
  const log = (line: string) => void story.push(line)
  const report = await chaos({ seed: 3, small: 10, designs: 2, troubles: 3, log })
  expect(report.problems, story.join('\n')).toEqual([])
})
