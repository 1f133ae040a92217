import { generateText } from 'ai'
import { expect, onTestFinished, test } from 'vitest'
import { clientModel } from '../../test/rig/mock-models.ts'
import { defaultAnswer } from './default-answer.ts'
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

test('a line cut for a task holds its calls, however fast they come, and no others', async () => {
  const { provider, ask, leave } = await cutProvider()
  const cut = provider.cut('build.code')
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
  await provider.mend()
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(provider.statistics()).toMatchObject({ answered: 1, abandoned: 3 })
})

test('a line cut for all is mended when the clients are gone, and answers what is asked again', async () => {
  const { provider, ask, leave } = await cutProvider()
  const cut = provider.cut()
  const held = Promise.allSettled([ask('build.tests', '1')])
  await cut.unanswered(1)
  leave()
  await provider.mend()
  await held
  expect(provider.statistics()).toMatchObject({ answered: 0, abandoned: 1 })
})
