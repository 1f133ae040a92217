/**
 * What happens to a run from outside: messages and exits of workers, signals, alarms. While an action is
 * being performed it waits, and is then taken in the order in which it came: so the effects of an action
 * and its events stand together, and `plan` sees a state in which each action is done or not started.
 */
export class Inbox {
  readonly #onError: (error: unknown) => void
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  /** `onError`: one of them threw; the others are taken all the same. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Now, or behind the action that is being performed. */
  take(happening: () => void): void {
    if (this.#isHeld) {
      this.#waiting.push(happening)
      return
    }
    try {
      happening()
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Holds back what comes while this lasts. */
  async during(action: () => Promise<void>): Promise<void> {
    this.#isHeld = true
    try {
      await action()
    } finally {
      this.#isHeld = false
      for (const happening of this.#waiting.splice(0)) this.take(happening)
    }
  }
}
