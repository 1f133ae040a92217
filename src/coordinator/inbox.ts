/**
 * What happens to a run from outside: messages and exits of workers, signals, alarms. While an action is
 * being performed it waits, and is then taken in the order in which it came: so the effects of an action
 * and its events stand together, and `plan` sees a state in which each action is done or not started.
 */
export class Inbox {
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  /** Now, or behind the action that is being performed. */
  take(happening: () => void): void {
    if (this.#isHeld) this.#waiting.push(happening)
    else happening()
  }

  /** Holds back what comes while this lasts. */
  async during(action: () => Promise<void>): Promise<void> {
    this.#isHeld = true
    try {
      await action()
    } finally {
      this.#isHeld = false
      for (const happening of this.#waiting.splice(0)) happening()
    }
  }
}
