import type { NewSpan, OpenSpan } from './open-span.ts'

/** Where in an item something happens: in which step, by its name, and in which very one. */
export interface Where {
  readonly step?: string
  readonly span?: string
}

/** The steps of one item's worker. A name may come again: a step's span is the surer one to go by. */
export class StepSpans {
  readonly #item: OpenSpan
  readonly #byId = new Map<string, OpenSpan>()
  readonly #byName = new Map<string, OpenSpan>()

  constructor(item: OpenSpan) {
    this.#item = item
  }

  open(about: Pick<NewSpan, 'spanId' | 'at' | 'attributes'> & { readonly step: string }): void {
    const { step, ...rest } = about
    const outer = step.includes('/') ? this.at({ step: step.replace(/\/[^/]*$/, '') }) : this.#item
    const span = outer.open({ type: 'step', name: `step ${step}`, ...rest })
    this.#byId.set(span.spanId, span)
    this.#byName.set(step, span)
  }

  find({ step = '', span }: Where): OpenSpan | undefined {
    return span === undefined ? this.#byName.get(step) : this.#byId.get(span)
  }

  /** The step that is meant, if that goes on; else the item. */
  at(where: Where): OpenSpan {
    const found = this.find(where)
    return found === undefined || found.hasEnded ? this.#item : found
  }

  clear(): void {
    this.#byId.clear()
    this.#byName.clear()
  }
}
