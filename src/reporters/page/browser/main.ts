/** The script of the page. The page is readable without it. */
import type { PageData } from '../page-data.ts'
import { ItemTable } from './table.ts'
import { Timeline } from './timeline.ts'
import { listen } from './timeline-input.ts'

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '')

for (const part of document.querySelectorAll<HTMLElement>('[hidden]:not(#details, .pages)'))
  part.hidden = false

const canvas = document.querySelector('canvas')
const details = document.getElementById('details')
const timeline =
  canvas === null || details === null ? undefined : new Timeline(data, canvas, details)
if (timeline !== undefined && canvas !== null) listen(timeline, canvas)

const items = document.getElementById('items')
if (items !== null) new ItemTable(data.items, items, showItem)

function showItem(item: number): void {
  canvas?.focus()
  canvas?.scrollIntoView({ block: 'nearest' })
  timeline?.choose(item)
}
