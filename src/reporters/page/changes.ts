/** What items have changed on branches of their own, to be read on the page itself. */
import { plural } from '../words.ts'
import { escaped } from './html.ts'

export interface Change {
  readonly label: string
  readonly branch: string
  /** As git prints it; of a very long one the beginning. */
  readonly diff: string
  readonly isCut: boolean
}

export function changesHtml(changes: readonly Change[]): string {
  if (changes.length === 0) return ''
  return `<section id="changes" aria-labelledby="changes-title">
<div class="bar"><h2 id="changes-title">Changes</h2></div>
${changes.map(changeHtml).join('\n')}
</section>`
}

function changeHtml({ label, branch, diff, isCut }: Change): string {
  const lines = diff.split('\n')
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  const size = `${plural(count(/^diff --git /), 'file')}, ${count(/^\+(?!\+\+ )/)} lines added, ${count(/^-(?!-- )/)} removed`
  const command = `git diff HEAD...${branch}`
  const more = isCut ? `<p class="soft">The rest: <code>${escaped(command)}</code></p>` : ''
  const words = `<span class="label">${escaped(label)}</span> ${escaped(branch)}<span class="soft">: ${size}${isCut ? ', and more' : ''}</span>`
  return `<details><summary>${words}</summary><pre class="diff">${lines.map(lineHtml).join('\n')}</pre>${more}</details>`
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(diff --git |index |--- |\+\+\+ |new file|deleted file|similarity|rename )/, 'head'],
  [/^@@ /, 'place'],
  [/^\+/, 'added'],
  [/^-/, 'removed'],
]

function lineHtml(line: string): string {
  const [, kind] = KINDS.find(([sign]) => sign.test(line)) ?? []
  return kind === undefined ? escaped(line) : `<span class="${kind}">${escaped(line)}</span>`
}
