/** Documents generated from the code; a difference fails, `-u` writes them. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventSchema } from '../../src/model/event.ts'
import { commandsPage } from './commands-page.ts'
import { eventsPage } from './events-page.ts'
import { troubleshootingPage } from './troubleshooting-page.ts'

test('docs/events.md and its schema list every event', async () => {
  await expect(eventsPage()).toMatchFileSnapshot('../../docs/events.md')
  await expect(`${JSON.stringify(jsonSchema(), null, 1)}\n`).toMatchFileSnapshot(
    '../../docs/events.schema.json',
  )
})

test('docs/commands.md says what --help says', async () => {
  await expect(commandsPage()).toMatchFileSnapshot('../../docs/commands.md')
})

test('docs/troubleshooting.md has the words for every failure', async () => {
  await expect(troubleshootingPage()).toMatchFileSnapshot('../../docs/troubleshooting.md')
})

/** For other programs, which must accept new fields. */
function jsonSchema(): object {
  const schema = z.toJSONSchema(eventSchema, {
    reused: 'ref',
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
    },
  })
  return { title: 'An event of AgentOS', ...schema }
}
