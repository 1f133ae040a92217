import type { Layout } from './layout.ts'

/** The box with details of the selection, by pointer or keyboard. */
export class Details {
  readonly #box: HTMLElement

  constructor(box: HTMLElement) {
    this.#box = box
  }

  show(
    lines: readonly string[],
    { x, y }: { readonly x: number; readonly y: number },
    { width }: Layout,
  ): void {
    if (lines.length === 0) return this.hide()
    this.#box.replaceChildren(...lines.map(paragraph))
    this.#box.hidden = false
    const right = x + 14 + this.#box.offsetWidth > width
    this.#box.style.left = `${Math.max(4, right ? x - 14 - this.#box.offsetWidth : x + 14)}px`
    this.#box.style.top = `${y + 12}px`
  }

  hide(): void {
    this.#box.hidden = true
  }
}

function paragraph(text: string): HTMLElement {
  const line = document.createElement('p')
  line.textContent = text
  return line
}
