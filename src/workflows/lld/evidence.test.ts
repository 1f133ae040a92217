import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import type { Signing } from '../../authoring/repository.ts'
import { draftFor } from '../../mock-provider/answers/lld-document.ts'
import { FOLDERS } from '../../model/folders.ts'
import { inputHash } from '../../model/item.ts'
import { userRepository } from '../../repository/user-repository.ts'
import { dispositionsOf } from '../review/dispositions.ts'
import { contentHash, type Evidence, withEvidence } from '../review/evidence.ts'
import type { TrackedFinding } from '../review/findings.ts'
import { verdictDocument } from '../review/review.ts'
import type { Verdict } from '../review/verdict-schema.ts'
import { findLld, lldPath } from './evidence.ts'
import { lldKind } from './lld-kind.ts'

const words = { id: '42', label: 'LLD-42', title: 'Retries', body: 'Three times.' }
const item = { ...words, dependsOn: [], after: [] }
const body = draftFor({ ...item, number: '42', context: '' }, { vague: false })
const VERDICT = 'docs/lineage/42-lld/003-verdict.md'
const wording = {
  ...{ id: 'wording', tier: 3, category: 'Wording', title: 'Name it' },
  ...{ detail: 'Twice\nsaid.', recommendation: 'Say it once.', round: 2, disposition: 'open' },
} as const satisfies TrackedFinding

const approved: Verdict = {
  ...{ identity: 'r', verdict: 'APPROVED', summary: 's', findings: [wording], earlier: [] },
  ...{ openQuestions: [], labels: [], size: null },
}

/** A repository with an approved design, but for what a case changes. */
async function judged(
  options: {
    verdict?: Verdict
    reviewed?: string
    input?: string
    forgeVerdict?: (verdict: string) => string
    forge?: (design: string) => string
    without?: string
    mock?: boolean
    signing?: Signing
    signature?: string
    /** Another folder of the config, and its content as it was written before. */
    lineage?: string
  } = {},
) {
  const { signing = {} } = options
  const { lineage = FOLDERS.lineage } = options
  const repo = { ...userRepository(temporaryFolder(), { ...FOLDERS, lineage }), signing }
  const { verdict = approved, reviewed = body } = options
  const binding = {
    ...{ issue: '42', inputHash: inputHash(item.title, item.body), provider: 'models' as const },
    ...dispositionsOf([wording]),
  }
  const kind = lldKind(item, { repo, mock: false })
  const rendered = verdictDocument(verdict, {
    ...kind.reviewed(reviewed),
    binding: { ...binding, contentHash: contentHash(reviewed) },
    findings: [wording],
    round: 2,
  })
  const { forgeVerdict = (text: string) => text } = options
  await repo.write(VERDICT.replace(FOLDERS.lineage, lineage), forgeVerdict(rendered))
  const evidence: Evidence = {
    ...{ ...binding, drafter: 'a:x', reviewer: 'b:y', review: 'other-vendor' as const },
    ...{ rounds: 2, verdict: VERDICT, approvedAt: '2026-01-01T00:00:00.000Z' },
  }
  if (options.signature !== undefined) await repo.write(`${VERDICT}.sig`, options.signature)
  const design = withEvidence(body, evidence, { kind: 'feature' })
  await repo.write(lldPath(repo, '42'), (options.forge ?? ((text) => text))(design))
  if (options.without !== undefined) rmSync(join(repo.root, options.without))
  const input = options.input ?? inputHash(item.title, item.body)
  return findLld({ repo, issue: '42', inputHash: input, mock: options.mock ?? false })
}

test('an approved design says in full what its approval carries along', async () => {
  const { round, disposition, ...words } = wording
  expect(disposition).toBe('open')
  const { file: _, ...found } = { file: undefined, ...(await judged()) }
  expect(found).toEqual({
    ...{ state: 'approved', writer: 'models' },
    carried: [{ ...words, foundIn: round }],
  })
})

test('a lineage that was moved to another folder of the config still counts', async () => {
  expect(await judged({ lineage: 'notes' })).toMatchObject({ state: 'approved', writer: 'models' })
})

test.each<[string, Parameters<typeof judged>[0], RegExp]>([
  [
    'the issue has changed',
    { input: inputHash('Retries', 'Four times.') },
    /the issue has changed since/,
  ],
  [
    'the verdict is for another text',
    { reviewed: `${body}\nMore.` },
    /its verdict has another contentHash/,
  ],
  [
    'the verdict is REVISE',
    {
      verdict: {
        ...approved,
        verdict: 'REVISE',
        findings: [{ ...wording, tier: 2, category: 'Quality' }],
      },
    },
    /its verdict is REVISE/,
  ],
  [
    'the verdict is for another state of the issue',
    { forgeVerdict: (text) => text.replace(/^inputHash: ./m, 'inputHash: x') },
    /its verdict has another inputHash/,
  ],
  [
    'the verdict is for another issue',
    { forgeVerdict: (text) => text.replace('issue: "42"', 'issue: "43"') },
    /its verdict has another issue/,
  ],
  ['the verdict is missing', { without: VERDICT }, /003-verdict\.md is missing/],
  [
    'what it carries along was shortened',
    { forge: (text) => text.replace('Say it once.', 'Nothing.') },
    /its verdict has another carried/,
  ],
  ['the text was edited', { forge: (text) => `${text}\nMore.\n` }, /edited after it was approved/],
])('not an approval when %s', async (_, options, why) => {
  expect(await judged(options)).toMatchObject({
    state: 'draft',
    why: expect.stringMatching(why),
  })
})

/** Ada's signature is a text with her name in front. */
const byAda: Signing = { isSigned: async (text, signature) => signature === `Ada: ${text}` }

test('where signers are named, a verdict counts only with the signature of one', async () => {
  let signature = ''
  const forgeVerdict = (text: string) => {
    signature = `Ada: ${text}`
    return text
  }
  await judged({ forgeVerdict })
  const why = 'its verdict is not signed by an allowed signer'
  expect(await judged({ signing: byAda, signature })).toMatchObject({ state: 'approved' })
  expect(await judged({ signing: byAda })).toMatchObject({ state: 'draft', why })
  const fromMock = { forge: toMock, forgeVerdict: toMock }
  expect(await judged({ signing: byAda, ...fromMock, mock: true })).toMatchObject({
    ...{ state: 'approved', writer: 'mock' },
  })
  const changed = { forgeVerdict: (text: string) => `${text}\nMore.\n` }
  expect(await judged({ signing: byAda, signature, ...changed })).toMatchObject({
    ...{ state: 'draft', why },
  })
})

const toMock = (text: string) => text.replace('provider: models', 'provider: mock')

test.each<[string, Parameters<typeof judged>[0]]>([
  ['it says so', { forge: toMock, forgeVerdict: toMock }],
  ['only its verdict says so', { forgeVerdict: toMock }],
  ['it was edited since', { forge: (text) => `${toMock(text)}\nMore.\n`, forgeVerdict: toMock }],
])('what the mock wrote is no draft for real models: %s', async (_, options) => {
  expect(await judged(options)).toMatchObject({ state: 'apart', writer: 'mock' })
})

test('what real models approved stays theirs in a mock run, approved or out of date', async () => {
  expect(await judged({ mock: true })).toMatchObject({ state: 'approved', writer: 'models' })
  const edited = { forge: (text: string) => `${text}\nMore.\n`, mock: true }
  expect(await judged(edited)).toMatchObject({ state: 'apart', writer: 'models' })
  const byHand = { forge: (text: string) => text.replace(/^---[\s\S]*?\n---\n/, ''), mock: true }
  expect(await judged(byHand)).toMatchObject({ state: 'draft', by: 'found in the repository' })
})

test('line ends of another system change nothing, neither in the text nor in findings', async () => {
  const forge = (text: string) => text.replaceAll('\n', '\r\n')
  expect(await judged({ forge })).toMatchObject({ state: 'approved' })
  expect(await judged({ forgeVerdict: forge })).toMatchObject({ state: 'approved' })
})
