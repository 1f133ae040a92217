/**
 * `step`, over one item's checkpoint: what has been saved is read back, what has not is run and
 * saved. A result is on disk before the step returns.
 *
 * Keys: a step's name, with `#2`, `#3` when it comes again after it was finished; a step inside a step has its
 * parent's key in front (`outer/inner`), so that skipping the outer one shifts no numbers. Answers of
 * models and people have keys of the same form, and kinds of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunContext } from '../authoring/run-context.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import type { Checkpoint, RecordKind, RecordName } from '../store/checkpoint.ts'
import { checkpointUnusable, stepMisused, toFailure } from './errors.ts'
import type { Interruption } from './interruption.ts'
import { jsonProblem } from './json-value.ts'

const STEP_NAME = /^[^/#\p{Cc}]{1,80}$/u

interface Scope {
  readonly key: string | undefined
  readonly span: string | undefined
  /** How often each name of each kind has been finished. */
  readonly counts: Map<string, number>
  readonly active: Set<string>
}

/** What a workflow calls something that is saved. */
interface Named {
  readonly kind: RecordKind
  readonly name: string
}

export interface Journal {
  readonly step: RunContext['step']
  /** Like `step`, for what happens inside one: saved and read back, but no step of its own. */
  record<T>(
    named: Named,
    fn: (key: string) => Promise<T>,
  ): Promise<{ readonly key: string; readonly value: T }>
  /** Everything saved of a kind, in order. */
  saved(kind: RecordKind): readonly unknown[]
  /** What was saved counts no longer: the next run does it anew. */
  refuse(name: RecordName): Promise<void>
  /** The step that the calling code runs in, if any, and its span. */
  here(): { readonly step?: string; readonly span?: string }
}

export function createJournal(options: {
  readonly checkpoint: Checkpoint
  readonly interruption: Interruption
  readonly send: (message: ToCoordinator) => void
  readonly newSpan: () => string
  /** What is saved has no secret in it; nor has what the step returns, so that a resumed run sees the same. */
  readonly redactor: Redactor
}): Journal {
  const { checkpoint, interruption, send, newSpan, redactor } = options
  const scopes = new AsyncLocalStorage<Scope>()
  const outermost = newScope(undefined, undefined)

  async function step<T>(name: string, fn: () => T | Promise<T>): Promise<T> {
    const { value, isReused, key } = await once({ kind: 'step', name }, (key) =>
      runAndSave(key, fn),
    )
    if (isReused) send({ type: 'step-reused', step: key })
    return value
  }

  async function record<T>(
    named: Named,
    fn: (key: string) => Promise<T>,
  ): Promise<{ key: string; value: T }> {
    return once(named, async (key) => {
      const value = redactor.redactDeep(jsonResult(key, await fn(key)))
      await save(checkpoint, { kind: named.kind, key }, value)
      return value as T
    })
  }

  /** The saved value under the name's next key, or a new one. A failed try does not use the key up. */
  async function once<T>(
    named: Named,
    make: (key: string) => Promise<T>,
  ): Promise<{ key: string; value: T; isReused: boolean }> {
    interruption.check()
    const scope = scopes.getStore() ?? outermost
    const { key, own, count } = claimKey(scope, named)
    try {
      const saved = checkpoint.read({ kind: named.kind, key })
      const value = saved === undefined ? await make(key) : (saved.value as T)
      scope.counts.set(own, count)
      return { key, value, isReused: saved !== undefined }
    } finally {
      scope.active.delete(own)
    }
  }

  async function runAndSave<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const span = newSpan()
    send({ type: 'step-started', step: key, span })
    try {
      const returned = await scopes.run(newScope(key, span), fn)
      const result = redactor.redactDeep(jsonResult(key, returned))
      interruption.check() // what was cancelled may have ended early: it is not finished
      await save(checkpoint, { kind: 'step', key }, result)
      const durationMs = Math.round(performance.now() - startedAt)
      send({ type: 'step-saved', step: key, span, durationMs })
      return result as T
    } catch (error) {
      const failure = toFailure(error)
      if (failure !== 'interrupted') send({ type: 'step-failed', step: key, span, failure })
      throw error
    }
  }

  return {
    step,
    record,
    saved: (kind) => checkpoint.list(kind),
    refuse: (name) => checkpoint.refuse(name),
    here: () => {
      const { key, span } = scopes.getStore() ?? outermost
      return key === undefined || span === undefined ? {} : { step: key, span }
    },
  }
}

function newScope(key: string | undefined, span: string | undefined): Scope {
  return { key, span, counts: new Map(), active: new Set() }
}

function claimKey(
  scope: Scope,
  { kind, name }: Named,
): { key: string; own: string; count: number } {
  if (typeof name !== 'string' || !STEP_NAME.test(name)) {
    throw stepMisused(
      `A step's name is 1 to 80 characters without "/", "#" and control characters, got ${JSON.stringify(name)}.`,
    )
  }
  const own = `${kind} ${name}`
  if (scope.active.has(own)) {
    throw stepMisused(`Step "${name}" was started again before it had ended; give it another name.`)
  }
  scope.active.add(own)
  const count = (scope.counts.get(own) ?? 0) + 1
  const numbered = count === 1 ? name : `${name}#${count}`
  return { key: scope.key === undefined ? numbered : `${scope.key}/${numbered}`, own, count }
}

/** A result as it will be read back later, so that a first run and a resumed one see the same. */
function jsonResult(key: string, value: unknown): unknown {
  if (value === undefined) return undefined
  const problem = jsonProblem(value)
  if (problem !== undefined)
    throw stepMisused(`Step "${key}" must return JSON, but its ${problem}.`)
  return JSON.parse(JSON.stringify(value))
}

async function save(checkpoint: Checkpoint, name: RecordName, result: unknown): Promise<void> {
  try {
    await checkpoint.save(name, result)
  } catch (error) {
    throw checkpointUnusable(error, `Step "${name.key}" could not be saved`)
  }
}
