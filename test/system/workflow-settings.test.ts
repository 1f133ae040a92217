import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const workflow = (settings: string) => `
import { z } from 'zod'
export default {
  name: 'greet',
  ${settings}
  collect: ({ settings }) => [{ id: 'ada', title: String(settings.tone) }],
  run: (item, { settings, log }) => log('collected ' + item.title + ', run ' + JSON.stringify(settings)),
}`
const SCHEMA = `settings: z.strictObject({ tone: z.enum(['warm', 'dry']), times: z.int().default(2) }),`

async function greeting(schema: string, config: string) {
  const project = new Project()
  project.write('greet.mjs', workflow(schema))
  project.write('agentos.config.mjs', `export default { workflows: { greet: ${config} } }`)
  return project.agentos(['run', 'greet.mjs', '--all'])
}

test('settings of a custom workflow reach collect and run, with the defaults of its schema', async () => {
  const { code, stdout } = await greeting(SCHEMA, `{ tone: 'dry' }`)
  expect(stdout).toContain('collected dry, run {"tone":"dry","times":2}')
  expect(code).toBe(0)
})

test('without a schema they arrive as they are written', async () => {
  const { code, stdout } = await greeting('', `{ tone: 'any', deep: [1] }`)
  expect(stdout).toContain('collected any, run {"tone":"any","deep":[1]}')
  expect(code).toBe(0)
})

test.each([
  [SCHEMA, `{ tone: 'loud' }`, /workflows\.greet\.tone: .*"warm"\|"dry"/],
  [`settings: {},`, `{}`, /has `settings` that are no zod schema/],
])('settings that do not fit are refused before the run: %s %s', async (schema, config, words) => {
  const { code, stderr } = await greeting(schema, config)
  expect(stderr).toMatch(words)
  expect(code).toBe(2)
})
