import { expect, test } from 'vitest'
import { requireAccess } from './access.ts'

const TOKEN = { label: 'agentos', token: 'ghp_0123456789' }

test.each([
  ['push', { push: true }, 'pull-requests', true],
  ['triage alone', { push: false, triage: true }, 'pull-requests', false],
  ['triage alone', { push: false, triage: true }, 'issues', true],
  ['neither', { push: false, triage: false }, 'issues', false],
  ['no permissions in the answer', undefined, 'pull-requests', true],
] as const)('a token with %s (%o) for %s', (_, permissions, wants, isEnough) => {
  const about = { default_branch: 'main', permissions }
  const check = () => requireAccess(about, { ...TOKEN, wants })
  if (isEnough) expect(check).not.toThrow()
  else expect(check).toThrow()
})
