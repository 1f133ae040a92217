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

export function pageOf(
  events: Iterable<Event>,
  options: {
    readonly summary: Summary
    /** Lines of its events that cannot be read. */
    readonly damagedLines: number
    readonly files: RunFiles
    readonly changes: Changes
    readonly parallel: number
  },
): string {
  const { summary, damagedLines, files, changes, parallel } = options
  const found = new Map(summary.items.map(({ id }) => [id, files.ofItem(id)]))
  const about = (item: ItemId) => found.get(item) ?? NOTHING
  const { data, paidTwice } = foldPage(events, summary, (item) => about(item).links)
  return renderPage({
    ...{ summary, damagedLines, data },
    figures: figuresOf(summary, { paidTwice, parallel }),
    findings: findingsOf(summary.items, about),
    hasLineage: [...found.values()].some(({ hasLineage }) => hasLineage),
    changes,
    links: files.ofRun,
  })
}

const NOTHING = { links: [], reviews: [], hasLineage: false }
