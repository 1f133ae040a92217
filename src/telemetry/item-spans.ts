/** The spans of one item: its steps, and in these its model calls, waits for credentials, commands and gates. */
import type { Event } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import { spanIdOf } from '../model/span-id.ts'
import { CallSpans } from './call-spans.ts'
import type { OpenSpan } from './open-span.ts'

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

export class ItemSpans {
  readonly #span: OpenSpan
  readonly #calls: CallSpans
  #attempt = 0
  #begun = 0
  readonly #steps = new Map<string, OpenSpan>()
  readonly #commands = new Map<number, OpenSpan>()

  constructor(span: OpenSpan) {
    this.#span = span
    this.#calls = new CallSpans((step) => this.#stepSpan(step))
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
        return this.#steps.get(event.step)?.end(event.at)
      case 'step-failed':
        return this.#steps.get(event.step)?.end(event.at, event.failure.reason)
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
    const spanId = span ?? this.#newId('step', step)
    const outer = this.#stepSpan(step.slice(0, Math.max(0, step.lastIndexOf('/'))))
    this.#steps.set(step, outer.open({ spanId, name: `step ${step}`, at, attributes }))
  }

  /** Only the program's name: arguments may be anything. */
  #commandStarted({ command, step, pid, at }: EventOf<'command-started'>): void {
    const program = command.split(' ', 1)[0]?.split('/').at(-1) ?? ''
    const about = { 'process.executable.name': program, 'process.pid': pid }
    const spanId = this.#newId('command', pid)
    const name = `command ${program}`
    this.#commands.set(pid, this.#stepSpan(step).open({ spanId, name, at, attributes: about }))
  }

  #commandEnded({ pid, exitCode, signal, at }: EventOf<'command-ended'>): void {
    const span = this.#commands.get(pid)
    this.#commands.delete(pid)
    if (exitCode !== null) span?.know({ 'process.exit.code': exitCode })
    if (signal !== null) span?.know({ 'agentos.signal': signal })
    span?.end(at, exitCode === 0 ? undefined : (signal ?? `exit code ${exitCode}`))
  }

  #gatePassed({ gate, step, answer, waitedMs, at }: EventOf<'gate-passed'>): void {
    const attributes = { 'agentos.gate': gate, 'agentos.gate.answer': answer }
    const seconds = { 'agentos.gate.wait': waitedMs / 1_000 }
    this.#gate(this.#stepSpan(step), { gate, at, attributes: { ...attributes, ...seconds } })
  }

  /** The person's time is not the run's: here the gate is only met. */
  #gate(
    outer: OpenSpan,
    about: {
      readonly gate: string
      readonly at: number
      attributes: Record<string, string | number>
    },
  ): void {
    const { gate, at, attributes } = about
    const spanId = this.#newId('gate', gate)
    outer.open({ spanId, name: `gate ${gate}`, at, attributes }).end(at)
  }

  /** With its worker everything has ended that it was at. */
  #workerExited({ report, exitCode, signal, at }: EventOf<'worker-exited'>): void {
    const failure = report !== undefined && 'failure' in report ? report.failure : undefined
    if (failure?.reason === 'question')
      this.#gate(this.#span, { ...failure, at, attributes: { 'agentos.gate': failure.gate } })
    const died = report === undefined ? 'worker-died' : undefined
    this.#span.endInside(at, died)
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
    // To wait for a person is no failure.
    this.#span.end(at, outcome === 'gated' ? undefined : failure?.reason)
  }

  #stepSpan(step: string | undefined): OpenSpan {
    const open = step === undefined ? undefined : this.#steps.get(step)
    return open === undefined || open.hasEnded ? this.#span : open
  }

  #newId(kind: string, name: string | number): string {
    this.#begun += 1
    return spanIdOf(this.#span.spanId, this.#attempt, this.#begun, kind, name)
  }
}

function reasonOf(failure: Failure | undefined): Record<string, string> {
  return failure === undefined ? {} : { 'error.type': failure.reason }
}
