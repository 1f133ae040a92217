/** The spans of one item: its steps, and in these its model calls, waits for credentials, commands and gates. */
import type { Event, EventOf } from '../../model/event.ts'
import { spanIdOf } from '../../model/span-id.ts'
import { advance, cutOff, type Ended, newLife } from '../../scheduler/item-life.ts'
import { CallSpans } from './call-spans.ts'
import type { Attributes, OpenSpan } from './span.ts'

export class ItemSpans {
  readonly #span: OpenSpan
  readonly #label: string
  readonly #life = newLife()
  readonly #steps = new Map<string, OpenSpan>()
  readonly #calls: CallSpans
  readonly #commands = new Map<number, OpenSpan>()
  #attempt = 0
  #begun = 0
  #gateMet: string | undefined

  constructor(span: OpenSpan, label: string) {
    this.#span = span
    this.#label = label
    this.#calls = new CallSpans((where) => this.#stepAt(where))
  }

  add(event: Event): void {
    for (const ended of advance(this.#life, event)) {
      this.#record(ended, event.at)
      if (ended.kind === 'lease' && event.type === 'lease-returned')
        this.#calls.returned(ended.was, event)
    }
    switch (event.type) {
      case 'item-started':
        return this.#started(event)
      case 'step-started':
        return this.#stepStarted(event)
      case 'step-reused':
        return this.#span.happened('step-reused', event.at, { 'agentos.step': event.step })
      case 'step-saved':
        return this.#steps.get(event.span)?.end(event.at)
      case 'step-failed':
        return this.#stepFailed(event)
      case 'command-started':
        return this.#commandStarted(event)
      case 'command-ended':
        return this.#commandEnded(event)
      case 'gate-passed':
        return this.#gate(this.#stepAt(event), event, {
          'agentos.gate.answer': event.answer,
          'agentos.gate.wait': event.waitedMs / 1_000,
        })
      case 'checkpoint-set-aside':
        return this.#span.happened(event.type, event.at, { 'agentos.reason': event.why })
      case 'lock-taken-over':
      case 'item-stopping':
        return this.#span.happened(event.type, event.at)
      case 'item-killed': {
        const about = event.failure === undefined ? {} : { 'error.type': event.failure.reason }
        return this.#span.happened(event.type, event.at, about)
      }
      case 'worker-exited':
        return this.#workerExited(event)
      case 'item-ended':
        return this.#ended(event)
      default:
        this.#calls.add(event)
    }
  }

  /** For a running or killed run: ends what is open. */
  close(at: number): void {
    for (const ended of cutOff(this.#life)) this.#record(ended, at)
  }

  /** Attempts and leases, by the item's label. */
  #record({ kind, was, how }: Ended, at: number): void {
    if (kind !== 'attempt' && kind !== 'lease') return
    const attributes: Attributes = {
      ...(kind === 'attempt'
        ? { 'agentos.attempt': was.number, 'process.pid': was.worker }
        : { 'agentos.credential.id': was.credential, 'agentos.model': was.model }),
      ...(how === undefined ? {} : { 'agentos.outcome': how }),
    }
    const number = kind === 'attempt' ? was.number : was.lease
    const spanId = spanIdOf(this.#span.spanId, kind, number)
    const about = { type: kind, spanId, name: this.#label, at: was.since, attributes }
    this.#span.open(about).end(at)
  }

  #started({ attempt, worker, at }: EventOf<'item-started'>): void {
    this.#attempt = attempt
    this.#calls.attempt(this.#span, attempt)
    this.#span.know({ 'agentos.attempts': attempt })
    const about = { 'agentos.attempt': attempt, 'process.pid': worker }
    this.#span.happened('worker-started', at, about)
  }

  /** Inside the step that has the first part of its name. */
  #stepStarted({ step, span: spanId, at }: EventOf<'step-started'>): void {
    const outerName = step.replace(/\/?[^/]*$/, '')
    const outer = this.#life.steps.findLast(({ name }) => name === outerName)
    const attributes = { 'agentos.step': step, 'agentos.attempt': this.#attempt }
    const about = { type: 'step', spanId, name: `step ${step}`, at, attributes } as const
    this.#steps.set(spanId, this.#stepAt(outer ?? {}).open(about))
  }

  /** The step with this span, if it is open; else the item. */
  #stepAt({ span = '' }: { readonly span?: string }): OpenSpan {
    const step = this.#steps.get(span)
    return step === undefined || step.hasEnded ? this.#span : step
  }

  /** To wait for a person is no failure. */
  #stepFailed(event: EventOf<'step-failed'>): void {
    const { failure, at } = event
    const isGate = failure.reason === 'question'
    if (isGate && failure.gate !== this.#gateMet)
      this.#gate(this.#stepAt(event), { gate: failure.gate, at })
    this.#steps.get(event.span)?.end(at, isGate ? undefined : failure.reason)
  }

  #commandStarted(event: EventOf<'command-started'>): void {
    const { program, pid, at } = event
    // Only the program's name: its arguments may be anything.
    const name = program.split('/').at(-1) ?? ''
    const attributes = { 'process.executable.name': name, 'process.pid': pid }
    const spanId = this.#newId('command', pid)
    const about = { type: 'command', spanId, name: `command ${name}`, at, attributes } as const
    this.#commands.set(pid, this.#stepAt(event).open(about))
  }

  #commandEnded({ pid, exitCode, signal, at }: EventOf<'command-ended'>): void {
    const span = this.#commands.get(pid)
    this.#commands.delete(pid)
    span?.know(exitAttributes({ exitCode, signal }))
    span?.end(at, exitCode === 0 ? undefined : 'command-failed')
  }

  /** The person's time is not the run's: here the gate is only met. */
  #gate(
    outer: OpenSpan,
    { gate, at }: { readonly gate: string; readonly at: number },
    more: Attributes = {},
  ): void {
    this.#gateMet = gate
    const spanId = this.#newId('gate', gate)
    const attributes = { 'agentos.gate': gate, ...more }
    outer.open({ type: 'gate', spanId, name: `gate ${gate}`, at, attributes }).end(at)
  }

  /** Its steps and waits end with the worker. */
  #workerExited({ report, exitCode, signal, at }: EventOf<'worker-exited'>): void {
    const failure = report !== undefined && 'failure' in report ? report.failure : undefined
    if (failure?.reason === 'question' && failure.gate !== this.#gateMet)
      this.#gate(this.#span, { gate: failure.gate, at })
    const died = report === undefined ? 'worker-died' : undefined
    this.#span.cutOffInside(at, died)
    this.#span.happened('worker-exited', at, {
      'agentos.attempt': this.#attempt,
      ...exitAttributes({ exitCode, signal }),
      ...(died === undefined ? {} : { 'error.type': died }),
    })
    this.#steps.clear()
    this.#commands.clear()
  }

  #ended({ outcome, failure, skip, at }: EventOf<'item-ended'>): void {
    this.#span.know({ 'agentos.outcome': outcome })
    if (skip !== undefined) this.#span.know({ 'agentos.reason': skip.reason })
    this.#span.end(at, outcome === 'gated' ? undefined : failure?.reason)
  }

  #newId(kind: string, name: string | number): string {
    this.#begun += 1
    return spanIdOf(this.#span.spanId, this.#attempt, this.#begun, kind, name)
  }
}

function exitAttributes({
  exitCode,
  signal,
}: Pick<EventOf<'worker-exited'>, 'exitCode' | 'signal'>): Attributes {
  return {
    ...(exitCode === null ? {} : { 'process.exit.code': exitCode }),
    ...(signal === null ? {} : { 'agentos.signal': signal }),
  }
}
