import { generateText } from 'ai'
import { expect, onTestFinished, test } from 'vitest'
import { clientModel } from '../../../test/rig/mock-models.ts'
import { defaultAnswer } from '../default-answer.ts'
import { startCutProvider } from './power-cut.ts'

async function cutProvider() {
  const provider = await startCutProvider({ answer: defaultAnswer, latencyMs: 0 })
  onTestFinished(() => provider.close())
  const clients = new AbortController()
  const ask = (task: string, item: string) =>
    generateText({
      model: clientModel('gemini', provider.url),
      prompt: `<!-- agentos task=${task} item=${item} round=1 -->\ndo it`,
      maxRetries: 0,
      abortSignal: clients.signal,
    })
  return { provider, ask, leave: () => clients.abort() }
}

test('a line cut for some calls holds those, however fast they come, and no others', async () => {
  const { provider, ask, leave } = await cutProvider()
  const cut = provider.cut(({ task }) => task === 'build.code')
  let isReached = false
  const reached = cut.unanswered(2).then(() => (isReached = true))

  const held = [ask('build.code', '1'), ask('build.code', '1')]
  await cut.unanswered(1)
  await ask('build.tests', '2')
  expect({ isReached, answered: provider.statistics().answered }).toEqual({
    isReached: false,
    answered: 1,
  })

  held.push(ask('build.code', '2'))
  const ends = Promise.allSettled(held)
  await reached
  leave()
  await provider.restore()
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(provider.statistics()).toMatchObject({ answered: 1, abandoned: 3 })
})

test('calls are answered one at a time, as the test wishes, and those of a client that is gone are not', async () => {
  const { provider, ask, leave } = await cutProvider()
  const cut = provider.cut()
  const first = ask('build.tests', '1')
  await cut.unanswered(1)
  cut.answer()
  await first

  const second = Promise.allSettled([ask('build.tests', '2')])
  await cut.unanswered(1)
  leave()
  await provider.restore()
  await second
  expect(provider.statistics()).toMatchObject({ answered: 1, abandoned: 1 })
})
