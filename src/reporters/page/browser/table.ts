/** The interactive table: sorting, search, pages. */

import { COLUMNS, type Column } from '../html/row-cells.ts'
import type { ItemColumns, Link } from '../page-data.ts'

const ROWS = 100

export class ItemTable {
  readonly #items: ItemColumns
  readonly #section: HTMLElement
  readonly #onItem: (item: number) => void
  readonly #find: HTMLInputElement
  readonly #outcome: HTMLSelectElement
  #sorted: { readonly column: Column; readonly by: 1 | -1 } | undefined
  #rows: number[]
  #page = 0

  constructor(items: ItemColumns, section: HTMLElement, onItem: (item: number) => void) {
    this.#items = items
    this.#section = section
    this.#onItem = onItem
    this.#find = this.#part('#find')
    this.#outcome = this.#part('#outcome')
    this.#rows = items.label.map((_, row) => row)
    this.#addSorting()
    this.#addSearch()
    for (const button of section.querySelectorAll<HTMLButtonElement>('[data-page]'))
      button.addEventListener('click', () => {
        if (button.ariaDisabled === 'true') return
        this.#page += Number(button.dataset.page)
        this.#show()
      })
    this.#show()
  }

  #addSorting(): void {
    for (const [index, head] of this.#section.querySelectorAll('th').entries()) {
      const column = COLUMNS[index]
      if (column === undefined) continue
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = column.name
      head.replaceChildren(button)
      button.addEventListener('click', () => this.#sort(column, head))
    }
  }

  #sort(column: Column, head: HTMLElement): void {
    // Numbers start with the largest, texts with the first.
    const usual = column.isNumber ? -1 : 1
    const by = this.#sorted?.column === column ? (this.#sorted.by === 1 ? -1 : 1) : usual
    this.#sorted = { column, by }
    for (const other of this.#section.querySelectorAll('th')) {
      other.removeAttribute('aria-sort')
      const button = other.querySelector('button')
      if (button !== null) button.textContent = (button.textContent ?? '').replace(/ [↑↓]$/, '')
    }
    head.setAttribute('aria-sort', by === 1 ? 'ascending' : 'descending')
    const button = head.querySelector('button')
    if (button !== null) button.textContent = `${column.name} ${by === 1 ? '↑' : '↓'}`
    this.#select()
  }

  #addSearch(): void {
    const outcomes = [...new Set(this.#items.outcome)].sort()
    for (const name of outcomes) this.#outcome.add(new Option(name, name))
    this.#find.addEventListener('input', () => this.#select())
    this.#outcome.addEventListener('change', () => this.#select())
  }

  #select(): void {
    const { label, title, reason, result, outcome } = this.#items
    const words = this.#find.value.trim().toLowerCase()
    const wanted = this.#outcome.value
    const isWanted = (row: number) =>
      (wanted === '' || outcome[row] === wanted) &&
      `${label[row]} ${title[row]} ${reason[row]} ${result[row]}`.toLowerCase().includes(words)
    this.#rows = label.map((_, row) => row).filter(isWanted)
    const { column, by } = this.#sorted ?? {}
    if (column !== undefined && by !== undefined)
      this.#rows.sort(
        (a, b) => by * compared(column.value(this.#items, a), column.value(this.#items, b)),
      )
    this.#page = 0
    this.#show()
  }

  #show(): void {
    const from = this.#page * ROWS
    const rows = this.#rows.slice(from, from + ROWS)
    this.#part('tbody').replaceChildren(...rows.map((row) => this.#row(row)))
    const count = this.#rows.length
    this.#part('.pages').hidden = this.#items.label.length <= ROWS && count > 0
    const range =
      count === 0
        ? 'none'
        : `${(from + 1).toLocaleString('en')}–${(from + rows.length).toLocaleString('en')}`
    this.#part('output').textContent = `${range} of ${count.toLocaleString('en')}`
    // A disabled button would lose the focus.
    for (const button of this.#section.querySelectorAll<HTMLButtonElement>('[data-page]'))
      button.ariaDisabled = String(button.dataset.page === '-1' ? from === 0 : from + ROWS >= count)
    document.dispatchEvent(new CustomEvent('table-shown', { detail: { count } }))
  }

  #part<E extends HTMLElement>(selector: string): E {
    const part = this.#section.querySelector<E>(selector)
    if (part === null) throw new Error(`The table has no ${selector}.`)
    return part
  }

  #row(row: number): HTMLElement {
    const line = document.createElement('tr')
    line.dataset.outcome = this.#items.outcome[row] ?? ''
    for (const { name, isNumber, text } of COLUMNS) {
      const cell = line.insertCell()
      cell.className = isNumber ? 'number' : name.toLowerCase()
      if (name === 'Item') cell.append(this.#itemButton(row))
      else cell.textContent = text(this.#items, row)
    }
    const files = line.insertCell()
    files.className = 'files'
    for (const link of this.#items.links[row] ?? []) files.append(anchor(link), ' ')
    return line
  }

  #itemButton(row: number): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = this.#items.label[row] ?? ''
    button.title = 'show in the timeline'
    button.addEventListener('click', () => this.#onItem(row))
    return button
  }
}

function compared(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return LANGUAGE.compare(String(a), String(b))
}

const LANGUAGE = new Intl.Collator('en', { numeric: true })

function anchor([words, address]: Link): HTMLElement {
  const link = document.createElement('a')
  link.href = address
  link.textContent = words
  return link
}
