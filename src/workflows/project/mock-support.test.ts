import { expect, test } from 'vitest'
import { requireMockable } from './mock-support.ts'
import { projectFacts } from './project-facts.ts'

const refusal = async (texts: Readonly<Record<string, string>>) => {
  const files = Object.keys(texts)
  const facts = await projectFacts({ files, read: async (path) => texts[path], settings: {} })
  try {
    requireMockable(facts)
    return undefined
  } catch (error) {
    return error
  }
}

const script = (test: string) => JSON.stringify({ scripts: { test } })

test.each([
  ['Go', { 'go.mod': '' }, '`go test -v ./...` (Go, known from go.mod)'],
  ['Rust', { 'Cargo.toml': '' }, '`cargo test` (Rust, known from Cargo.toml)'],
  [
    'a runner that is unknown',
    { 'package.json': script('ava') },
    '`ava` (an unknown runner, known',
  ],
  ['another known one', { 'package.json': script('jasmine') }, '`jasmine` (JavaScript, known from'],
  ['no tests', { 'README.md': '' }, 'no known way to run its tests was found'],
])('%s: refused with the reason, what is possible, and the demo', async (_, texts, reason) => {
  expect(await refusal(texts)).toMatchObject({
    code: 'mock-unsupported',
    message: expect.stringContaining(reason),
    hint: expect.stringContaining('agentos demo'),
  })
})

test.each(['node --test', 'vitest run', 'jest', 'mocha'])('%s is no obstacle', async (command) => {
  expect(await refusal({ 'package.json': script(command) })).toBeUndefined()
})

test('pytest is no obstacle', async () => {
  expect(await refusal({ 'pyproject.toml': '' })).toBeUndefined()
})
