/** What became of a reviewer's findings, round by round. */
import { wordsOf } from '../document/questions.ts'
import { untrustedWhole, withoutOurTags } from '../document/untrusted.ts'
import type { Finding, Verdict } from './verdict-schema.ts'

/** Who found it, instead of a subject. */
const PERSON = 'Person'

const NOTHING_SAID = 'The author says nothing of it.'

export interface TrackedFinding extends Finding {
  readonly round: number
  readonly disposition: 'open' | 'fixed' | 'withdrawn'
  /** The round whose review found it settled. */
  readonly settledIn?: number
  /** The drafter's reason not to follow it; the reviewer has the last word. */
  readonly declined?: string
  /** What the drafter says that it has made of it. */
  readonly settled?: string
  /** The reviewer's last word on it. */
  readonly note?: string
}

/** What an author says of findings: why it does not follow them, or how it has settled them. */
export interface AuthorWords {
  readonly declined: readonly { readonly id: string; readonly why: string }[]
  readonly settled: readonly { readonly id: string; readonly how: string }[]
}

/** The findings after a review: earlier ones with what it said of them, new ones added as open. */
export function trackFindings(
  tracked: readonly TrackedFinding[],
  verdict: Verdict,
  round: number,
): TrackedFinding[] {
  const said = new Map(verdict.earlier.map((entry) => [entry.id, entry]))
  const earlier = tracked.map((finding) => {
    const entry = finding.disposition === 'open' ? said.get(finding.id) : undefined
    if (entry === undefined) return finding
    const { note: _, ...rest } = finding
    const noted = entry.note === '' ? rest : { ...rest, note: entry.note }
    if (entry.disposition === 'open') return noted
    return { ...noted, disposition: entry.disposition, settledIn: round }
  })
  const added = verdict.findings.map((finding) => ({
    ...finding,
    round,
    disposition: 'open' as const,
  }))
  return [...earlier, ...added]
}

export function openFindings(tracked: readonly TrackedFinding[]): TrackedFinding[] {
  return tracked.filter(({ disposition }) => disposition === 'open')
}

/** The drafter's word on findings that it does not follow. */
export function declineFindings(
  tracked: readonly TrackedFinding[],
  declined: readonly { readonly id: string; readonly why: string }[],
): TrackedFinding[] {
  const reasons = new Map(declined.map(({ id, why }) => [id, why]))
  return tracked.map((finding) => {
    const why = finding.disposition === 'open' ? reasons.get(finding.id) : undefined
    return why === undefined ? finding : { ...finding, declined: why }
  })
}

/** The drafter's words on open findings, in place of earlier ones. A finding that it has settled is no longer declined. */
export function answerFindings(
  tracked: readonly TrackedFinding[],
  { declined, settled }: AuthorWords,
): TrackedFinding[] {
  const words = new Map(settled.map(({ id, how }) => [id, how.trim()]))
  const answered = tracked.map((finding) => {
    if (finding.disposition !== 'open') return finding
    const { settled: _, ...rest } = finding
    const how = words.get(finding.id) ?? ''
    if (how === '') return rest
    const { declined: __, ...followed } = rest
    return { ...followed, settled: how }
  })
  return declineFindings(answered, declined)
}

/** A person's wish as a finding: it blocks until the reviewer sees it fulfilled. */
export function personFinding(
  tracked: readonly TrackedFinding[],
  text: string,
  round: number,
): TrackedFinding {
  const count = tracked.filter(isByPerson).length + 1
  return {
    id: `person-${count}`,
    tier: 1,
    category: PERSON,
    title: oneLine(text).slice(0, 120),
    detail: text,
    recommendation: 'Do as this person says.',
    round,
    disposition: 'open',
  }
}

/** Nobody declines what a person has asked for. */
export function isByPerson({ category }: TrackedFinding): boolean {
  return category === PERSON
}

/** Two rounds that ask for the same things, in whatever order and spelling. */
export function isStagnant(
  before: readonly TrackedFinding[],
  now: readonly TrackedFinding[],
): boolean {
  const key = (findings: readonly TrackedFinding[]) =>
    findings
      .map(({ tier, title }) => `${tier} ${wordsOf(title)}`)
      .sort()
      .join('\n')
  return now.length > 0 && key(before) === key(now)
}

/** Foreign words on one line of bounded length: they cannot pass for a part of the prompt. */
export function oneLine(text: string): string {
  return withoutOurTags(text.replace(/\s+/g, ' ').trim().slice(0, 500))
}

/** For the author, and for a reviewer who has not seen them: word for word, however long. */
export function findingsBlock(findings: readonly TrackedFinding[]): string {
  return untrustedWhole('findings', findings.map(wholeFinding).join('\n\n'))
}

/** For the reviewer who has found them: what the author has made of each. */
export function earlierBlock(findings: readonly TrackedFinding[]): string {
  const lines = findings.map((finding) => {
    if (isByPerson(finding)) return [wholeFinding(finding), ...settledOf(finding)].join('\n')
    const said = declineOf(finding) ?? settledOf(finding)[0] ?? NOTHING_SAID
    return `${headOf(finding)}\n${said}`
  })
  return untrustedWhole('earlier', lines.join('\n\n'))
}

function wholeFinding(finding: TrackedFinding): string {
  const { detail, recommendation, note } = finding
  return [
    headOf(finding),
    detail,
    `Recommended: ${recommendation}`,
    ...(note === undefined ? [] : [`The reviewer since: ${note}`]),
    ...(finding.declined === undefined ? [] : [declineOf(finding)]),
  ].join('\n')
}

/** What reviewers and persons have said of them, without a word of the author's. */
export function saidOf(findings: readonly TrackedFinding[]): string {
  return findings
    .flatMap(({ title, detail, recommendation, note = '' }) => [
      title,
      detail,
      recommendation,
      note,
    ])
    .join('\n')
}

function headOf({ id, tier, category, title }: TrackedFinding): string {
  return `- ${id} (tier ${tier}, ${category}): ${title}`
}

function settledOf({ settled }: TrackedFinding): string[] {
  return settled === undefined ? [] : [`The author: ${settled}`]
}

function declineOf({ declined }: TrackedFinding): string | undefined {
  return declined === undefined ? undefined : `The author declined: ${declined}`
}
