import type { Report } from '../../model/event.ts'
import type { Failure, Skip } from '../../model/failure.ts'
import type { LeftOut } from '../../model/left-out.ts'
import type { Fields, FieldsBy, Parts } from './field-kinds.ts'

const FAILURE: FieldsBy<Failure, 'reason'> = {
  threw: { message: 'text', stack: 'text?' },
  'command-failed': { exitCode: 'number|null', signal: 'text|null', command: 'text' },
  'step-misused': { message: 'text' },
  'checkpoint-unusable': { message: 'text', trouble: 'text?' },
  'state-unusable': { message: 'text', trouble: 'text?' },
  'worker-died': {
    exitCode: 'number|null',
    signal: 'text|null',
    attempts: 'number',
    lastLines: 'texts?',
  },
  'memory-limit': { limitBytes: 'number', usedBytes: 'number', attempts: 'number' },
  'worktree-failed': { message: 'text' },
  'model-call-failed': {
    model: 'text',
    credential: 'text|null',
    message: 'text',
    isFinal: 'flag?',
  },
  'provider-unreachable': {
    provider: 'text',
    phase: 'text',
    code: 'text',
    address: 'text',
    tries: 'number',
  },
  'answer-unreadable': { model: 'text', credential: 'text|null', message: 'text' },
  'model-mismatch': { asked: 'text', answered: 'text' },
  'answer-invalid': { task: 'text', message: 'text' },
  'no-credential': { provider: 'text', message: 'text' },
  'cost-limit': { limit: 'number', spent: 'number' },
  'round-limit': { findings: 'texts', rounds: 'number' },
  stagnant: { findings: 'texts', rounds: 'number' },
  'checks-failed': { findings: 'texts', tries: 'number' },
  'tests-failed': { findings: 'texts', tries: 'number' },
  question: { gate: 'text', question: 'text' },
  conflict: { other: 'text', files: 'texts' },
  'github-failed': { repository: 'text', why: 'text', message: 'text', until: 'number|null' },
  'item-timeout': { limitMs: 'number' },
  'idle-timeout': { limitMs: 'number' },
  'output-limit': { limitBytes: 'number' },
}

const SKIP: FieldsBy<Skip, 'reason'> = {
  dependency: { on: 'text', outcome: 'text' },
  locked: { by: 'lock' },
  'done-elsewhere': { run: 'text' },
  'fail-fast': {},
  'no-credential': {},
  stopped: {},
}

const LEFT_OUT: FieldsBy<LeftOut, 'reason'> = {
  done: { run: 'text|null' },
  'needs-revision': { run: 'text' },
  gated: { gate: 'text', question: 'text' },
  'dependency-pending': { on: 'text' },
  'not-ready': { why: 'text', command: 'text' },
}

const REPORT: FieldsBy<Report, 'outcome'> = {
  done: {},
  failed: { failure: 'failure' },
  'needs-revision': { failure: 'failure' },
  gated: { failure: 'failure' },
  conflict: { failure: 'failure' },
  interrupted: {},
}

/** Those whose fields depend on one of them, and which that is. */
export const UNION_PARTS = {
  failure: { by: 'reason', fields: FAILURE },
  skip: { by: 'reason', fields: SKIP },
  'left-out': { by: 'reason', fields: LEFT_OUT },
  report: { by: 'outcome', fields: REPORT },
} as const

export const PLAIN_PARTS: {
  readonly [P in Exclude<keyof Parts, keyof typeof UNION_PARTS>]: Fields<
    Pick<Parts[P], keyof Parts[P]>
  >
} = {
  'call-outcome': { kind: 'text' },
  outage: { code: 'text', address: 'text|null', since: 'number' },
  usage: { inputTokens: 'number', outputTokens: 'number', cachedTokens: 'number' },
  limits: {
    parallel: 'number',
    failFast: 'flag',
    itemTimeoutMs: 'number',
    idleTimeoutMs: 'number',
    runTimeoutMs: 'number',
    stopGraceMs: 'number',
    restarts: 'number',
  },
  estimate: {
    calls: 'range|null',
    cost: 'range|null',
    by: 'text|null',
    durationMs: 'range|null',
    itemMs: 'number|null',
    earlierItems: 'number',
  },
  'cost-stop': { limit: 'number', spent: 'number', next: 'number' },
  range: { least: 'number', most: 'number' },
  lock: { pid: 'number', startedAt: 'text', run: 'text' },
  trace: {
    traceId: 'text',
    spanId: 'text',
    isSampled: 'flag',
    state: 'text?',
    parentSpanId: 'text?',
    links: 'objects',
  },
}
