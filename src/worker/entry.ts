/**
 * A worker process: loads the workflow ahead, gets one item, works on it, reports, ends. It is
 * started by path, never imported. Its output goes to descriptors 1 and 2, which are a file that
 * the coordinator reads; the IPC channel carries messages only.
 */
import { fstatSync, openSync } from 'node:fs'
import { resolveAgentosToSelf } from '../authoring/self-import.ts'
import { withContext } from '../context/with-context.ts'
import type { Report } from '../model/event.ts'
import { Redactor } from '../model/secrets/redactor.ts'
import { traceVariables } from '../model/trace.ts'
import {
  ENVIRONMENT,
  type Sent,
  type StartMessage,
  type ToCoordinator,
  type ToWorker,
  type WorkerSetup,
} from '../protocol/messages.ts'
import { markOfWorker } from '../protocol/process-mark.ts'
import { signalGroup } from '../protocol/process-signals.ts'
import { withSigning } from '../repository/git/ssh-signing.ts'
import { userRepository } from '../repository/user-repository.ts'
import { withoutSecrets } from '../repository/without-secrets.ts'
import { loadWorkflow } from '../workflows/load-workflow.ts'
import { askModel } from './ask-model.ts'
import { toReport } from './errors.ts'
import { gitHubClient } from './github-client.ts'
import { leaseClient } from './lease-client.ts'
import { ProcessGroups } from './process-groups.ts'
import { runItem } from './run-item.ts'

const setup = JSON.parse(process.env[ENVIRONMENT.setup] ?? '') as WorkerSetup
delete process.env[ENVIRONMENT.setup]

const output = ownOutput()
const groups = new ProcessGroups(markOfWorker(process.env[ENVIRONMENT.worker] ?? ''))
const stopping = new AbortController()
const leases = leaseClient((message) => void sendNow(message), stopping.signal)
const github = gitHubClient((message) => void sendNow(message), stopping.signal)

process.on('disconnect', endAtOnce)
process.on('uncaughtException', (error) => {
  reportAndExit(toReport(error, { root: setup.repositoryRoot, source: setup.workflow }))
})
process.on('message', (message: ToWorker) => {
  if (message.type === 'stop') stopping.abort()
  else if (message.type === 'start') void start(message)
  else if (message.type === 'github-answered') github.receive(message)
  else leases.receive(message)
})

resolveAgentosToSelf()
const loading = loadWorkflow(setup.workflow)
// A failure is reported when an item starts; a spare that is never used reports nothing.
void loading.catch(() => {}).then(() => sendNow({ type: 'loaded' }))

async function start({ type: _, fingerprints, ...about }: StartMessage): Promise<void> {
  Object.assign(process.env, traceVariables(about.trace))
  const workflow = await loading
  const redactor = new Redactor(fingerprints)
  const local = withContext(userRepository(setup.repositoryRoot, setup.folders), setup.contextCache)
  const own = withoutSecrets(local, redactor)
  const report = await runItem({
    ...about,
    workflow,
    setup,
    leases,
    repo: github.withIssues(withSigning(own, setup.signing), setup.github),
    github: github.actions(setup.github),
    groups,
    signal: stopping.signal,
    send: (message) => void sendNow(message),
    sendNow,
    askModel,
    output: 'inherit',
    print: (line) => void process.stdout.write(`${line}\n`),
    echo: (text) => void process.stdout.write(text),
    redactor,
  })
  reportAndExit(report)
}

/** Never rejects: an unsendable message means that the coordinator has exited, and this process will too. */
function sendNow(message: ToCoordinator): Promise<void> {
  const sent: Sent = { printed: fstatSync(output).size, message }
  return new Promise((resolve) => {
    process.send?.(sent, () => resolve())
  })
}

/** The file that descriptor 1 is, under a number of our own: a workflow may close that one. */
function ownOutput(): number {
  return process.platform === 'linux' ? openSync('/proc/self/fd/1', 'r') : 1
}

function reportAndExit(report: Report): void {
  void sendNow({ type: 'report', report }).then(() => process.exit(0))
}

/** The coordinator has exited: all work stops. */
function endAtOnce(): void {
  try {
    groups.killAll()
  } finally {
    signalGroup(process.pid, 'SIGKILL')
    process.exit(1)
  }
}
