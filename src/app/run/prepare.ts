/** Everything a run needs to know before it touches anything: read, checked, chosen. */
import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import { loadLayers } from '../../config/load-config.ts'
import type { Config } from '../../config/schema.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Item } from '../../model/item.ts'
import type { Remark } from '../../model/remark.ts'
import type { Estimate } from '../../model/run-start.ts'
import { UsageError } from '../../model/usage-error.ts'
import { historyOf } from '../../reporters/past/history.ts'
import { readPastItems } from '../../reporters/past/past-items.ts'
import { plural } from '../../reporters/words/words.ts'
import { type SigningFiles, withSigning } from '../../repository/git/ssh-signing.ts'
import { userRepository } from '../../repository/user-repository.ts'
import { type Selection, selectItems } from '../../scheduler/select.ts'
import { viewStore } from '../../store/open-store.ts'
import type { StoreView } from '../../store/store.ts'
import { builtInSource, isBuiltInSource, loadWorkflow } from '../../workflows/load-workflow.ts'
import { requireMockable } from '../../workflows/project/mock-support.ts'
import { repositoryFacts } from '../../workflows/project/project-facts.ts'
import { findGitHub } from '../github-place.ts'
import { requireOwnState } from '../own-state.ts'
import { fromStore, type RepositoryHere, repositoryAt } from '../repository-store.ts'
import { signingFiles } from '../secrets/signing.ts'
import { checkPrompts } from './check-prompts.ts'
import { collectItems } from './collect-items.ts'
import { folderWarnings } from './folder-warnings.ts'
import { modelsOf, rolesAndPrices } from './models.ts'
import { estimateRun } from './outlook/estimate.ts'
import { type Progress, savedProgress } from './outlook/preview-progress.ts'
import { remarkLines } from './remark-lines.ts'
import type { RunRequest } from './request.ts'
import { costLimitSetBy } from './require-prices.ts'
import { RunGitHub } from './run-github.ts'

export interface Prepared extends RunRequest, RepositoryHere {
  readonly config: Config
  /** Where a cost limit was set; left out, only the defaults hold. */
  readonly costLimit: string | undefined
  readonly workflow: LoadedWorkflow
  /** Of the workflow. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly selection: Selection
  readonly parallel: number
  readonly mock: boolean
  /** Models of the workflow's roles. */
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

/** What the config says of the workflow itself. Those that come with AgentOS share a section: designs name tests, too. */
function workflowSettings(
  config: Config,
  { name, source, settings: schema }: LoadedWorkflow,
): Prepared['settings'] {
  if (isBuiltInSource(source)) return config.implement
  const said = config.workflows[name] ?? {}
  const checked = schema?.safeParse(said) ?? { success: true, data: said }
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const path = ['workflows', name, ...(issue?.path ?? [])].join('.')
  throw new UsageError('config-value-invalid', `${path}: ${issue?.message}.`, {
    hint: 'The workflow declares its settings under `settings`.',
  })
}

/** Whether what it writes is made for one language and one test runner: designs are, too. */
function isWritingCode(source: string): boolean {
  return ['lld', 'implement'].map(builtInSource).includes(source)
}

/** `warn` prints what happens meanwhile, such as a retry of a request to GitHub. */
export async function prepare(
  request: RunRequest,
  warn: (text: string) => void,
): Promise<Prepared> {
  const { flags, workingDirectory } = request
  const here = repositoryAt(workingDirectory)
  const { root } = here
  await requireOwnState(here)
  const view = viewStore(here.store)
  const { config, layers } = await loadLayers({
    root,
    file: flags.config,
    environment: process.env,
    flags: flags.settings,
  })
  const mock = flags.mock || flags.mockUrl !== undefined
  const workflow = await loadWorkflow(request.source)
  checkPrompts(config, workflow, root)
  const settings = workflowSettings(config, workflow)
  const place = await findGitHub(config, root)
  const { publishes } = workflow
  const github = place && new RunGitHub(place, { mock, warn, publishes })
  const signing = signingFiles(config, { root, environment: process.env, mock })
  const local = withSigning(userRepository(root, config.folders), signing)
  const repo = github?.withIssues(local) ?? local
  const context = { repo, mock, settings }
  const remarks: Remark[] = []
  const onRemark = (remark: Remark) => void remarks.push(remark)
  const collected = await collectItems(workflow, { ...context, onRemark }, request.program)
  const items = github?.mayOpenPulls ? await withoutPulls(collected, { workflow, view }) : collected
  // A provider that somebody else has started may have other answers.
  const isMockWriting = flags.mock && isWritingCode(workflow.source)
  if (isMockWriting && items.some(({ done }) => done !== true))
    requireMockable(await repositoryFacts(context))
  const selection = selectItems({
    items,
    names: flags.names,
    remarks,
    recorded: await fromStore(view.outcomes(workflow.name, mock)),
    waiting: await fromStore(waitingItems(view, workflow.name, mock)),
    fresh: flags.fresh,
  })
  const parallel = Math.min(flags.parallel, config.maxParallel)
  const isWriting = selection.chosen.length > 0 && isBuiltInSource(workflow.source)
  const planned = selection.chosen.map(({ item }) => item)
  const notes = [
    ...capNote(flags.parallel, parallel),
    ...remarkLines(remarks),
    ...(isWriting ? await folderWarnings(workflow.name, config, repo) : []).map(
      ({ what, remedy }) => `Warning: ${what}; ${remedy}.`,
    ),
    ...(github?.notes() ?? []),
    ...(flags.dryRun ? await workflow.notes({ ...context, items: planned }) : []),
  ]
  const costLimit = costLimitSetBy(layers)
  const found = { ...request, ...here, config, costLimit, workflow, selection, parallel, mock }
  return { ...found, settings, github, signing, notes, ...(await outlook(found, view)) }
}

function capNote(wanted: number, parallel: number): string[] {
  if (wanted <= parallel) return []
  const most = `${plural(parallel, 'item')} run at once (setting maxParallel)`
  return [`Warning: ${wanted} at once is above the cap; ${most}.`]
}

type Ahead = 'models' | 'saved' | 'estimate'

/** What is there already of the run's work, and what the rest is expected to be. */
async function outlook(
  found: Omit<Prepared, Ahead | 'settings' | 'github' | 'signing' | 'notes'>,
  view: StoreView,
): Promise<Pick<Prepared, Ahead>> {
  const { state, config, workflow, selection, mock, parallel } = found
  const { chosen } = selection
  const { roles, prices } = rolesAndPrices(config, mock)
  const models = modelsOf(workflow.roles, roles)
  const items = found.flags.fresh ? [] : chosen.map(({ item }) => item)
  const saved = await savedProgress({ items, workflow, store: view, mock })
  const history = historyOf(readPastItems(state.logs, { workflow: workflow.name, mock, models }))
  const estimate = estimateRun({ workflow, chosen, saved, parallel, roles, prices, history })
  return { models, saved, estimate }
}

/** Built, as its branch says, but its steps are still here: its pull request may be missing. */
async function withoutPulls(
  items: readonly Item[],
  { workflow, view }: { readonly workflow: LoadedWorkflow; readonly view: StoreView },
): Promise<readonly Item[]> {
  const { name, version } = workflow
  const built = items.filter(({ done }) => done === true)
  // With the mock provider there are no pull requests.
  const saved = await view.savedWork({ workflow: name, version, mock: false }, built)
  return items.map((item) => {
    const work = item.done === true ? saved.get(item.id) : undefined
    return work === undefined || work.misfit !== undefined ? item : { ...item, done: false }
  })
}

async function waitingItems(view: StoreView, workflow: WorkflowName, mock: boolean) {
  const open = (await view.gates()).filter(
    (gate) => gate.workflow === workflow && gate.mock === mock && gate.answered === undefined,
  )
  return new Map(open.map((gate) => [gate.item, gate]))
}
