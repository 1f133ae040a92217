import type { Run } from '../coordinator/coordinate.ts'
import { hasShell, signalSelf } from '../fleet/processes.ts'
import type { StopCause } from '../model/outcome.ts'

/** Signals that end a run. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies StopCause[]

/** Wrappers deliver one press twice; a person takes longer for a second one. */
const DEBOUNCE_MS = 300

/**
 * The first signal stops the run, a second Ctrl+C kills it; an unhandled error ends it with
 * all its workers. Ctrl+Z puts it to sleep with all of them. Returns how to stop listening.
 */
export function stopOnSignals(
  run: Run,
  terminal: { readonly sleepWhile: (asleep: () => void) => void },
): () => void {
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

  function onSleep(): void {
    if (hasShell()) terminal.sleepWhile(() => run.sleepWhile(() => signalSelf('SIGSTOP')))
  }

  const onError = (error: unknown) => run.fail(error)
  const stopListening = onStopSignal(onSignal)
  process.on('uncaughtException', onError)
  process.on('SIGTSTP', onSleep)
  return () => {
    process.off('uncaughtException', onError)
    process.off('SIGTSTP', onSleep)
    stopListening()
  }
}

/** Returns how to stop listening. */
export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of STOP_SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listener)
  }
}
