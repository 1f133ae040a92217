/** One paid call for a question, with its events. Whatever the model says is given back as it came. */
import type { z } from 'zod'
import { parseModelName } from '../model/calls/language-model.ts'
import type { ModelSettings } from '../model/calls/model-settings.ts'
import type { Provider, StructuredWay } from '../model/calls/provider.ts'
import type { RoleSettings } from '../model/calls/roles.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import type { ModelAnswer } from '../providers/ask-once.ts'
import type { Leases } from '../providers/leased-fetch.ts'
import { FailureError } from './errors.ts'
import type { Interruption } from './interruption.ts'
import { withSettings } from './refused-settings.ts'
import type { Journal } from './resume-steps.ts'
import type { Turn } from './turns.ts'

export interface AskModel {
  readonly models: ModelSettings
  readonly journal: Journal
  /** For a question, by its number. */
  readonly leasesFor: (ask: number) => Leases
  readonly interruption: Interruption
  readonly send: (message: ToCoordinator) => void
  /** Prompts and answers are part of the events. */
  readonly emitContent: boolean
  /** No prompt leaves with a secret in it, and no answer is kept with one. */
  readonly redactor: Redactor
  /** How models take structured answers, as far as the item's calls have shown. */
  readonly ways: Map<string, StructuredWay>
}

/** Enough to see that something moves; each is an event of the run. */
const PROGRESS_MS = 3_000

export async function askModel(
  options: AskModel,
  about: {
    readonly ask: number
    readonly role: string
    readonly task: string
    /** For an answer that cannot be understood: it was paid for. */
    readonly keep: (answer: string) => void
  },
  asked: {
    readonly instructions: string
    readonly turns: readonly Turn[]
    readonly question: string
    /** More questions may follow: worth a provider's cache. */
    readonly isConversation: boolean
    /** The last answer could not be used. */
    readonly isAgain: boolean
    readonly schema: z.ZodType | undefined
  },
): Promise<ModelAnswer> {
  const { models, journal, interruption, send, emitContent } = options
  const { ask, role, task } = about
  const { signal } = interruption
  const { model, ...how } = playerOf(models, role)
  const name = parseModelName(model)
  const { step, span } = journal.here()
  const call = { ask, task, ...(step === undefined ? {} : { step }) }
  const inStep = span === undefined ? {} : { span }
  const read = emitContent ? { prompt: `${asked.instructions}\n\n${asked.question}`.trim() } : {}
  const { length: turns } = asked.turns
  const again = asked.isAgain ? { again: true as const } : {}
  send({ type: 'call-started', ...call, ...inStep, role, model, turns, ...again, ...read })
  const startedAt = performance.now()
  // The SDK is heavy; workers that never ask never load it.
  const { callModel, ModelCallFailed } = await import('../providers/call-model.ts')
  try {
    const answer = await callModel({
      ...asked,
      ...how,
      name,
      provider: models.providers[name.provider] as Provider,
      timeoutMs: models.callTimeoutMs,
      idleMs: models.streamIdleMs,
      onProgress: everySoOften((outputTokens) =>
        send({ type: 'call-progress', ...call, outputTokens }),
      ),
      retries: models.retries,
      prices: models.prices,
      redact: (text) => options.redactor.redact(text),
      signal,
      leases: options.leasesFor(ask),
      onRetry: (retry) => send({ type: 'call-retried', ask, task, ...retry }),
      ways: options.ways,
      onFormRefused: (refusal) => send({ type: 'form-refused', ask, task, model, ...refusal }),
    })
    const { text, ...ended } = answer
    const durationMs = Math.round(performance.now() - startedAt)
    const said = emitContent ? { answer: text } : {}
    send({ type: 'call-ended', ...call, ...ended, durationMs, ...said })
    return answer
  } catch (error) {
    interruption.check()
    if (error instanceof ModelCallFailed && error.body !== undefined) about.keep(error.body)
    const failed =
      error instanceof ModelCallFailed
        ? new FailureError(withSettings(error.failure, role, how))
        : error
    if (failed instanceof FailureError)
      send({ type: 'call-failed', ...call, failure: failed.failure })
    throw failed
  }
}

export function playerOf(models: ModelSettings, role: string): RoleSettings {
  const player = models.roles[role]
  if (player !== undefined) return player
  throw new Error(`There is no model for the role "${role}"; set models.${role} in the config.`)
}

function everySoOften(tell: (outputTokens: number) => void): (outputTokens: number) => void {
  let last = performance.now()
  return (outputTokens) => {
    const now = performance.now()
    if (now - last < PROGRESS_MS) return
    last = now
    tell(outputTokens)
  }
}
