import { expect, test } from 'vitest'
import { tracingSecrets } from './tracing-secrets.ts'

test.each([
  [
    'a header’s value, as it is written and as it is sent',
    {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=production,authorization=Bearer%20collector-1',
    },
    ['Bearer%20collector-1', 'Bearer collector-1', 'collector-1'],
  ],
  [
    'a signal’s own headers',
    { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-honeycomb-team=hny-12345' },
    ['hny-12345'],
  ],
  [
    'an address with a password and a token',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'http://somebody:hunter2%21hunter@collector:4318/?token=tok_12345678',
    },
    ['somebody', 'hunter2%21hunter', 'hunter2!hunter', 'tok_12345678'],
  ],
  ['keys of LangSmith', { LANGSMITH_API_KEY: 'lsv2_pt_12345' }, ['lsv2_pt_12345']],
  [
    'a table of addresses and keys',
    {
      LANGSMITH_RUNS_ENDPOINTS:
        '{"https://a.example":"lsv2_first_1","https://b.example":"lsv2_second"}',
    },
    ['lsv2_first_1', 'lsv2_second'],
  ],
  [
    'what is no key, or too short to be one',
    {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-step=step-saved,api-key=short',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      OTEL_SERVICE_NAME: 'key-of-nobody',
    },
    [],
  ],
])('is taken out of all that is shown: %s', (_, environment, expected) => {
  const found = tracingSecrets(environment).map((secret) => secret.reveal())
  expect(found.sort()).toEqual([...expected].sort())
})
