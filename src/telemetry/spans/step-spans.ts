import type { NewSpan, OpenSpan } from './open-span.ts'

/** Where in an item something happens: in which very step, if in any. */
export interface Where {
  readonly span?: string
}

/** The steps of one item's worker. A name may come again: the last one of that name has the steps inside it. */
export class StepSpans {
  readonly #item: OpenSpan
  readonly #byId = new Map<string, OpenSpan>()
  readonly #byName = new Map<string, OpenSpan>()

  constructor(item: OpenSpan) {
    this.#item = item
  }

  open(about: Pick<NewSpan, 'spanId' | 'at' | 'attributes'> & { readonly step: string }): void {
    const { step, ...rest } = about
    const around = this.#byName.get(step.replace(/\/?[^/]*$/, ''))
    const outer = around?.hasEnded === false ? around : this.#item
    const span = outer.open({ type: 'step', name: `step ${step}`, ...rest })
    this.#byId.set(span.spanId, span)
    this.#byName.set(step, span)
  }

  find({ span = '' }: Where): OpenSpan | undefined {
    return this.#byId.get(span)
  }

  /** The named step, if it is open; else the item. */
  at(where: Where): OpenSpan {
    const found = this.find(where)
    return found === undefined || found.hasEnded ? this.#item : found
  }

  clear(): void {
    this.#byId.clear()
    this.#byName.clear()
  }
}
