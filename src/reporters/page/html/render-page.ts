/**
 * The page as text: one file that needs nothing else. What people must read is in the HTML; the script draws
 * the timeline and lets the table be sorted. Only this script and this style may be used, by their hashes.
 */
import { hash } from 'node:crypto'
import type { Summary } from '../../view/summary.ts'
import { nextSteps } from '../../words/next-steps.ts'
import { formatInstant } from '../../words/time-words.ts'
import { plural } from '../../words/words.ts'
import { changesHtml } from '../changes.ts'
import type { Figure } from '../figures.ts'
import { type Finding, findingsHtml } from '../findings.ts'
import type { PageOptions } from '../page.ts'
import { SCRIPT, STYLE } from '../page-assets.ts'
import type { Link, PageData } from '../page-data.ts'
import { anchor, escaped, scriptJson } from './html.ts'
import { plainTable } from './plain-table.ts'
import { timelineHtml } from './timeline-html.ts'

export interface Page extends PageOptions {
  readonly data: PageData
  readonly figures: readonly Figure[]
  readonly findings: readonly Finding[]
  /** Drafts and verdicts are linked. */
  readonly hasLineage: boolean
}

export function renderPage(page: Page): string {
  const { summary, damagedLines, data, figures, findings, hasLineage, changes, files } = page
  const { run, workflow } = summary
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(`${workflow} ${run}`)} · AgentOS</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(workflow)} <span class="run">${escaped(run)}</span></h1>
<p class="about">${aboutHtml(summary, damagedLines)}</p>
<p class="command"><code>${escaped(summary.command)}</code></p>
${sectionsHtml(page)}</header>
<main>
<dl class="figures" aria-label="Headline figures">
${figures.map(figureHtml).join('\n')}
</dl>
${timelineHtml(data)}
${findingsHtml(findings)}
${changesHtml(changes)}
${plainTable(data.items, { hasLineage })}
</main>
<footer>
${linksHtml(files.ofRun)}<p>${nextHtml(summary)}Made by AgentOS from the run’s events.</p>
</footer>
<script type="application/json" id="data">${scriptJson(data)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`
}

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const STATE = {
  over: '',
  running: 'still running when this was written',
  'cut-off': 'cut off: its process was killed',
} as const

function aboutHtml(summary: Summary, damagedLines: number): string {
  const { startedAt, state, exitCode, mock, models } = summary
  const at = new Date(startedAt).toISOString()
  const time = `<time datetime="${at}">${escaped(formatInstant(startedAt))}</time>`
  const roles = Object.entries(models).map(([role, model]) => `${role} ${model}`)
  const more = [
    ...(state === 'over' ? [`exit code ${exitCode}`] : [STATE[state]]),
    ...(damagedLines === 0
      ? []
      : [`${plural(damagedLines, 'line')} of its events cannot be read and are left out`]),
    ...(mock ? ['mock provider'] : []),
    ...roles,
  ]
  return [`Started ${time}`, ...more.map(escaped)].join(' · ')
}

/** A way down to what there is. */
function sectionsHtml({ data, findings, changes }: Page): string {
  const sections: [isThere: boolean, link: Link][] = [
    [data.items.label.length > 0, ['Timeline', '#timeline']],
    [findings.length > 0, ['Findings', '#findings']],
    [changes.shown.length > 0, ['Changes', '#changes']],
    [true, ['Items', '#items']],
  ]
  const links = sections.filter(([isThere]) => isThere).map(([, link]) => anchor(link))
  return `<nav aria-label="Sections">${links.join(' · ')}</nav>\n`
}

function figureHtml({ name, value, note, isProblem }: Figure): string {
  const kind = isProblem === true ? ' class="problem"' : ''
  return `<div${kind}><dt>${escaped(name)}</dt><dd><b>${escaped(value)}</b> <span>${escaped(note)}</span></dd></div>`
}

function linksHtml(links: readonly Link[]): string {
  if (links.length === 0) return ''
  return `<p>Files of the run: ${links.map(anchor).join(' · ')}</p>\n`
}

function nextHtml(summary: Summary): string {
  return nextSteps(summary)
    .map((line) => `${escaped(line)}. `)
    .join('')
}
