import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeAll, onTestFinished } from 'vitest'

type Ending = () => void | Promise<void>

const shared = new AsyncLocalStorage<Ending[]>()

/** Done when the test ends, or, for what several tests share, after the last of them. */
export function atEnd(ending: Ending): void {
  const endings = shared.getStore()
  if (endings === undefined) onTestFinished(ending)
  else endings.push(ending)
}

/** What several tests look at: made once, before the first of them, and removed after the last. */
export function sharedByTests<T>(make: () => Promise<T>): () => T {
  let made: { readonly value: T } | undefined
  beforeAll(async () => {
    const endings: Ending[] = []
    try {
      made = { value: await shared.run(endings, make) }
    } catch (error) {
      await endAll(endings)
      throw error
    }
    return () => endAll(endings)
  })
  return () => {
    if (made === undefined) throw new Error('It is made before the tests, and read by them.')
    return made.value
  }
}

/** The last first, as `onTestFinished` does. */
async function endAll(endings: readonly Ending[]): Promise<void> {
  for (const ending of endings.toReversed()) await ending()
}
