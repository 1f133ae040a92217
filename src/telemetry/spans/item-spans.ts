/** The spans of one item: its steps, and in these its model calls, waits for credentials, commands and gates. */
import type { Event, EventOf } from '../../model/event.ts'
import { advance, cutOff, type Ended, newLife } from '../../scheduler/item-life.ts'
import { CallSpans } from './call-spans.ts'
import type { Attributes, OpenSpan } from './span.ts'

export class ItemSpans {
  readonly #span: OpenSpan
  readonly #label: string
  readonly #life = newLife()
  readonly #steps = new Map<string, OpenSpan>()
  #calls: CallSpans
  readonly #commands = new Map<number, OpenSpan>()
  #attempt = 0
  #gateMet: string | undefined

  constructor(span: OpenSpan, label: string) {
    this.#span = span
    this.#label = label
    this.#calls = this.#newCalls()
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
        return this.#gate(this.#stepAt(event), event.gate, event, {
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
    const event = { at: was.since, seq: kind === 'attempt' ? was.number : was.lease }
    this.#span.open({ type: kind, name: this.#label, event, attributes }).end(at)
  }

  #started({ attempt, worker, at }: EventOf<'item-started'>): void {
    this.#attempt = attempt
    this.#calls = this.#newCalls()
    this.#span.know({ 'agentos.attempts': attempt })
    const about = { 'agentos.attempt': attempt, 'process.pid': worker }
    this.#span.happened('worker-started', at, about)
  }

  /** A worker numbers its calls. */
  #newCalls(): CallSpans {
    return new CallSpans((where) => this.#stepAt(where))
  }

  /** Inside the step that has the first part of its name. */
  #stepStarted(event: EventOf<'step-started'>): void {
    const { step, span: spanId } = event
    const outerName = step.replace(/\/?[^/]*$/, '')
    const outer = this.#life.steps.findLast(({ name }) => name === outerName)
    const attributes = { 'agentos.step': step, 'agentos.attempt': this.#attempt }
    const about = { type: 'step', spanId, name: `step ${step}`, event, attributes } as const
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
      this.#gate(this.#stepAt(event), failure.gate, event)
    this.#steps.get(event.span)?.end(at, isGate ? undefined : failure.reason)
  }

  #commandStarted(event: EventOf<'command-started'>): void {
    const { program, pid } = event
    // Only the program's name: its arguments may be anything.
    const name = program.split('/').at(-1) ?? ''
    const attributes = { 'process.executable.name': name, 'process.pid': pid }
    const about = { type: 'command', name: `command ${name}`, event, attributes } as const
    this.#commands.set(pid, this.#stepAt(event).open(about))
  }

  #commandEnded(event: EventOf<'command-ended'>): void {
    const span = this.#commands.get(event.pid)
    this.#commands.delete(event.pid)
    span?.know(exitAttributes(event))
    span?.end(event.at, event.exitCode === 0 ? undefined : 'command-failed')
  }

  /** The person's time is not the run's: here the gate is only met. */
  #gate(outer: OpenSpan, gate: string, event: Event, more: Attributes = {}): void {
    this.#gateMet = gate
    const attributes = { 'agentos.gate': gate, ...more }
    outer.open({ type: 'gate', name: `gate ${gate}`, event, attributes }).end(event.at)
  }

  /** Its steps and waits end with the worker. */
  #workerExited(event: EventOf<'worker-exited'>): void {
    const { report, at } = event
    const failure = report !== undefined && 'failure' in report ? report.failure : undefined
    if (failure?.reason === 'question' && failure.gate !== this.#gateMet)
      this.#gate(this.#span, failure.gate, event)
    const died = report === undefined ? 'worker-died' : undefined
    this.#span.cutOffInside(at, died)
    this.#span.happened('worker-exited', at, {
      'agentos.attempt': this.#attempt,
      ...exitAttributes(event),
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
}

function exitAttributes(event: EventOf<'worker-exited' | 'command-ended'>): Attributes {
  const { exitCode, signal } = event
  return {
    ...(exitCode === null ? {} : { 'process.exit.code': exitCode }),
    ...(signal === null ? {} : { 'agentos.signal': signal }),
  }
}
