import { plural } from '../../words/words.ts'
import { LEASES, type PageData } from '../page-data.ts'
import { escaped } from './html.ts'

/** Number of steps with a separate colour. */
const COLOURS = 8

/** The section of the timeline: tools, legend, canvas. The script draws on the canvas. */
export function timelineHtml(data: PageData): string {
  const { items, credentials } = data
  if (items.label.length === 0) return ''
  const many = credentials.length === 0 ? '' : ` and ${plural(credentials.length, 'credential')}`
  return `<section id="timeline" aria-labelledby="timeline-title">
<div class="bar">
<h2 id="timeline-title">Timeline</h2>
<div class="tools" hidden>
<button type="button" data-do="rows" aria-pressed="false">All rows at once</button>
<button type="button" data-do="out" aria-label="Zoom out">−</button>
<button type="button" data-do="in" aria-label="Zoom in">+</button>
<button type="button" data-do="all">Whole run</button>
</div>
</div>
<ul class="legend">
${legend(data)}
</ul>
<div class="stage" hidden>
<canvas tabindex="0" role="application" aria-roledescription="timeline" aria-label="Timeline of ${plural(items.label.length, 'item')}${many}. Arrow keys: up and down choose a lane, left and right move; shift with left and right moves between its events; plus, minus and 0 zoom."></canvas>
<div id="details" role="status" hidden></div>
</div>
<p class="hint" hidden>Drag to move, <kbd>Ctrl</kbd> + wheel or <kbd>+</kbd> <kbd>−</kbd> to zoom, <kbd>0</kbd> for the whole run; arrow keys choose a lane and move, with <kbd>Shift</kbd> they move between its events.</p>
<noscript><p class="hint">The timeline needs the script of this page, which is disabled.</p></noscript>
</section>`
}

/** Only entries that occur in this run. */
function legend({ steps, items, credentials, pauses }: PageData): string {
  const own = steps
    .slice(0, COLOURS)
    .map((step, index) => `<i class="step step-${index}"></i>${escaped(step)}`)
  const others = steps.slice(COLOURS)
  const marks = new Set(items.marks.flat().map(([kind]) => kind))
  const calls = new Set(
    credentials.flatMap(({ leases }) => leases.map(([, , , outcome]) => LEASES[outcome])),
  )
  const rests = credentials.some((credential) => credential.rests.length > 0) || pauses.length > 0
  const entries: [isThere: boolean, html: string][] = [
    [others.length > 0, '<i class="step step-other"></i>other steps'],
    [items.waits.some((waits) => waits.length > 0), '<i class="wait"></i>waits for a credential'],
    [rests, '<i class="rest"></i>no usable credential, or cooldown'],
    [marks.has('killed'), '<b class="killed">✕</b>worker died'],
    [marks.has('resumed'), '<b class="resumed">▶</b>resumed in a new worker'],
    [calls.has('rate-limited'), '<i class="call refused"></i>call rate-limited'],
    [calls.has('not answered'), '<i class="call unanswered"></i>call not answered'],
    [calls.has('lost with its worker'), '<b class="lost">×</b>call lost with its worker'],
    [calls.has('not over'), '<i class="call open"></i>call not over'],
    [credentials.some(({ usage }) => usage.limit !== null), '<i class="limit"></i>limit'],
  ]
  const seen = entries.filter(([isThere]) => isThere).map(([, html]) => html)
  return [...own, ...seen].map((html) => `<li>${html}</li>`).join('\n')
}
