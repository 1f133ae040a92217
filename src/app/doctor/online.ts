/**
 * `agentos doctor --online`: one small call for each model with each credential of its provider, to know
 * before a run what would fail in it. Credentials are asked side by side, the models of one in turn.
 */
import type { Config } from '../../config/schema.ts'
import { isAskedModel } from '../../model/calls/asked-model.ts'
import { parseModelName } from '../../model/calls/language-model.ts'
import type { Credential } from '../../model/calls/lease.ts'
import type { ModelSettings } from '../../model/calls/model-settings.ts'
import { addressOf } from '../../model/calls/network-fault.ts'
import type { Provider } from '../../model/calls/provider.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { UsageError } from '../../model/usage-error.ts'
import { askOnce, type ModelAnswer, type Unanswered } from '../../providers/ask-once.ts'
import { readErrorResponse } from '../../providers/classify/error-response.ts'
import { formatDuration } from '../../reporters/words/format-duration.ts'
import { faultWords } from '../../reporters/words/outage-words.ts'
import { runModels } from '../run/models.ts'
import { type Check, checkOf } from './check.ts'

/** The least that every provider takes, and enough for a word. */
const MOST_OUTPUT = 32
const LONGEST_MS = 30_000

export async function onlineChecks(config: Config): Promise<Check[]> {
  const models = modelsIn(config)
  if (models === undefined) return []
  const { settings, credentials } = models
  const names = [...new Set(Object.values(settings.roles).map(({ model }) => model))]
  const redactor = redactorOf(credentials.map(({ secret }) => secret))
  const redact = (text: string) => redactor.redact(text)
  const checks = await Promise.all(
    credentials.map(async (credential) => {
      const own: Check[] = []
      for (const name of names) {
        const provider = settings.providers[parseModelName(name).provider]
        if (provider?.keysOf !== credential.provider) continue
        own.push(await tryModel(name, { provider, credential, settings, redact }))
      }
      return own
    }),
  )
  return checks.flat()
}

/** Undefined if the credentials cannot be used at all, which another check has said. */
function modelsIn(config: Config): ReturnType<typeof runModels> | undefined {
  try {
    return runModels(config, undefined)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

interface Tried {
  readonly provider: Provider
  readonly credential: Credential
  readonly settings: ModelSettings
  readonly redact: (text: string) => string
}

async function tryModel(model: string, tried: Tried): Promise<Check> {
  const { provider, credential, settings, redact } = tried
  const { id, secret } = credential
  const startedAt = performance.now()
  const question = {
    name: parseModelName(model),
    provider,
    instructions: '',
    turns: [],
    question: 'Answer with the word: ready',
    isConversation: false,
    schema: undefined,
    maxOutputTokens: MOST_OUTPUT,
    timeoutMs: Math.min(settings.callTimeoutMs, LONGEST_MS),
    idleMs: LONGEST_MS,
    prices: settings.prices,
    redact,
    signal: new AbortController().signal,
    leases: {
      acquire: async () => ({ lease: 1, credential: id, key: secret }),
      settle: () => {},
    },
  }
  const result = await askOnce(question, 0)
  const name = `online ${id}`
  if (!('answer' in result)) return refused(name, model, { ...result, provider })
  const took = formatDuration(Math.round(performance.now() - startedAt))
  return answered(name, model, { answer: result.answer, took, settings })
}

function answered(
  name: string,
  model: string,
  told: { readonly answer: ModelAnswer; readonly took: string; readonly settings: ModelSettings },
): Check {
  const { ok, warn, fail } = checkOf(name)
  const { answer, took, settings } = told
  const detail = `${model}, answered in ${took}`
  if (answer.model === '')
    return warn(
      `${detail} by a model that is not named.`,
      'It can draft; its reviews do not count.',
    )
  if (!isAskedModel(parseModelName(model).model, answer.model, settings.aliases)) {
    const remedy = 'Name the model that should answer, or allow this one under aliases.'
    return fail(`${detail} by ${answer.model}.`, remedy)
  }
  if (answer.cost !== null) return ok(detail)
  const remedy = 'Set its price under prices in the config: no cost limit holds for it.'
  return warn(`${detail}; its price is unknown.`, remedy)
}

const RATE = ['warn', 'rate-limited.', 'Runs wait for it; try again in a minute.'] as const

/** What some outcomes mean, whatever was said. */
const MEANINGS: Readonly<
  Partial<Record<Unanswered['outcome']['kind'], readonly ['warn' | 'fail', string, string]>>
> = {
  invalid: ['fail', 'the key is rejected.', 'Replace the key, or take it out of the config.'],
  'not-here': ['fail', 'this key may not use the model.', 'Use another key, or another model.'],
  rate: RATE,
  ramp: RATE,
  'day-quota': ['warn', 'the quota of the day is used up.', 'Runs wait for it, or use other keys.'],
  billing: ['fail', 'no money, or a spending limit.', 'Check the provider’s billing page.'],
}

function refused(
  name: string,
  model: string,
  { outcome, message, body, provider }: Unanswered & { readonly provider: Provider },
): Check {
  const check = checkOf(name)
  const said = message.replace(/\.$/, '')
  const [status, what, remedy] = MEANINGS[outcome.kind] ?? []
  if (status !== undefined) return check[status](`${model}: ${what}`, remedy ?? '')
  if (outcome.kind === 'unreachable' || outcome.kind === 'cut') {
    const meaning = faultWords(outcome)
    const why = meaning === undefined ? '' : `: ${meaning}`
    return check.fail(`${model}: ${said}${why}.`, 'Check the address, the network and the proxy.')
  }
  if (outcome.kind !== 'caller')
    return check.fail(`${model}: ${said}.`, 'Try again, or check the provider’s status page.')
  if (!/^HTTP 404/.test(said))
    return check.fail(`${model}: ${said}.`, 'Check the model and the provider’s protocol.')
  if (isAboutModel(body))
    return check.fail(`${model}: the provider knows no such model.`, 'Check its name under models.')
  const at = addressOf(new URL(provider.baseUrl))
  return check.fail(`${model}: HTTP 404 from ${at}.`, 'Check baseUrl.')
}

/** A proxy or another server names no error, and the provider itself does not speak of a model at a wrong path. */
function isAboutModel(body: string | undefined): boolean {
  const refusal = body === undefined ? undefined : readErrorResponse(404, body)
  return refusal !== undefined && refusal.words.size > 0 && /model/i.test(refusal.message)
}
