import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { expect, test } from 'vitest'
import type { Event, EventOf } from '../../src/model/event.ts'
import { pastTelemetry } from '../../src/telemetry/past-telemetry.ts'
import { OtlpReceiver, type ReceivedSpan, spansIn } from '../rig/otlp-receiver.ts'
import { Project } from '../rig/project.ts'

const CI = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const TRACEPARENT = `00-${CI.traceId}-${CI.spanId}-01`
/** An address at which nobody ever listens. */
const NOBODY = 'http://127.0.0.1:1'
/** However busy the machine is, the last span is waited for. */
const PATIENT = { AGENTOS_TRACING_PATIENCE: '60s' }
const HEADERS = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key-1234' }
/** What a receiver does to a run needs no more than one item. */
const ONE = ['run', 'traced.mjs', '1', '--mock', '--json']
const RUN = ['run', 'traced.mjs', '--all', '--mock', '--parallel', '3', '--json']

test('six items, three at once, one worker killed: one trace, in which everybody has a parent', async () => {
  const { project, receiver } = await traced()
  project.write('hold-1', '')
  const env = { ...receiver.variables, ...PATIENT, ...HEADERS, TRACEPARENT, TRACESTATE: 'rojo=1' }
  const run = project.start(RUN, { env })
  await run.says('[T-1] holding')
  const { worker } = await run.event('item-started', ({ item }) => item === '1')
  process.kill(worker, 'SIGKILL')
  const { code, stderr } = await run.finished
  expect({ code, warned: stderr.includes('warning') }).toEqual({ code: 0, warned: false })

  const { spans } = receiver
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([CI.traceId]))
  expectNested(spans, CI.spanId)
  const names = Map.groupBy(spans, ({ name }) => name)
  const counts = ['run traced', 'item T-1', 'step draft', 'step publish', 'command sh'].map(
    (name) => [name, names.get(name)?.length],
  )
  // The killed worker's last step is there twice: cut off, and done.
  expect(Object.fromEntries(counts)).toEqual({
    ...{ 'run traced': 1, 'item T-1': 1, 'step draft': 6, 'step publish': 7, 'command sh': 6 },
  })
  expect(spans.filter(isCall)).toHaveLength(6)

  const events = project.events()
  for (const item of ['1', '2', '3', '4', '5', '6']) {
    const step = events.find(isStep(item, 'check'))
    const log = project.read(`${project.latestRun()}/T-${item}.log`)
    const run = events[0]?.run
    expect(log).toContain(`heard 00-${CI.traceId}-${step?.span}-01 rojo=1 ${run} agentos-test-`)
    expect(spans.find(({ spanId }) => spanId === step?.span)?.name).toBe('step check')
  }

  const paths = new Set(receiver.bodies.map(({ path }) => path))
  expect(paths).toEqual(new Set(['/v1/traces', '/v1/metrics']))
  expect(receiver.bodies[0]?.headers).toMatchObject({ authorization: 'Bearer collector-key-1234' })
  const sent = receiver.bodies.map(({ body }) => body.toString('latin1')).join()
  const kept = project.read(`${project.latestRun()}/events.jsonl`)
  for (const secret of ['WHAT-THE-MODEL-READS', 'collector-key-1234', 'mock-key'])
    expect({ secret, isThere: (sent + kept).includes(secret) }).toEqual({ secret, isThere: false })

  // Byte for byte what OpenTelemetry's own serialiser makes of the run's events.
  const past = { events, until: 0, isAlive: false }
  const whole = ProtobufTraceSerializer.serializeRequest([...(await pastTelemetry(past)).spans])
  const expected = spansIn(Buffer.from(whole ?? []))
  expect(hexOf(receiver.written)).toEqual(hexOf(expected))

  const told = await project.agentos(['report', '--format', 'otlp'])
  const reported = told.stdout.match(/"spanId":"[0-9a-f]{16}"/g)?.map((text) => text.slice(10, -1))
  expect(reported?.sort()).toEqual(spans.map(({ spanId }) => spanId).sort())
  const [, metrics] = told.stdout.trimEnd().split('\n')
  expect(metrics).toContain('"agentos.items"')
})

test.each(['down', 'slow', 'failing'] as const)(
  'a receiver that is %s takes nothing from the run but its trace, which can be sent later',
  async (mood) => {
    const { project, receiver: well } = await traced()
    const url = mood === 'down' ? NOBODY : (await OtlpReceiver.open(mood)).url
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' }
    const { code, stderr } = await project.agentos(ONE, { env })
    expect(code).toBe(0)
    const run = project.events()[0]?.run
    expect(stderr).toContain(`did not reach ${url}`)
    expect(stderr).toContain(`agentos report ${run} --format otlp --send`)

    const send = ['report', '--format', 'otlp', '--send']
    const failed = await project.agentos(send, { env })
    expect(failed.code).toBe(2)
    expect(failed.stderr).toContain(`did not reach ${url}`)
    const sent = await project.agentos(send, { env: well.variables })
    expect({ code: sent.code, out: sent.stdout }).toMatchObject({ code: 0 })
    expectNested(well.spans, '')
  },
)

test('a run that goes on after another links to it; what is read and said is told only if asked for', async () => {
  const { project, receiver } = await traced()
  project.write('hold-1', '')
  const first = project.start(ONE, { env: { AGENTOS_TRACING_CONTENT: 'true' } })
  await first.says('[T-1] holding')
  first.signal('SIGKILL')
  await first.finished
  const { trace } = startOf(project.events())
  const { stdout } = await project.agentos(['report', '--format', 'otlp'])
  expect(stdout).toContain('WHAT-THE-MODEL-READS')

  // Whoever has begun this one does not want it kept.
  const unwanted = { TRACEPARENT: TRACEPARENT.replace(/1$/, '0') }
  const env = { ...receiver.variables, ...PATIENT, ...unwanted }
  expect((await project.agentos(ONE, { env })).code).toBe(0)
  const again = startOf(project.events()).trace
  expect(again).toMatchObject({
    ...{ traceId: CI.traceId, isSampled: false },
    parentSpanId: CI.spanId,
  })
  expect(again?.links).toEqual([{ traceId: trace?.traceId, spanId: trace?.spanId }])
  expect(receiver.bodies.map(({ path }) => path)).toEqual(['/v1/metrics'])
})

test('who takes traces and no metrics has all the spans; a signal ends the wait for who never answers', async () => {
  const { project } = await traced()
  const jaeger = await OtlpReceiver.open('traces only')
  const one = ['run', 'traced.mjs', '1', '--mock', '--fresh']
  const first = await project.agentos(one, { env: { ...jaeger.variables, ...PATIENT } })
  expect(first.stderr).toContain(`The metrics did not reach ${jaeger.url}: it answered 404.`)
  expect(first.stderr).not.toContain('spans')
  expectNested(jaeger.spans, '')

  const silent = await OtlpReceiver.open('slow')
  const run = project.start(one, { env: { ...silent.variables, ...PATIENT } })
  await run.says('ended after')
  run.signal('SIGINT')
  const { code, stderr } = await run.finished
  expect({ code, words: stderr }).toEqual({
    code: 0,
    words: expect.stringContaining(`did not reach ${silent.url}: not in time`),
  })
})

test('who never answers metrics has all the spans, and only the metrics are told', async () => {
  const { project } = await traced()
  const receiver = await OtlpReceiver.open('slow metrics')
  const lost = `The metrics did not reach ${receiver.url}: not in time.`
  const one = ['run', 'traced.mjs', '1', '--mock', '--fresh']
  const patience = { AGENTOS_TRACING_PATIENCE: '8s' }
  const both = await project.agentos(one, { env: { ...receiver.variables, ...patience } })
  expect(both.stderr).toContain(lost)
  expect(both.stderr).not.toContain('spans')
  expectNested(receiver.spans, '')

  const env = { ...receiver.variables, OTEL_TRACES_EXPORTER: 'none' }
  expect((await project.agentos(one, { env })).stderr).toContain(lost)
})

test('what a receiver refuses of a request that it takes is told, in its words, without keys', async () => {
  const { project } = await traced()
  const receiver = await OtlpReceiver.open('refusing')
  const atTheEnd = { OTEL_BSP_SCHEDULE_DELAY: '3600000' }
  const env = { ...receiver.variables, ...PATIENT, ...HEADERS, ...atTheEnd }
  const run = await project.agentos(['run', 'traced.mjs', '1', '--mock'], { env })
  expect(run.code).toBe(0)
  // The first span goes alone, and no more than that one can be refused of it.
  expect(run.stderr).toContain(`warning: ${receiver.url} refused 3 of 7 spans: "too old`)
  expect(run.stderr).toContain(`${receiver.url} refused 2 data points of the metrics: "too old`)
  expect(run.stderr).not.toContain('--send')

  const json = { ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  const sent = await project.agentos(['report', '--format', 'otlp', '--send'], { env: json })
  expect({ code: sent.code, out: sent.stdout }).toEqual({ code: 2, out: '' })
  expect(sent.stderr).toContain(`${receiver.url} refused 2 of 7 spans: "too old`)
  expect(sent.stderr).toContain(`5 spans to ${receiver.url}, metrics to ${receiver.url}`)
  expect(run.stderr + sent.stderr).not.toContain('collector-key-1234')
})

test('sending asks for a receiver, and goes with its format only', async () => {
  const project = new Project()
  project.workflow('traced')
  await project.agentos(['run', 'traced.mjs', '1', '--mock'])
  const nowhere = await project.agentos(['report', '--format', 'otlp', '--send'])
  expect({ code: nowhere.code, words: nowhere.stderr }).toMatchObject({ code: 2 })
  expect(nowhere.stderr).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
  const misused = await project.agentos(['report', '--send'])
  expect({ code: misused.code, words: misused.stderr }).toMatchObject({ code: 2 })
  expect(misused.stderr).toContain('--format otlp')
})

function hexOf(spans: readonly Buffer[]): string[] {
  return spans.map((span) => span.toString('hex')).sort()
}

async function traced() {
  const project = new Project()
  project.workflow('traced')
  return { project, receiver: await OtlpReceiver.open() }
}

function expectNested(spans: readonly ReceivedSpan[], root: string): void {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  expect(byId.size).toBe(spans.length)
  expect(spans.length).toBeGreaterThan(5)
  for (const { name, parentSpanId, startedAt, endedAt } of spans) {
    if (parentSpanId === root) continue
    const parent = byId.get(parentSpanId)
    const isInside =
      parent !== undefined && startedAt >= parent.startedAt && endedAt <= parent.endedAt
    expect({ name, isInside }).toEqual({ name, isInside: true })
  }
  expect(spans.filter(({ parentSpanId }) => parentSpanId === root)).toHaveLength(1)
}

function isCall({ name }: ReceivedSpan): boolean {
  return name.startsWith('chat ')
}

function isStep(item: string, step: string) {
  return (event: Event): event is EventOf<'step-started'> =>
    event.type === 'step-started' && event.item === item && event.step === step
}

function startOf(events: readonly Event[]): EventOf<'run-started'> {
  const [first] = events
  if (first?.type !== 'run-started') throw new Error('The first event is missing.')
  return first
}
