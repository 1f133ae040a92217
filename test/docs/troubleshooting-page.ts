/** `docs/troubleshooting.md`: the printed words of every failure reason. */
import type { Failure } from '../../src/model/failure.ts'
import { failureWords } from '../../src/reporters/words/failure-words.ts'

type Samples = { readonly [Reason in Failure['reason']]: Failure & { readonly reason: Reason } }

const exit = { exitCode: 1, signal: null }
const findings = ['no rollback plan']

/** One of each; a new reason does not compile without. */
const SAMPLES: Samples = {
  threw: { reason: 'threw', message: 'x is not a function', where: 'greet.mts:12' },
  'command-failed': { reason: 'command-failed', command: 'npm test', ...exit },
  'step-misused': {
    reason: 'step-misused',
    message: 'Step "a" was started again before it had ended; give it another name.',
  },
  'checkpoint-unusable': {
    reason: 'checkpoint-unusable',
    message: 'Checkpoint … cannot be used: database is locked',
    problem: 'locked',
  },
  'state-unusable': {
    reason: 'state-unusable',
    message: 'The ledger could not be written: disk full',
    problem: 'full',
  },
  'worker-died': {
    reason: 'worker-died',
    exitCode: null,
    signal: 'SIGKILL',
    attempts: 3,
    lastLines: ['Killed'],
  },
  'memory-limit': { reason: 'memory-limit', limitBytes: 2 ** 30, usedBytes: 2 ** 31, attempts: 3 },
  'worktree-failed': { reason: 'worktree-failed', message: 'git worktree was killed (SIGKILL).' },
  'model-call-failed': {
    reason: 'model-call-failed',
    model: 'google:gemini-3.8-flash',
    credential: 'gemini-1',
    message: 'refused 6 times by rate limits, last: HTTP 429',
  },
  'provider-unreachable': {
    reason: 'provider-unreachable',
    provider: 'anthropic',
    phase: 'connect',
    code: 'ECONNREFUSED',
    address: 'api.example:443',
    tries: 6,
  },
  'answer-unreadable': {
    reason: 'answer-unreadable',
    model: 'anthropic:claude-sonnet-5',
    credential: 'claude',
    message: 'HTTP 200: the answer is not JSON',
  },
  'model-mismatch': {
    reason: 'model-mismatch',
    asked: 'gemini-3.8-flash',
    answered: 'gemini-3.7-flash',
  },
  'answer-invalid': {
    reason: 'answer-invalid',
    task: 'lld.review',
    message: 'The answer was not JSON.',
  },
  'no-credential': {
    reason: 'no-credential',
    provider: 'google',
    message: 'No credential for google is accepted any more.',
  },
  'cost-limit': { reason: 'cost-limit', limit: 2, spent: 1.84 },
  'round-limit': { reason: 'round-limit', rounds: 3, findings },
  stagnant: { reason: 'stagnant', rounds: 2, findings },
  'checks-failed': { reason: 'checks-failed', tries: 2, findings: ['Section 7 is missing.'] },
  'tests-failed': {
    reason: 'tests-failed',
    tries: 3,
    findings: ['T010: a name is shown: AssertionError: expected 1 to be 2'],
  },
  question: {
    reason: 'question',
    gate: 'question',
    question: 'May the service be down for a minute?',
  },
  conflict: { reason: 'conflict', other: 'agentos/7-search', files: ['src/list.js'] },
  'github-failed': {
    reason: 'github-failed',
    repository: 'owner/name',
    why: 'forbidden',
    message: 'Resource not accessible',
    until: null,
  },
  'item-timeout': { reason: 'item-timeout', limitMs: 3_600_000 },
  'idle-timeout': { reason: 'idle-timeout', limitMs: 600_000 },
  'output-limit': { reason: 'output-limit', limitBytes: 64 * 2 ** 20 },
}

export function troubleshootingPage(): string {
  return `# Troubleshooting

<!-- Generated from the code: \`npx vitest run --project rules generated -u\` -->

A failed item prints **What** happened, **Why** if there are details, what to **Do**, and the path of its **Log**.
\`agentos status\` prints it again, \`agentos logs <item>\` shows the output before it, \`-v\` shows stacks. The same command
resumes unfinished items; finished steps and paid answers are kept.

## Failures of an item

| reason | example of what and why | do |
| --- | --- | --- |
${Object.values(SAMPLES).map(row).join('\n')}

## Before a run

| symptom | do |
| --- | --- |
| \`error: Expected item names or --all …\` | name items, or use \`--all\`; \`--all --dry-run\` lists the existing ones |
| \`error: … is ambiguous beside item names\` | write \`--parallel=3\` with an equals sign |
| \`Unexpected token 'export'\` for \`agentos.config.ts\` | rename it to \`agentos.config.mts\` |
| "nothing to do" although items exist | \`--all --dry-run\` says why items are left out; an item that needs revision needs \`agentos retry\`, and the exit code is 1 until then |
| exit code 6 | another run is processing items of this run; run the command again after its end |
| \`run r-… (process …) is working on it\` | another run is processing the item; \`agentos status\`, \`agentos stop\` |

## During a run

| symptom | do |
| --- | --- |
| every item waits, *rate-limited until …* | nothing: it resumes automatically. To wait less, add credentials of other projects, or lower \`--parallel\` |
| *provider … not reachable (ECONNREFUSED)* · *failing (HTTP 529)* | nothing: calls are retried within \`limits.retries\`, one request at a time, and resume when the provider answers; \`agentos doctor --online\` tries each credential now |
| *busy* for a long time | fewer credentials than workers: raise \`concurrency\` of a credential, or lower \`--parallel\` |
| repeated refusals with several credentials | they share limits: give them the same \`scope\` ([credentials](credentials.md)) |
| stray footer rows in tmux | \`AGENTOS_UI=plain\` |
| no footer | [streams with a footer](output.md#terminal-footer) |
`
}

function row(failure: Failure): string {
  const { what, why, remedy } = failureWords(failure, 'LLD-42')
  const words = why === undefined ? what : `${what}: ${why}`
  return `| \`${failure.reason}\` | ${cell(words)} | ${cell(remedy)} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\\\|')
}
