import type { ItemColumns } from '../page-data.ts'
import { anchor, escaped } from './html.ts'
import { COLUMNS } from './row-cells.ts'

/** Enough to read without the script, which shows all of them. */
const MOST_ROWS = 200

export function plainTable(
  items: ItemColumns,
  { hasLineage }: { readonly hasLineage: boolean },
): string {
  const count = items.label.length
  const rows = Array.from({ length: Math.min(count, MOST_ROWS) }, (_, row) => rowHtml(items, row))
  const left =
    count > MOST_ROWS
      ? `<noscript><p class="hint">The first ${MOST_ROWS} of ${count.toLocaleString('en')} items.</p></noscript>`
      : ''
  return `<section id="items" aria-labelledby="items-title">
<div class="bar">
<h2 id="items-title">Items</h2>
<div class="tools" hidden>
<label>Find <input type="search" id="find" autocomplete="off"></label>
<label>Outcome <select id="outcome"><option value="">all</option></select></label>
</div>
</div>
<div class="wide" role="region" aria-labelledby="items-title" tabindex="0">
<table>
<thead><tr>${COLUMNS.map(({ name, isNumber }) => `<th scope="col"${isNumber ? ' class="number"' : ''}>${name}</th>`).join('')}<th scope="col">Files</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
<div class="pages" hidden><button type="button" data-page="-1">Previous</button> <output></output> <button type="button" data-page="1">Next</button></div>
${left}${hasLineage ? LINEAGE_HINT : ''}</section>`
}

const LINEAGE_HINT =
  '<p class="hint">Drafts and verdicts are those of an item’s last try, whichever run wrote them.</p>'

function rowHtml(items: ItemColumns, row: number): string {
  const cells = COLUMNS.map(({ name, isNumber, text }) => {
    const kind = isNumber ? 'number' : name.toLowerCase()
    return `<td class="${kind}">${escaped(text(items, row))}</td>`
  })
  const outcome = escaped(items.outcome[row] ?? '')
  return `<tr data-outcome="${outcome}">${cells.join('')}<td class="files">${(items.links[row] ?? []).map(anchor).join(' ')}</td></tr>`
}
