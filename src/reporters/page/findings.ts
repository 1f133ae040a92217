/** What needs attention: failures with their remedies, and findings of reviewers. */
import type { ItemId } from '../../model/ids.ts'
import type { Summary } from '../view/summary.ts'
import { type FailureWords, failureWords } from '../words/failure-words.ts'
import { plural } from '../words/words.ts'
import { LONGEST_TITLE } from './fold-page.ts'
import { anchor, escaped, escapedLine, shortened } from './html/html.ts'
import type { Link } from './page-data.ts'

/** A reviewer's answer that was written in this run. */
export interface Review {
  readonly verdict: string
  readonly findings: readonly { readonly tier: number; readonly title: string }[]
  readonly link: Link | undefined
}

export interface Finding {
  readonly label: string
  readonly title: string
  readonly outcome: string
  readonly failure: FailureWords | null
  readonly reviews: readonly Review[]
  readonly links: readonly Link[]
}

/** A page cannot show ten thousand failures in full. */
const MOST_FINDINGS = 200
const MOST_OPEN = 10
const LONGEST_WORDS = 2_000

export function findingsOf(
  items: Summary['items'],
  files: ReadonlyMap<ItemId, Pick<Finding, 'reviews' | 'links'>>,
): Finding[] {
  return items.flatMap(({ id, label, title, outcome, failure }) => {
    const { reviews = [], links = [] } = files.get(id) ?? {}
    const found = reviews.filter(
      ({ verdict, findings }) => verdict !== 'APPROVED' || findings.length > 0,
    )
    if (failure === undefined && found.length === 0) return []
    const words = failure === undefined ? null : failureWords(failure, label)
    const shown = title === id ? '' : shortened(title, LONGEST_TITLE)
    return { label, title: shown, outcome, failure: words, reviews: found, links }
  })
}

export function findingsHtml(findings: readonly Finding[]): string {
  if (findings.length === 0) return ''
  const groups = groupsOf(findings)
  const shown = groups.slice(0, MOST_FINDINGS).map(groupHtml)
  const folded = shown.splice(MOST_OPEN)
  const left = groups.slice(MOST_FINDINGS).flat().length
  const more = `<details class="folded"><summary>${folded.length} more</summary>${folded.join('\n')}</details>`
  const rest = `<p class="hint">${left.toLocaleString('en')} more are in the table below.</p>`
  return `<section id="findings" aria-labelledby="findings-title">
<div class="bar"><h2 id="findings-title">Findings</h2></div>
${[...shown, ...(folded.length === 0 ? [] : [more]), ...(left === 0 ? [] : [rest])].join('\n')}
</section>`
}

/** Equal failures, which are shown once, with their items. */
type FindingGroup = readonly [first: Finding, ...others: Finding[]]

/** The most urgent first, else in the order of the items. */
function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, (finding) => sameWords(finding) ?? finding)
  return [...groups.values()]
    .map((group) => group as [Finding, ...Finding[]])
    .sort(([a], [b]) => urgency(a) - urgency(b))
}

/** What a reviewer found belongs to one item. */
function sameWords({ outcome, failure, reviews }: Finding): string | undefined {
  if (failure === null || reviews.length > 0) return undefined
  const { what, why, remedy } = failure
  return JSON.stringify([outcome, what, why, remedy])
}

/** Failures, then open gates, then resolved findings. */
function urgency({ failure, outcome }: Finding): number {
  if (failure === null) return 2
  return outcome === 'gated' ? 1 : 0
}

function groupHtml([first, ...others]: FindingGroup): string {
  const { label, title, outcome, failure, reviews, links } = first
  const name = `<span class="label">${escaped(label)}</span> <bdi>${escaped(title)}</bdi>`
  if (failure === null)
    return `<details><summary>${name}<span class="soft">: ${escaped(verdictWords(reviews))}</span></summary>${reviews.map(reviewHtml).join('')}</details>`
  const { what, why, remedy } = failure
  const more = others.length === 0 ? '' : ` and ${plural(others.length, 'other item')}`
  const words = `${line('What', what)}${why === undefined ? '' : line('Why', why)}${line('Do', remedy)}${linksLine(links)}${othersLine(others)}`
  return `<article data-outcome="${escaped(outcome)}"><h3>${name}${more} <span class="outcome" data-outcome="${escaped(outcome)}">${escaped(outcome)}</span></h3><dl>${words}</dl>${reviews.map(reviewHtml).join('')}</article>`
}

/** Verdicts in their order, and how much they found. */
function verdictWords(reviews: readonly Review[]): string {
  const verdicts = reviews.map(({ verdict }) => verdict.toLowerCase()).join(', then ')
  const found = reviews.reduce((sum, { findings }) => sum + findings.length, 0)
  return `${verdicts}; ${plural(found, 'finding')}`
}

function line(name: string, words: string): string {
  const text = words.trim()
  const shown = text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS - 1)}…` : text
  const html = shown.split(/\r?\n/).map(escapedLine).join('\n')
  return `<dt>${name}</dt><dd>${html.replace(/`([^`\n]+)`/g, '<code>$1</code>')}</dd>`
}

function linksLine(links: readonly Link[]): string {
  return links.length === 0 ? '' : `<dt>Files</dt><dd>${links.map(anchor).join(' · ')}</dd>`
}

function othersLine(others: readonly Finding[]): string {
  if (others.length === 0) return ''
  const items = others.slice(0, MOST_FINDINGS).map(({ label, links }) => {
    const files = links.length === 0 ? '' : ` (${links.map(anchor).join(' · ')})`
    return `${escaped(label)}${files}`
  })
  const left = others.length - items.length
  const more = left === 0 ? '' : ` and ${left.toLocaleString('en')} more, in the table below`
  return `<dt>Also</dt><dd>${items.join(', ')}${more}</dd>`
}

function reviewHtml({ verdict, findings, link }: Review): string {
  const name = link === undefined ? 'review' : anchor(link)
  const list = findings.map(({ tier, title }) => `<li>Tier ${tier}: ${escaped(title)}</li>`)
  return `<div class="review"><p>${name}: <b>${escaped(verdict)}</b></p>${list.length === 0 ? '' : `<ul>${list.join('')}</ul>`}</div>`
}
