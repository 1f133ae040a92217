/** A made-up run with every event, each with all of its fields. */
import type { Fact, FactOf } from '../../src/model/event.ts'
import type { Failure, Skip } from '../../src/model/failure.ts'
import type { ItemId } from '../../src/model/ids.ts'
import { queued, runStarted } from './events.ts'

const ITEM = { item: '1' as ItemId }
const LANE = { provider: 'anthropic', model: 'm' }
const ENDING = { exitCode: null, signal: 'SIGKILL' }
const USAGE = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 }
const OUTAGE = { code: 'ECONNREFUSED', address: 'api.example:443', since: 1 }
const LOCK = { pid: 7, startedAt: '1', run: 'r-0' }
const FAILURE: Failure = { reason: 'threw', message: 'no luck', stack: 'at work' }

/** In an order in which each means something to its readers. */
const FACTS: { readonly [T in Fact['type']]: FactOf<T> } = {
  'run-started': {
    ...runStarted(1),
    mock: true,
    models: { drafter: 'm' },
    estimate: {
      calls: { least: 1, most: 2 },
      cost: { least: 1, most: 2 },
      by: 'm',
      durationMs: { least: 1, most: 2 },
      itemMs: 1,
      earlierItems: 1,
    },
    credentials: [{ id: 'key-1', provider: 'anthropic', protocol: 'anthropic', scope: 'key-1' }],
    trace: {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      isSampled: true,
      state: 'v=1',
      parentSpanId: 'c'.repeat(16),
      links: [],
    },
  },
  'item-left-out': {
    type: 'item-left-out',
    item: '0' as ItemId,
    label: 'LLD-0',
    why: { reason: 'gated', gate: 'draft', question: 'Fine?' },
  },
  'item-queued': queued('1'),
  'lock-taken-over': { ...ITEM, type: 'lock-taken-over', from: LOCK },
  'item-started': { ...ITEM, type: 'item-started', attempt: 1, worker: 7 },
  'checkpoint-set-aside': {
    ...ITEM,
    type: 'checkpoint-set-aside',
    why: 'damaged',
    keptAs: 'x.db',
  },
  'step-reused': { ...ITEM, type: 'step-reused', step: 'load' },
  'step-started': { ...ITEM, type: 'step-started', step: 'draft', span: '1' },
  'command-started': {
    ...ITEM,
    type: 'command-started',
    step: 'draft',
    span: '1',
    command: 'npm test',
    program: 'npm',
    pid: 8,
  },
  'command-ended': { ...ITEM, ...ENDING, type: 'command-ended', step: 'draft', pid: 8 },
  'call-started': {
    ...ITEM,
    type: 'call-started',
    step: 'draft',
    span: '1',
    ask: 1,
    task: 'draft',
    role: 'drafter',
    model: 'm',
    turns: 2,
    again: true,
    prompt: 'Draft it.',
  },
  'lease-queued': {
    ...ITEM,
    ...LANE,
    type: 'lease-queued',
    call: 1,
    ask: 1,
    why: 'outage',
    until: 9,
    outage: OUTAGE,
  },
  'pool-exhausted': { ...LANE, type: 'pool-exhausted' },
  'pool-rested': { ...LANE, type: 'pool-rested', why: 'rate', until: 9 },
  'circuit-opened': { ...LANE, type: 'circuit-opened', until: 9, outage: OUTAGE },
  'circuit-closed': { ...LANE, type: 'circuit-closed' },
  'pool-resumed': { ...LANE, type: 'pool-resumed' },
  'lease-refused': { ...ITEM, ...LANE, type: 'lease-refused', call: 1, ask: 1, failure: FAILURE },
  'lease-granted': {
    ...ITEM,
    type: 'lease-granted',
    call: 1,
    ask: 1,
    lease: 1,
    credential: 'key-1',
    model: 'm',
  },
  'lease-returned': {
    ...ITEM,
    type: 'lease-returned',
    lease: 1,
    outcome: { kind: 'rate', waitMs: 1 },
    usage: USAGE,
    readings: [{ dimension: 'requests', per: 'minute', remaining: 1 }],
    cost: 1,
    isEstimate: true,
  },
  'credential-rested': {
    ...LANE,
    type: 'credential-rested',
    credential: 'key-1',
    scope: 'key-1',
    why: 'rate',
    until: 9,
    hinted: true,
  },
  'credential-rejected': { type: 'credential-rejected', credential: 'key-1' },
  'call-progress': {
    ...ITEM,
    type: 'call-progress',
    step: 'draft',
    ask: 1,
    task: 'draft',
    outputTokens: 1_200,
  },
  'call-retried': {
    ...ITEM,
    type: 'call-retried',
    ask: 1,
    task: 'draft',
    attempt: 2,
    credential: 'key-1',
    retries: 5,
    pauseMs: 1,
    message: 'busy',
    cost: 0.01,
  },
  'form-refused': {
    ...ITEM,
    type: 'form-refused',
    ask: 1,
    task: 'draft',
    model: 'house:m',
    way: 'schema',
    next: 'json',
    message: 'HTTP 400: no response_format',
  },
  'call-failed': {
    ...ITEM,
    type: 'call-failed',
    step: 'draft',
    ask: 1,
    task: 'draft',
    failure: FAILURE,
  },
  'call-ended': {
    ...ITEM,
    type: 'call-ended',
    step: 'draft',
    ask: 1,
    task: 'draft',
    model: 'm',
    credential: 'key-1',
    usage: USAGE,
    cost: 1,
    durationMs: 1,
    finishReason: 'stop',
    unsupported: ['reasoning: not supported by this model'],
    answer: 'A draft.',
  },
  'gate-passed': {
    ...ITEM,
    type: 'gate-passed',
    step: 'draft',
    span: '1',
    gate: 'draft',
    answer: 'approve',
    waitedMs: 1,
  },
  'step-saved': { ...ITEM, type: 'step-saved', step: 'draft', span: '1', durationMs: 1 },
  'step-failed': { ...ITEM, type: 'step-failed', step: 'draft', span: '1', failure: FAILURE },
  'item-produced': { ...ITEM, type: 'item-produced', what: 'file', where: 'x.md', base: 'a' },
  'github-retried': { ...ITEM, type: 'github-retried', message: 'busy', until: 9 },
  'github-published': {
    ...ITEM,
    type: 'github-published',
    what: 'issue',
    number: 1,
    url: 'https://x/1',
    how: 'created',
  },
  'item-progressed': { ...ITEM, type: 'item-progressed', lastSignAt: 9 },
  'run-resumed': { type: 'run-resumed', suspendedMs: 1 },
  'run-stopping': {
    type: 'run-stopping',
    cause: 'cost-limit',
    force: false,
    cost: { limit: 1, spent: 0.5, next: 2 },
  },
  'item-stopping': { ...ITEM, type: 'item-stopping' },
  'item-killed': { ...ITEM, type: 'item-killed', failure: FAILURE },
  'worker-exited': {
    ...ITEM,
    ...ENDING,
    type: 'worker-exited',
    worker: 7,
    lastLines: ['bye'],
    report: { outcome: 'failed', failure: FAILURE },
  },
  'item-ended': { ...ITEM, type: 'item-ended', outcome: 'failed', failure: FAILURE },
  'run-ended': { type: 'run-ended', exitCode: 1, outcomes: { failed: 1 } },
}

const UNUSABLE = { message: 'no', problem: 'full' } as const
const REVIEW = { rounds: 3, findings: ['unclear'] }

const FAILURES: { readonly [R in Failure['reason']]: Failure & { readonly reason: R } } = {
  threw: { reason: 'threw', message: 'no luck', stack: 'at work' },
  'command-failed': { reason: 'command-failed', command: 'npm test', ...ENDING },
  'step-misused': { reason: 'step-misused', message: 'no' },
  'checkpoint-unusable': { reason: 'checkpoint-unusable', ...UNUSABLE },
  'state-unusable': { reason: 'state-unusable', ...UNUSABLE },
  'worker-died': { reason: 'worker-died', ...ENDING, attempts: 3, lastLines: ['bye'] },
  'memory-limit': { reason: 'memory-limit', limitBytes: 1, usedBytes: 2, attempts: 3 },
  'worktree-failed': { reason: 'worktree-failed', message: 'no' },
  'model-call-failed': { reason: 'model-call-failed', model: 'm', credential: 'k', message: 'no' },
  'provider-unreachable': {
    reason: 'provider-unreachable',
    provider: 'anthropic',
    phase: 'connect',
    code: 'ECONNREFUSED',
    address: 'api.example:443',
    tries: 6,
  },
  'answer-unreadable': { reason: 'answer-unreadable', model: 'm', credential: 'k', message: 'no' },
  'model-mismatch': { reason: 'model-mismatch', asked: 'm', answered: 'n' },
  'answer-invalid': { reason: 'answer-invalid', task: 'draft', message: 'no' },
  'no-credential': { reason: 'no-credential', provider: 'anthropic', message: 'no' },
  'cost-limit': { reason: 'cost-limit', limit: 1, spent: 2 },
  'round-limit': { reason: 'round-limit', ...REVIEW },
  stagnant: { reason: 'stagnant', ...REVIEW },
  'checks-failed': { reason: 'checks-failed', tries: 1, findings: ['unclear'] },
  'tests-failed': { reason: 'tests-failed', tries: 3, findings: ['adds: 1 is not 2'] },
  question: { reason: 'question', gate: 'draft', question: 'Fine?' },
  conflict: { reason: 'conflict', other: 'LLD-2', files: ['x'] },
  'github-failed': {
    reason: 'github-failed',
    repository: 'a/b',
    why: 'refused',
    message: 'no',
    until: 9,
  },
  'item-timeout': { reason: 'item-timeout', limitMs: 1 },
  'idle-timeout': { reason: 'idle-timeout', limitMs: 1 },
  'output-limit': { reason: 'output-limit', limitBytes: 1 },
}

const SKIPS: { readonly [R in Skip['reason']]: Skip & { readonly reason: R } } = {
  dependency: { reason: 'dependency', on: 'LLD-1', outcome: 'failed' },
  locked: { reason: 'locked', by: LOCK },
  'done-elsewhere': { reason: 'done-elsewhere', run: 'r-0' },
  'fail-fast': { reason: 'fail-fast' },
  'no-credential': { reason: 'no-credential' },
  stopped: { reason: 'stopped' },
}

/** All of the above, and an item for each failure and each skip. */
export function everyFact(): Fact[] {
  const { 'run-started': first, 'run-ended': last, ...between } = FACTS
  const failed = Object.entries(FAILURES).flatMap(([id, failure]): Fact[] => [
    queued(id),
    { type: 'item-ended', item: id as ItemId, outcome: 'failed', failure },
  ])
  const skipped = Object.entries(SKIPS).flatMap(([id, skip]): Fact[] => [
    queued(`not-${id}`),
    { type: 'item-ended', item: `not-${id}` as ItemId, outcome: 'skipped', skip },
  ])
  return [first, ...Object.values(between), ...failed, ...skipped, last]
}
