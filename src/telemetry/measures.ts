/** Metrics of a run, counted from its spans: outcomes, waits, tokens, cost, refusals. */
import type { Meter, Attributes as OtelAttributes } from '@opentelemetry/api'
import type { Attributes, Span } from './spans/span.ts'

/** Boundaries of the conventions for generative AI. */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power)

export type Measure = (span: Span) => void

export function createMeasures(meter: Meter): Measure {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(name, { description, unit })
  const histogram = (name: string, unit: string, description: string) =>
    meter.createHistogram(name, {
      description,
      unit,
      advice: { explicitBucketBoundaries: unit === 's' ? SECONDS : TOKENS },
    })
  const items = counter('agentos.items', '{item}', 'Items by outcome')
  const wait = histogram('agentos.credential.wait', 's', 'Time that calls waited for a credential')
  const duration = histogram(
    'gen_ai.client.operation.duration',
    's',
    'Time of a model call, with its waits and retries',
  )
  const tokens = histogram('gen_ai.client.token.usage', '{token}', 'Tokens of a model call')
  const cost = counter('agentos.cost', '{USD}', 'Dollars spent')
  const refusals = counter(
    'agentos.refusals',
    '{request}',
    'Requests without an answer, by kind: rate and ramp are 429s, then day-quota, down, unreachable, …',
  )

  return (span) => {
    const { attributes } = span
    const seconds = (span.endedAt - span.startedAt) / 1_000
    if (span.type === 'item') items.add(1, pick(attributes, 'agentos.outcome'))
    if (span.type === 'wait')
      wait.record(seconds, pick(attributes, 'agentos.model', 'agentos.reason'))
    if (span.type === 'call') call(span, seconds)
  }

  function call({ attributes, moments, failed }: Span, seconds: number): void {
    const about = pick(
      attributes,
      ...['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model'],
      'gen_ai.response.model',
    )
    duration.record(seconds, failed === undefined ? about : { ...about, 'error.type': failed })
    for (const type of ['input', 'output']) {
      const used = attributes[`gen_ai.usage.${type}_tokens`]
      if (typeof used === 'number') tokens.record(used, { ...about, 'gen_ai.token.type': type })
    }
    if (typeof attributes['agentos.cost'] === 'number') cost.add(attributes['agentos.cost'], about)
    for (const moment of moments)
      if (moment.name === 'refused')
        refusals.add(1, pick(moment.attributes, 'agentos.refusal', 'agentos.credential.id'))
  }
}

function pick(attributes: Attributes, ...names: readonly string[]): OtelAttributes {
  return Object.fromEntries(
    names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  )
}
