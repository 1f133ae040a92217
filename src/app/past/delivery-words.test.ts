import { expect, test } from 'vitest'
import { Secret } from '../../model/secrets/secret.ts'
import type { Delivery } from '../../telemetry/deliveries.ts'
import { lossWords, refusalWords } from './delivery-words.ts'

const AT = { receiver: 'http://collector', isSilent: false }
const SPANS: Delivery = { ...AT, signal: 'traces', delivered: 7, lost: 0 }
const METRICS: Delivery = { ...AT, signal: 'metrics', delivered: 1, lost: 0 }
const LOST_SPANS: Delivery = { ...SPANS, delivered: 4, lost: 3, why: 'ECONNREFUSED' }
const LOST_METRICS: Delivery = { ...METRICS, delivered: 0, lost: 1 }
const SECRETS = [new Secret('SHORT', 'hunter2-'), new Secret('HEADERS', 'hunter2-hunter2')]

test.each<[string, Delivery[], string[]]>([
  ['what has arrived is not told', [SPANS, METRICS], []],
  [
    'metrics alone may be lost',
    [SPANS, LOST_METRICS],
    ['The metrics did not reach http://collector: not in time.'],
  ],
  [
    'both, for one reason',
    [LOST_SPANS, LOST_METRICS],
    ['3 of 7 spans and the metrics did not reach http://collector: ECONNREFUSED.'],
  ],
  [
    'both, each for its own',
    [LOST_SPANS, { ...LOST_METRICS, why: 'it answered 404' }],
    [
      '3 of 7 spans did not reach http://collector: ECONNREFUSED.',
      'The metrics did not reach http://collector: it answered 404.',
    ],
  ],
  [
    'both, at two places',
    [LOST_SPANS, { ...LOST_METRICS, receiver: 'http://other' }],
    [
      '3 of 7 spans did not reach http://collector: ECONNREFUSED.',
      'The metrics did not reach http://other: not in time.',
    ],
  ],
])('%s', (_, deliveries, words) => {
  expect(lossWords(deliveries)).toEqual(words)
})

test('what has no reason of its own has that of the thread that was to send it', () => {
  expect(lossWords([SPANS, LOST_METRICS], 'its thread ended')).toEqual([
    'The metrics did not reach http://collector: its thread ended.',
  ])
})

test('what was refused is told with the words of the receiver, harmless and without secrets', () => {
  const message = 'Bearer hunter2-\u001b[2Jhunter2 is\nover\u202eits ##[quota'
  const refusals: Delivery[] = [
    { ...SPANS, delivered: 4, refused: { count: 3, message } },
    { ...METRICS, refused: { count: 1, message: '' } },
  ]
  expect(lossWords(refusals)).toEqual([])
  expect(refusalWords(refusals, SECRETS)).toEqual([
    'http://collector refused 3 of 7 spans: "Bearer [secret HEADERS] is over<U+202E>its ##\u200b[quota".',
    'http://collector refused 1 data point of the metrics.',
  ])
})
