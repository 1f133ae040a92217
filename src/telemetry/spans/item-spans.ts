/** The spans of one item: its steps, and in these its model calls, waits for credentials, commands and gates. */
import type { Event, EventOf } from '../../model/event.ts'
import type { Failure } from '../../model/failure.ts'
import { spanIdOf } from '../../model/span-id.ts'
import { CallSpans } from './call-spans.ts'
import type { OpenSpan } from './open-span.ts'
import type { Attributes } from './span.ts'
import { StepSpans } from './step-spans.ts'

export class ItemSpans {
  readonly #span: OpenSpan
  readonly #steps: StepSpans
  readonly #calls: CallSpans
  readonly #commands = new Map<number, OpenSpan>()
  #attempt = 0
  #begun = 0
  #gateMet: string | undefined

  constructor(span: OpenSpan) {
    this.#span = span
    this.#steps = new StepSpans(span)
    this.#calls = new CallSpans((where) => this.#steps.at(where))
  }

  add(event: Event): void {
    switch (event.type) {
      case 'item-started':
        return this.#started(event)
      case 'step-started':
        return this.#stepStarted(event)
      case 'step-reused':
        return this.#span.happened('step-reused', event.at, { 'agentos.step': event.step })
      case 'step-saved':
        return this.#steps.find(event)?.end(event.at)
      case 'step-failed':
        return this.#stepFailed(event)
      case 'command-started':
        return this.#commandStarted(event)
      case 'command-ended':
        return this.#commandEnded(event)
      case 'gate-passed':
        return this.#gatePassed(event)
      case 'checkpoint-set-aside':
        return this.#span.happened(event.type, event.at, { 'agentos.reason': event.why })
      case 'lock-taken-over':
      case 'item-stopping':
        return this.#span.happened(event.type, event.at)
      case 'item-killed':
        return this.#span.happened(event.type, event.at, reasonOf(event.failure))
      case 'worker-exited':
        return this.#workerExited(event)
      case 'item-ended':
        return this.#ended(event)
      default:
        this.#calls.add(event)
    }
  }

  #started({ attempt, worker, at }: EventOf<'item-started'>): void {
    this.#attempt = attempt
    this.#calls.attempt(this.#span, attempt)
    this.#span.know({ 'agentos.attempts': attempt })
    const about = { 'agentos.attempt': attempt, 'process.pid': worker }
    this.#span.happened('worker-started', at, about)
  }

  #stepStarted({ step, span, at }: EventOf<'step-started'>): void {
    const attributes = { 'agentos.step': step, 'agentos.attempt': this.#attempt }
    this.#steps.open({ step, spanId: span, at, attributes })
  }

  /** To wait for a person is no failure. */
  #stepFailed(event: EventOf<'step-failed'>): void {
    const { failure, at } = event
    const isGate = failure.reason === 'question'
    if (isGate && failure.gate !== this.#gateMet)
      this.#gate(this.#steps.at(event), { gate: failure.gate, at })
    this.#steps.find(event)?.end(at, isGate ? undefined : failure.reason)
  }

  #commandStarted(event: EventOf<'command-started'>): void {
    const { program, pid, at } = event
    // Only the program's name: what stands behind it may be anything.
    const name = program.split('/').at(-1) ?? ''
    const attributes = { 'process.executable.name': name, 'process.pid': pid }
    const spanId = this.#newId('command', pid)
    const about = { type: 'command', spanId, name: `command ${name}`, at, attributes } as const
    this.#commands.set(pid, this.#steps.at(event).open(about))
  }

  #commandEnded({ pid, exitCode, signal, at }: EventOf<'command-ended'>): void {
    const span = this.#commands.get(pid)
    this.#commands.delete(pid)
    if (exitCode !== null) span?.know({ 'process.exit.code': exitCode })
    if (signal !== null) span?.know({ 'agentos.signal': signal })
    span?.end(at, exitCode === 0 ? undefined : 'command-failed')
  }

  #gatePassed(event: EventOf<'gate-passed'>): void {
    const { gate, answer, waitedMs, at } = event
    const attributes = { 'agentos.gate.answer': answer, 'agentos.gate.wait': waitedMs / 1_000 }
    this.#gate(this.#steps.at(event), { gate, at, attributes })
  }

  /** The person's time is not the run's: here the gate is only met. */
  #gate(
    outer: OpenSpan,
    about: { readonly gate: string; readonly at: number; readonly attributes?: Attributes },
  ): void {
    const { gate, at, attributes = {} } = about
    this.#gateMet = gate
    const spanId = this.#newId('gate', gate)
    const name = `gate ${gate}`
    const all = { 'agentos.gate': gate, ...attributes }
    outer.open({ type: 'gate', spanId, name, at, attributes: all }).end(at)
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
      ...(exitCode === null ? {} : { 'process.exit.code': exitCode }),
      ...(signal === null ? {} : { 'agentos.signal': signal }),
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

function reasonOf(failure: Failure | undefined): Record<string, string> {
  return failure === undefined ? {} : { 'error.type': failure.reason }
}
