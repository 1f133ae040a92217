/** What a run has opened, closed in reverse order, all of it, whatever fails: `AsyncDisposableStack`, which Node 22 lacks. */
export class Opened implements AsyncDisposable {
  readonly #closings: (() => unknown)[] = []

  adopt<T>(one: T, close: (one: T) => unknown): T {
    this.#closings.push(() => close(one))
    return one
  }

  defer(close: () => unknown): void {
    this.#closings.push(close)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = []
    for (const close of this.#closings.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, 'Closing failed more than once.')
    if (failures.length === 1) throw failures[0]
  }
}
