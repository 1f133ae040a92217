import { expect, test } from 'vitest'
import type { Issue } from '../../model/issue.ts'
import { notForReal } from './apart.ts'

const ISSUE: Issue = {
  ...{ number: '2', title: 'Tags', body: '', state: 'open', labels: [], dependsOn: [] },
  mockFile: 'issues/2-tags.md',
}

test.each([
  ['its brief', 'ideas/My tags.md', 'agentos issue my-tags'],
  ['a person, where the brief is gone', 'ideas/gone.md', /^read issues\/2-tags\.md, then remove/],
  ['a person, where there is no brief', undefined, /^read issues\/2-tags\.md, then remove/],
])('an issue of the mock provider becomes one for real models by %s', async (_, brief, command) => {
  const read = async (path: string) => (path === 'ideas/My tags.md' ? '# Tags' : undefined)
  const issue = { ...ISSUE, ...(brief === undefined ? {} : { brief }) }
  expect(await notForReal(issue, { repo: { read }, mock: true })).toBeUndefined()
  const left = await notForReal(issue, { repo: { read }, mock: false })
  if (typeof command === 'string') expect(left?.command).toBe(command)
  else expect(left?.command).toMatch(command)
})
