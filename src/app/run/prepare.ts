/** Everything a run needs to know before it touches anything: read, checked, chosen. */
import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/schema.ts'
import type { Estimate } from '../../model/estimate.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Item } from '../../model/item.ts'
import { historyOf } from '../../reporters/past/history.ts'
import { readPastItems } from '../../reporters/past/past-items.ts'
import { type SigningFiles, withSigning } from '../../repository/git/ssh-signing.ts'
import { locateRepository, type RepositoryLocation } from '../../repository/locate.ts'
import { userRepository } from '../../repository/user-repository.ts'
import { type Selection, selectItems } from '../../scheduler/select.ts'
import { fitsCheckpoint } from '../../store/sqlite/checkpoint.ts'
import { SqliteGates } from '../../store/sqlite/gates.ts'
import { SqliteLedger } from '../../store/sqlite/ledger.ts'
import { StateDirectory } from '../../store/state-directory.ts'
import { loadWorkflow } from '../../workflows/load-workflow.ts'
import { findGitHub } from '../github-place.ts'
import { requireOwnState } from '../own-state.ts'
import { signingFiles } from '../secrets/signing.ts'
import { withLedger } from '../with-ledger.ts'
import { checkPrompts } from './check-prompts.ts'
import { collectItems } from './collect-items.ts'
import { estimateRun } from './estimate.ts'
import { modelsOf, rolesAndPrices } from './models.ts'
import type { RunRequest } from './request.ts'
import { RunGitHub } from './run-github.ts'
import { type Progress, savedProgress } from './saved-progress.ts'

export interface Prepared extends RunRequest {
  readonly location: RepositoryLocation
  readonly state: StateDirectory
  readonly config: Config
  readonly workflow: LoadedWorkflow
  readonly selection: Selection
  readonly parallel: number
  readonly mock: boolean
  /** Who plays the workflow's roles. */
  readonly models: Readonly<Record<string, string>>
  /** What the chosen items have saved, of those that have. */
  readonly saved: ReadonlyMap<ItemId, Progress>
  /** Null if there is nothing to go by; `itemMs` is what an item is expected to take. */
  readonly estimate: Estimate | null
  readonly github: RunGitHub | undefined
  readonly signing: SigningFiles
  /** What else should be known: where items come from, and what the workflow says to a dry run. */
  readonly notes: readonly string[]
}

/** What the config says of the workflow itself. */
export function workflowSettings(
  config: Config,
  { name }: LoadedWorkflow,
): Readonly<Record<string, unknown>> {
  return String(name) === 'implement' ? config.implement : {}
}

/** `warn` prints what happens meanwhile, such as a retry of a request to GitHub. */
export async function prepare(
  request: RunRequest,
  warn: (text: string) => void,
): Promise<Prepared> {
  const { flags, workingDirectory } = request
  const location = locateRepository(workingDirectory)
  const state = StateDirectory.of(location.root, process.env.AGENTOS_HOME)
  const shared = StateDirectory.of(location.mainRoot, process.env.AGENTOS_HOME)
  await requireOwnState(state, shared)
  const config = await loadConfig({
    root: location.root,
    file: flags.config,
    environment: process.env,
    flags: flags.settings,
  })
  const mock = flags.mock || flags.mockUrl !== undefined
  const workflow = await loadWorkflow(request.source)
  checkPrompts(config, workflow, location.root)
  const settings = workflowSettings(config, workflow)
  const github = await githubOf({ config, root: location.root, mock, warn })
  const { root } = location
  const signing = signingFiles(config, { root, environment: process.env, mock })
  const local = withSigning(userRepository(location.root), signing)
  const repo = github?.withIssues(local) ?? local
  const context = { repo, mock, settings }
  const collected = await collectItems(workflow, context, request.program)
  const items = github?.mayOpenPulls
    ? collected.map((item) => withoutPull(item, { workflow, state }))
    : collected
  const notes = [
    ...(github?.notes(workflow.name) ?? []),
    ...(flags.dryRun ? await workflow.notes(context) : []),
  ]
  const selection = selectItems({
    items,
    names: flags.names,
    recorded: withLedger(state.ledger, (path) => SqliteLedger.peek(path, workflow.name, mock)),
    waiting: withLedger(state.ledger, (path) => waitingItems(path, workflow.name, mock)),
    fresh: flags.fresh,
  })
  const parallel = Math.min(flags.parallel, config.maxParallel)
  const found = { location, state, config, workflow, selection, parallel, mock, github, signing }
  return { ...request, ...found, notes, ...outlook({ ...found, isFresh: flags.fresh }) }
}

async function githubOf(options: {
  readonly config: Config
  readonly root: string
  readonly mock: boolean
  readonly warn: (text: string) => void
}) {
  const { config, root, mock, warn } = options
  const place = await findGitHub({ config, root, environment: process.env })
  return place === undefined ? undefined : new RunGitHub(place, { mock, warn })
}

/** What is there already of the run's work, and what the rest is expected to be. */
function outlook(
  found: Pick<Prepared, 'state' | 'config' | 'workflow' | 'selection' | 'parallel' | 'mock'> & {
    readonly isFresh: boolean
  },
): Pick<Prepared, 'models' | 'saved' | 'estimate'> {
  const { state, workflow, mock, parallel } = found
  const { chosen } = found.selection
  const { roles, prices } = rolesAndPrices(found.config, mock)
  const models = modelsOf(workflow.roles, roles)
  const items = found.isFresh ? [] : chosen.map(({ item }) => item)
  const saved = savedProgress({ items, workflow, state, mock })
  const history = historyOf(readPastItems(state.logs, { workflow: workflow.name, mock, models }))
  const estimate = estimateRun({ workflow, chosen, saved, parallel, roles, prices, history })
  return { models, saved, estimate }
}

/** Built, as its branch says, but its steps are still here: its pull request may be missing. */
function withoutPull(
  item: Item,
  { workflow, state }: { readonly workflow: LoadedWorkflow; readonly state: StateDirectory },
): Item {
  const mock = false // with the mock provider there are no pull requests
  const path = state.checkpoint({ workflow: workflow.name, item: item.id, mock })
  const identity = { inputHash: item.inputHash, workflowVersion: workflow.version, mock }
  return item.done === true && fitsCheckpoint(path, identity) ? { ...item, done: false } : item
}

function waitingItems(ledger: string, workflow: WorkflowName, mock: boolean) {
  const open = SqliteGates.peek(ledger).filter(
    (gate) => gate.workflow === workflow && gate.mock === mock && gate.answered === undefined,
  )
  return new Map(open.map((gate) => [gate.item, gate]))
}
