import { expect, test } from 'vitest'
import { dispositionsOf, fateWords } from './dispositions.ts'
import { declineFindings, findingsBlock, type TrackedFinding, trackFindings } from './findings.ts'

const finding = (id: string): TrackedFinding => ({
  ...{ id, tier: 2, category: 'Quality', title: `Title of ${id}`, detail: `Detail of ${id}` },
  ...{ recommendation: `Do ${id}`, round: 1, disposition: 'open' },
})
const said = (disposition: 'fixed' | 'open' | 'withdrawn', ...ids: string[]) =>
  ids.map((id) => ({ id, disposition, note: '' }))

/** Four findings: one is fixed, one is declined and let go, one let go, one declined but upheld. */
const declined = declineFindings(['a', 'b', 'c', 'd'].map(finding), [
  { id: 'b', why: 'Out of scope.' },
  { id: 'd', why: 'Too dear.' },
])
const tracked = trackFindings(
  declined,
  {
    ...{ identity: '', verdict: 'APPROVED', summary: '', findings: [], labels: [], size: null },
    earlier: [...said('fixed', 'a'), ...said('withdrawn', 'b', 'c'), ...said('open', 'd')],
    openQuestions: [],
  },
  2,
)

test('every finding is settled with its round and reason, or carried with all its words', () => {
  expect(dispositionsOf(tracked)).toEqual({
    settled: [
      { id: 'a', tier: 2, title: 'Title of a', foundIn: 1, disposition: 'fixed', settledIn: 2 },
      {
        ...{ id: 'b', tier: 2, title: 'Title of b', foundIn: 1, disposition: 'declined' },
        ...{ settledIn: 2, why: 'Out of scope.' },
      },
      { id: 'c', tier: 2, title: 'Title of c', foundIn: 1, disposition: 'withdrawn', settledIn: 2 },
    ],
    carried: [
      {
        ...{ id: 'd', tier: 2, category: 'Quality', title: 'Title of d', detail: 'Detail of d' },
        ...{ recommendation: 'Do d', foundIn: 1, declined: 'Too dear.' },
      },
    ],
  })
})

test('the words for a fate', () => {
  expect(tracked.map((one) => fateWords(one, { isApproved: true }))).toEqual([
    'fixed in round 2',
    'withdrawn in round 2, declined by the author: Out of scope.',
    'withdrawn in round 2',
    'carried, declined by the author: Too dear.',
  ])
  expect(fateWords(finding('a'), { isApproved: false })).toBe('open')
})

test('a declined finding stays open for the reviewer, with the reason; a settled one is not reopened', () => {
  expect(declined.map(({ disposition }) => disposition)).toEqual(['open', 'open', 'open', 'open'])
  expect(findingsBlock(declined)).toContain('The author declined: Out of scope.')
  const late = declineFindings(tracked, [{ id: 'a', why: 'Never.' }])
  expect(late[0]).not.toHaveProperty('declined')
})
