import { expect, onTestFinished, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { Project } from '../rig/project.ts'

/** Asks three times in one conversation; its worker is killed once, between the first answer and the second question. */
const WORKFLOW = `
  import { existsSync, writeFileSync } from 'node:fs'
  import { z } from 'zod'
  const schema = z.object({ count: z.number() })
  export default {
    name: 'talk',
    collect: () => [{ id: 'one' }],
    async run(item, { step, ask, log }) {
      const opening = async () => {
        log('opening made')
        return 'The page is long.'
      }
      const question = (task, text) => ({ task, text, instructions: 'Be brief.', opening })
      await step('draft', () => ask('drafter', question('draft', 'Draft it.')))
      await step('revise', () => {
        if (!existsSync('killed')) {
          writeFileSync('killed', '')
          process.kill(process.pid, 'SIGKILL')
        }
        return ask('drafter', question('revise', 'Revise it.'))
      })
      await step('alone', () => ask('drafter', { task: 'alone', text: 'And this?' }))
      log('counted ' + (await step('count', () => ask('drafter', question('count', 'Count it.'), schema))).count)
    },
  }`

const TALK = ['run', 'talk.mjs', '--all']

test('every question of a conversation begins with all before it, also after kill -9', async () => {
  const asked: string[] = []
  const { project, provider } = await talkProject(({ prompt, question }) => {
    asked.push(prompt)
    if (!question.includes('Count it.') && !question.includes('could not be used'))
      return { text: `Answer ${asked.length}.` }
    return { text: asked.length === 4 ? 'Three.' : '{"count":3}' }
  })
  const { code, stdout } = await project.agentos(TALK, {
    env: { TEST_KEY: 'a-key-for-tests' },
  })
  expect(code).toBe(0)
  expect(stdout).toContain('counted 3')
  expect(stdout.match(/opening made/g)).toHaveLength(1)
  expect(provider.statistics()).toMatchObject({ answered: 5, repeated: 0 })
  const marker = (task: string) => `<!-- agentos task=talk.${task} item=one round=1 -->`
  const first = `${marker('draft')}\nThe page is long.\n\nDraft it.`
  const second = `${first}\n\nAnswer 1.\n\n${marker('revise')}\nRevise it.`
  const third = `${second}\n\nAnswer 2.\n\n${marker('count')}\nCount it.`
  const again = `${marker('count')}\nYour last answer could not be used: The answer was not JSON.\nAnswer again, completely, in the required form.`
  expect(asked).toEqual([
    first,
    second,
    `${marker('alone')}\nAnd this?`,
    third,
    `${third}\n\nThree.\n\n${again}`,
  ])
})

test('a conversation that no longer fits the model is begun anew', async () => {
  const asked: string[] = []
  const { project } = await talkProject(({ prompt, question }) => {
    asked.push(prompt)
    if (question.includes('Count it.')) return { text: '{"count":3}' }
    return { text: 'word '.repeat(question.includes('Draft it.') ? 60_000 : 1) }
  })
  const { code, stdout } = await project.agentos([...TALK, '--set', 'limits.outputTokens=100000'], {
    env: { TEST_KEY: 'a-key-for-tests' },
  })
  expect(code).toBe(0)
  expect(stdout.match(/opening made/g)).toHaveLength(2)
  const [, revise, , count] = asked
  expect(revise).toMatch(/^<!-- .* -->\nThe page is long\.\n\nRevise it\.$/)
  expect(count).toContain(`${revise}\n\nword`)
})

async function talkProject(answer: AnswerFunction) {
  const project = new Project()
  const provider = await startMockProvider({ answer })
  onTestFinished(() => provider.close())
  const config = {
    models: { drafter: 'house:claude-x' },
    providers: { house: { protocol: 'openai-compatible', baseUrl: `${provider.url}/v1` } },
    credentials: [{ id: 'key', provider: 'house', from: 'env:TEST_KEY' }],
  }
  project.write('agentos.config.mjs', `export default ${JSON.stringify(config)}`)
  project.write('talk.mjs', WORKFLOW)
  return { project, provider }
}
