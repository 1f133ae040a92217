/**
 * `ask`: one question to the model of a role. The answer is in the checkpoint before anything is
 * done with it; an answer that does not fit is asked for once more, with the reason, then refused.
 */
import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Prompt, RunContext } from '../authoring/run-context.ts'
import { isAskedModel } from '../model/calls/asked-model.ts'
import { parseModelName } from '../model/calls/language-model.ts'
import type { ModelSettings } from '../model/calls/model-settings.ts'
import type { Provider } from '../model/calls/provider.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import type { ModelAnswer } from '../providers/ask-once.ts'
import type { Leases } from '../providers/leased-fetch.ts'
import type { Conversation } from './conversation.ts'
import { FailureError } from './errors.ts'
import type { Interruption } from './interruption.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { Journal } from './resume-steps.ts'

/** So much of a refused answer is shown to the model again. */
const MOST_SHOWN = 20_000

export function createAsk(options: {
  readonly workflow: string
  readonly item: string
  readonly models: ModelSettings
  readonly journal: Journal
  /** For a question, by its number. */
  readonly leasesFor: (ask: number) => Leases
  readonly conversation: Conversation
  readonly interruption: Interruption
  readonly send: (message: ToCoordinator) => void
  /** Prompts and answers are part of the events. */
  readonly emitContent: boolean
  /** No prompt leaves with a secret in it, and no answer is kept with one. */
  readonly redactor: Redactor
}): RunContext['ask'] {
  const { models, journal, interruption, send, emitContent, redactor } = options
  let asked = 0
  return ask as RunContext['ask']

  async function ask(role: string, prompt: Prompt, schema?: z.ZodType): Promise<unknown> {
    const task = `${options.workflow}.${prompt.task}`
    const text = `<!-- agentos task=${task} item=${options.item} round=${prompt.round ?? 1} -->\n${prompt.text}`
    const keys: string[] = []
    let problem = ''
    let previous: string | undefined
    for (let tries = 0; tries < 2; tries++) {
      const question = previous === undefined ? text : `${text}\n\n${reAsk(problem, previous)}`
      const whole = redactor.redactDeep({ ...prompt, text: question })
      let keepAnswer: ((answer: string) => void) | undefined
      const { key, value: answer } = await journal.record(
        { kind: 'ask', name: prompt.task },
        () => {
          keepAnswer = options.conversation.begin(task, whole)
          return callOnce({ role, task, keep: keepAnswer }, whole, schema)
        },
      )
      keepAnswer?.(answer.text) // after the checkpoint: of a full disk the last room is for what was paid for
      keys.push(key)
      await checkModel(role, answer, key)
      const judged = judgeAnswer(answer, schema)
      if (judged.ok) return judged.value
      problem = judged.problem
      previous = answer.text
    }
    for (const key of keys) await journal.refuse({ kind: 'ask', key })
    throw new FailureError({ reason: 'answer-invalid', task, message: problem })
  }

  /** The model's answer, paid for: whatever it says, it is recorded as it came. `keep` is for one that cannot be understood. */
  async function callOnce(
    { role, task, keep }: { role: string; task: string; keep: (answer: string) => void },
    prompt: Prompt,
    schema: z.ZodType | undefined,
  ): Promise<ModelAnswer> {
    const ask = ++asked
    const model = modelOf(models, role)
    const name = parseModelName(model)
    const { step, span } = journal.here()
    const about = { ask, task, ...(step === undefined ? {} : { step }) }
    const inStep = span === undefined ? {} : { span }
    const read = emitContent
      ? { prompt: `${prompt.instructions ?? ''}\n\n${prompt.text}`.trim() }
      : {}
    send({ type: 'call-started', ...about, ...inStep, role, model, ...read })
    const startedAt = performance.now()
    // The SDK is heavy; workers that never ask never load it.
    const { callModel, ModelCallFailed } = await import('../providers/call-model.ts')
    try {
      const answer = await callModel({
        name,
        provider: models.providers[name.provider] as Provider,
        instructions: prompt.instructions ?? '',
        prompt: prompt.text,
        schema,
        maxOutputTokens: models.maxOutputTokens,
        timeoutMs: models.callTimeoutMs,
        retries: models.retries,
        prices: models.prices,
        redact: (text) => redactor.redact(text),
        signal: interruption.signal,
        leases: options.leasesFor(ask),
        onRetry: (retry) => send({ type: 'call-retried', ask, task, ...retry }),
      })
      const { text, ...ended } = answer
      const durationMs = Math.round(performance.now() - startedAt)
      const said = emitContent ? { answer: text } : {}
      send({ type: 'call-ended', ...about, ...ended, durationMs, ...said })
      return answer
    } catch (error) {
      interruption.check()
      if (error instanceof ModelCallFailed && error.body !== undefined) keep(error.body)
      const failed = error instanceof ModelCallFailed ? new FailureError(error.failure) : error
      if (failed instanceof FailureError)
        send({ type: 'call-failed', ...about, failure: failed.failure })
      throw failed
    }
  }

  /**
   * Nobody knows who has written an answer without a name. The run warns of it; of a review it has to be known,
   * for an approval by a lesser model would be none.
   */
  async function checkModel(role: string, answer: ModelAnswer, key: string): Promise<void> {
    const wanted = parseModelName(modelOf(models, role)).model
    if (answer.model === '' && role !== 'reviewer') return
    if (isAskedModel(wanted, answer.model, models.aliases)) return
    await journal.refuse({ kind: 'ask', key })
    throw new FailureError({ reason: 'model-mismatch', asked: wanted, answered: answer.model })
  }
}

export function modelOf(models: ModelSettings, role: string): string {
  const model = models.roles[role]
  if (model !== undefined) return model
  throw new Error(`There is no model for the role "${role}"; set models.${role} in the config.`)
}

/** Shows the model what it said, behind a tag that its words cannot close. */
function reAsk(problem: string, answer: string): string {
  const cut = answer.length - MOST_SHOWN
  const shown = cut <= 0 ? answer : `${answer.slice(0, MOST_SHOWN)}\n[… ${cut} more characters]`
  const tag = `previous-answer-${hash('sha256', answer).slice(0, 12)}`
  return `<${tag}>\n${shown}\n</${tag}>\n\nYour previous answer, above, could not be used: ${problem}\nAnswer again, completely, in the required form.`
}
