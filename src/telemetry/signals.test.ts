import { expect, test } from 'vitest'
import { signalsIn } from './signals.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:hunter2@collector:4318/base?token=x' }
const BOTH = {
  traces: { protocol: 'http/protobuf', receiver: 'http://collector:4318' },
  metrics: { protocol: 'http/protobuf', receiver: 'http://collector:4318' },
}

test.each([
  ['nothing is sent by itself', {}, {}],
  ['an endpoint asks for both, and its secrets are not named', ENDPOINT, BOTH],
  ['none is none', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, { metrics: BOTH.metrics }],
  ['all of it can be turned off', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, {}],
  [
    'otlp without an endpoint goes to the usual place',
    { OTEL_TRACES_EXPORTER: 'otlp' },
    { traces: { protocol: 'http/protobuf', receiver: 'http://localhost:4318' } },
  ],
  [
    'a signal may have its own place and protocol',
    {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/v1/traces',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    },
    { traces: { protocol: 'http/json', receiver: 'https://traces' } },
  ],
  ['an empty variable is none', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, {}],
])('%s', (_, environment, expected) => {
  expect(signalsIn(environment)).toEqual({ ...expected, problems: [] })
})

test.each([
  [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'neither http/protobuf nor http/json'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'only otlp and none are known'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'begins with http:// or https://'],
])('what cannot be done is said: %j', (environment, words) => {
  const { traces, metrics, problems } = signalsIn(environment)
  expect({ traces, metrics }).toEqual({})
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(words)
})
