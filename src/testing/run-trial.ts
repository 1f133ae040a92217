import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { collectItems } from '../app/run/collect-items.ts'
import { checkedWorkflow, type LoadedWorkflow } from '../authoring/checked-workflow.ts'
import type { Repository } from '../authoring/repository.ts'
import type { Workflow, WorkItem } from '../authoring/workflow.ts'
import { withContext } from '../context/with-context.ts'
import { PrivateFolder } from '../files/private-folder.ts'
import type { Report } from '../model/event.ts'
import { quote } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import { UsageError } from '../model/usage-error.ts'
import { markOfWorker } from '../protocol/process-mark.ts'
import { openStore } from '../store/open-store.ts'
import { wrappingKeys } from '../store/seal.ts'
import type { Store } from '../store/store.ts'
import { leaseClient } from '../worker/lease-client.ts'
import { ProcessGroups } from '../worker/process-groups.ts'
import { type ItemRun, runItem } from '../worker/run-item.ts'
import { scriptedModel } from './scripted-model.ts'
import { TrialFolder } from './trial-folder.ts'
import type { AskedQuestion, TriedItem, TryOptions } from './try-item.ts'

/** Works on the item until it ends, or stands at a gate that nobody answers. */
export async function runTrial(
  authored: Workflow,
  wanted: string | WorkItem,
  options: TryOptions,
): Promise<TriedItem> {
  const workflow = checkedWorkflow(authored, join(process.cwd(), 'workflow'), 'given to tryItem')
  const settings = workflow.settings?.parse(options.settings ?? {}) ?? options.settings ?? {}
  using temporary = new PrivateFolder()
  using folder = await TrialFolder.create(temporary.path, options.files ?? {})
  const repo = withContext(folder.repository, folder.contextCache)
  const item = await findItem(workflow, wanted, { repo: folder.repository, settings })
  const questions: AskedQuestion[] = []
  const steps: string[] = []
  const groups = new ProcessGroups(markOfWorker(`${randomBytes(8).toString('hex')}.1`))
  const { signal } = new AbortController()
  const run: ItemRun = {
    workflow,
    item,
    setup: folder.setup(workflow, { settings, gates: options.onGate ? 'all' : 'none' }),
    repo,
    groups,
    signal,
    sealKeys: wrappingKeys([], {
      workflow: workflow.name,
      item: item.id,
    }),
    conversation: folder.conversation,
    trace: {
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      isSampled: false,
    },
    github: {},
    leases: leaseClient(() => {}, signal),
    askModel: scriptedModel(workflow.name, options.onAsk, questions),
    send: (message) => void (message.type === 'step-saved' && steps.push(message.step)),
    sendNow: async () => {},
    output: folder.output,
    print: (line) => folder.print(`${line}\n`),
    echo: (text) => folder.print(text),
    redactor: redactorOf([]),
  }
  const store = openStore(run.setup.store)
  try {
    await store.checkpoints.prepare({ workflow: workflow.name, item: item.id, mock: false })
    const report = await runToEnd(run, store, options.onGate)
    const failure = 'failure' in report ? report.failure : undefined
    const { outcome } = report
    return { outcome, failure, steps, questions, files: folder.files(), output: folder.printed() }
  } finally {
    groups.killAll()
    await store.close()
  }
}

async function findItem(
  workflow: LoadedWorkflow,
  wanted: string | WorkItem,
  about: { readonly repo: Repository; readonly settings: Readonly<Record<string, unknown>> },
): Promise<Item> {
  const collect = typeof wanted === 'string' ? workflow.collect : () => [wanted]
  const context = { ...about, mock: false, onRemark: () => {} }
  const items = await collectItems({ ...workflow, collect }, context, 'agentos')
  const id = typeof wanted === 'string' ? wanted : wanted.id
  const found = items.find((item) => item.id === id)
  if (found !== undefined) return found
  const ids = items.map((item) => item.id).join(', ') || 'none'
  throw new UsageError('item-unknown', `\`collect\` finds no item ${quote(id)}, but: ${ids}.`)
}

/** Each answer at a gate resumes the item, as a later run does: saved steps are read back. */
async function runToEnd(
  run: ItemRun,
  { gates }: Store,
  onGate: TryOptions['onGate'],
): Promise<Report> {
  for (;;) {
    const report = await runItem(run)
    const of = { workflow: run.workflow.name, item: run.item.id, mock: false }
    const gate = report.outcome === 'gated' ? await gates.last(of) : undefined
    if (gate === undefined || onGate === undefined) return report
    const { gate: name, question, content } = gate
    const answer = await onGate({ name, question, content })
    if (answer === undefined) return report
    await gates.answer(gate, { ...answer, at: Date.now(), by: 'test' })
  }
}
