/** The diffs of items with branches, as part of the page. */
import { plural } from '../words/words.ts'
import { escaped, escapedLine } from './html/html.ts'

export interface Change {
  readonly label: string
  readonly branch: string
  /** What git compares: two revisions, or `HEAD...branch`. */
  readonly range: string
  /** As printed by git, a very long one shortened; or why there is none. */
  readonly diff: { readonly text: string; readonly isCut: boolean } | { readonly missing: string }
}

export interface Changes {
  readonly shown: readonly Change[]
  /** How many more there are. */
  readonly left: number
}

export function changesHtml({ shown, left }: Changes): string {
  if (shown.length === 0) return ''
  const more =
    left > 0 ? `\n<p class="hint">${left.toLocaleString('en')} more are not shown.</p>` : ''
  return `<section id="changes" aria-labelledby="changes-title">
<div class="bar"><h2 id="changes-title">Changes</h2></div>
${shown.map(changeHtml).join('\n')}${more}
</section>`
}

function changeHtml({ label, branch, range, diff }: Change): string {
  const name = `<span class="label">${escaped(label)}</span> ${escaped(branch)}`
  if ('missing' in diff)
    return `<p class="hint">${name}<span class="soft">: no diff: ${escaped(diff.missing)}</span></p>`
  const { text, isCut } = diff
  const lines = linesOf(text)
  const count = (wanted: Kind) => lines.filter(({ kind }) => kind === wanted).length
  const size = `${plural(count('file'), 'file')}, ${plural(count('added'), 'line')} added, ${count('removed').toLocaleString('en')} removed`
  const command = `git diff ${range}`
  const more = isCut ? `<p class="soft">The rest: <code>${escaped(command)}</code></p>` : ''
  const words = `${name}<span class="soft">: ${size}${isCut ? ', and more' : ''}</span>`
  return `<details><summary>${words}</summary><pre class="diff">${lines.map(lineHtml).join('\n')}</pre>${more}</details>`
}

type Kind = 'file' | 'head' | 'place' | 'added' | 'removed' | 'same'

interface DiffLine {
  readonly kind: Kind
  readonly text: string
}

/** Lines before the first `@@` of a file are its header, whatever they start with. */
function linesOf(diff: string): DiffLine[] {
  let isAboutFile = true
  return diff.split('\n').map((text) => {
    if (text.startsWith('diff --git ')) {
      isAboutFile = true
      return { kind: 'file', text }
    }
    if (text.startsWith('@@ ')) {
      isAboutFile = false
      return { kind: 'place', text }
    }
    return { kind: isAboutFile ? 'head' : (KINDS[text[0] ?? ''] ?? 'same'), text }
  })
}

const KINDS: Readonly<Record<string, Kind>> = { '+': 'added', '-': 'removed' }

function lineHtml({ kind, text }: DiffLine): string {
  if (kind === 'same') return escapedLine(text)
  return `<span class="${kind === 'file' ? 'head' : kind}">${escapedLine(text)}</span>`
}
