import type { Run } from '../coordinator/coordinate.ts'
import type { StopCause } from '../model/outcome.ts'

/** Wrappers deliver one press twice; a person takes longer for a second one. */
const DEBOUNCE_MS = 300

/**
 * The first signal stops the run, a second Ctrl+C kills it; an error that nobody caught ends it with
 * all its workers. Returns how to stop listening.
 */
export function stopOnSignals(run: Run): () => void {
  let firstAt: number | undefined

  function onSignal(signal: NodeJS.Signals): void {
    const now = performance.now()
    if (firstAt === undefined) {
      firstAt = now
      run.stop(signal as StopCause)
    } else if (signal === 'SIGINT' && now - firstAt > DEBOUNCE_MS) {
      run.stop('SIGINT', { force: true })
    }
  }

  const signals: StopCause[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const onError = (error: unknown) => run.fail(error)
  for (const signal of signals) process.on(signal, onSignal)
  process.on('uncaughtException', onError)
  return () => {
    process.off('uncaughtException', onError)
    for (const signal of signals) process.off(signal, onSignal)
  }
}
