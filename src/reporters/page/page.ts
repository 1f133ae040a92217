/** `agentos report --format html`: a run as one page. */
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import type { Summary } from '../view/summary.ts'
import type { Changes } from './changes.ts'
import { figuresOf } from './figures.ts'
import { findingsOf, type Review } from './findings.ts'
import { foldPage } from './fold-page.ts'
import { renderPage } from './html/render-page.ts'
import type { Link } from './page-data.ts'

/** Files that the page links, and the reviews in them. */
export interface RunFiles {
  readonly ofRun: readonly Link[]
  readonly ofItem: (item: ItemId) => {
    readonly links: readonly Link[]
    readonly reviews: readonly Review[]
    /** Drafts and verdicts are among the links; another run may have written them. */
    readonly hasLineage: boolean
  }
}

export interface PageOptions {
  readonly summary: Summary
  /** Lines of its events that cannot be read. */
  readonly damagedLines: number
  readonly files: RunFiles
  readonly changes: Changes
  readonly parallel: number
}

export function pageOf(events: Iterable<Event>, options: PageOptions): string {
  const { summary, files, parallel } = options
  const found = new Map(summary.items.map(({ id }) => [id, files.ofItem(id)]))
  const { data, paidTwice } = foldPage(events, summary, (item) => found.get(item)?.links ?? [])
  return renderPage({
    ...options,
    data,
    figures: figuresOf(summary, { paidTwice, parallel }),
    findings: findingsOf(summary.items, found),
    hasLineage: [...found.values()].some(({ hasLineage }) => hasLineage),
  })
}
