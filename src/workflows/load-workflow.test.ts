import { expect, test } from 'vitest'
import { builtInSource, loadWorkflow } from './load-workflow.ts'

test.each(['issue', 'lld', 'implement'])('%s comes with AgentOS', async (name) => {
  expect(await loadWorkflow(builtInSource(name))).toMatchObject({ name, source: `agentos:${name}` })
})

test.each(['nope', '__proto__', 'toString', ''])('there is no agentos:%s', async (name) => {
  await expect(loadWorkflow(`agentos:${name}`)).rejects.toMatchObject({
    message: `No workflow "agentos:${name}" comes with AgentOS.`,
    hint: 'There are agentos:issue, agentos:lld, agentos:implement.',
  })
})

test('a file of that name is a file', async () => {
  await expect(loadWorkflow('lld')).rejects.toThrow('There is no workflow file "lld".')
})
