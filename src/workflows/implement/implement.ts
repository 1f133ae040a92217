/**
 * `agentos implement`: an approved design becomes tested code on a branch of its own. Tests first, seen
 * failing, then code until they and the whole suite pass, then a review of the diff by another model.
 */
import { Conflict } from '../../authoring/outcomes.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import { defineWorkflow, type RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { notForReal, ofModels } from '../document/apart.ts'
import { decisionsIn } from '../document/decisions.ts'
import { Lineage, lineageOf } from '../document/lineage.ts'
import { ROUNDS, reviewUntilApproved } from '../review/review-until-approved.ts'
import { branchApart, branchStanding, unsignedNote } from './branch-apart.ts'
import { type Build, resetTo, setUp, startBuild } from './build.ts'
import { conventionOf, detectConvention } from './commits/convention.ts'
import { tryMessages } from './commits/try-messages.ts'
import { findDesign, touchedFiles } from './design.ts'
import { BRANCHES, branchOf, findBuilt } from './evidence.ts'
import { PROMPTS } from './prompts.ts'
import { proveBaseline } from './proof/baseline.ts'
import { detectChecks } from './proof/checks/detect-checks.ts'
import { baselineChecks } from './proof/checks/run-checks.ts'
import { projectTools, toolLines } from './proof/project-tools.ts'
import { proveRed } from './proof/prove.ts'
import { detectTools, requireTools } from './proof/test-tools.ts'
import { appendOnlyNotes } from './publish/meeting.ts'
import { publish } from './publish/publish.ts'
import { remember } from './recall.ts'
import { codeSubject, greenCode } from './review-code.ts'
import type { ImplementSettings } from './settings.ts'
import { remarkUncommitted, requireBase, startingPoints } from './starting-points.ts'
import { writeCode } from './write-code.ts'

const WORKFLOW = 'implement'

export default defineWorkflow({
  name: WORKFLOW,
  label: 'IMPL',
  version: 11,
  roles: ['coder', 'reviewer'],
  prompts: PROMPTS,
  calls: [
    { role: 'coder', prompts: ['coder', 'opening', 'tests'], times: [1, 2], answer: 2_000 },
    { role: 'coder', prompts: ['coder', 'opening', 'code'], times: [1, 2], answer: 4_000 },
    { role: 'coder', prompts: ['coder', 'opening', 'fix'], times: [0, ROUNDS], answer: 1_000 },
    { role: 'coder', prompts: ['coder', 'opening', 'revise'], times: [0, ROUNDS], answer: 1_000 },
    {
      role: 'reviewer',
      prompts: ['reviewer', 'review-opening', 'review'],
      times: [1, 1],
      answer: 1_000,
    },
    {
      role: 'reviewer',
      prompts: ['reviewer', 'review-opening', 'review-again'],
      times: [0, ROUNDS],
      answer: 800,
    },
  ],
  publishes: 'pull-requests',
  steps: ['worktree', 'setup', 'code', 'review', 'finalize'],

  async collect({ repo, mock, settings, onRemark }) {
    const own = settings as unknown as ImplementSettings
    await requireBase(repo, own)
    const issues = await repo.openIssues(onRemark)
    await remarkUncommitted(repo, onRemark)
    const branches = await repo.branches(BRANCHES)
    const open = new Set(issues.map(({ number }) => number))
    return Promise.all(
      issues.map(async (issue) => {
        const { number: id, title } = issue
        const path = issue.path === undefined ? {} : { path: issue.path }
        const command = `agentos implement ${id}`
        // A closed issue is settled, whoever did it.
        const dependsOn = issue.dependsOn.filter((other) => open.has(other))
        const notReady = await notForReal(issue, { repo, mock })
        if (notReady !== undefined) return { id, title, ...path, dependsOn, done: false, notReady }
        const found = await findDesign(repo, issue, mock)
        if (!found.ready) {
          const { why, command } = found
          return { id, title, ...path, dependsOn, done: false, notReady: { why, command } }
        }
        const { body } = found.design
        const wanted = { issue: id, inputHash: inputHash(title, body), mock }
        const done = (await findBuilt(repo, wanted, branches)) !== undefined
        const touches = touchedFiles(found.design, own.appendOnly)
        const apart = await branchApart(repo, { issue: id, mock }, branches)
        return {
          id,
          title,
          body,
          ...path,
          dependsOn,
          done,
          touches,
          ...(done ? {} : await unsignedNote(repo, wanted, branches)),
          ...branchStanding(apart, { command, mock }),
        }
      }),
    )
  },

  async notes({ repo, settings, items }) {
    const own = settings as unknown as ImplementSettings
    const { base, ...others } = own
    const packageJson = await repo.read('package.json')
    const detected = await detectConvention(repo, { base, files: await repo.files(), packageJson })
    const { style, from } = conventionOf(others, detected)
    return [
      ...toolLines(await projectTools(repo, own)),
      ...(await appendOnlyNotes(repo, { settings: own, items })),
      `Commit messages: ${style} (${from})`,
    ]
  },

  async run(item, context) {
    let build = await prepare(item, context)
    const { design, worktree } = build
    if (design.proof === 'red-green') build = await proveRed(build)
    build = await writeCode(build)
    const subject = codeSubject(build, inputHash(item.title, item.body))
    await publish(await reviewUntilApproved(subject, await greenCode(build)))
    context.produced({ branch: worktree.branch, base: build.base })
  },
})

/** Approval verified, worktree made, project set up: all before a model is paid. */
async function prepare(item: RunItem, run: RunContext): Promise<Build> {
  const { step, repo, log, mock } = run
  const settings = run.settings as unknown as ImplementSettings
  const { first, design, carried, read, isOnGitHub } = await step('load', () => load(item, run))
  const lineage = new Lineage(repo, lineageOf(repo, item.id, WORKFLOW), first)
  await lineage.keep(lineage.take('design'), design.body)
  const branch = branchOf(item.id, run.withoutSecrets(item.title))
  const worktree = run.worktree(branch, { appendOnly: settings.appendOnly })
  // Before anything may move it.
  const tip = await step(
    'branch',
    async () => (await repo.commitOf(`refs/heads/${branch}`)) ?? null,
  )
  for (;;) {
    const made = await step('worktree', async () => {
      const from = await startingPoints(repo, { item, settings, mock })
      const { commit, kept, conflicts } = await worktree.create(from.commits)
      for (const place of kept) log(`what was there before is kept as ${place}`)
      if (conflicts.length > 0) throw new Conflict(from.names.join(' and '), conflicts)
      const files = await worktree.files()
      const packageJson = await repo.readAt(commit, 'package.json')
      const { base } = settings
      const convention = await detectConvention(repo, { base, files, packageJson })
      return { commit, files, from, convention }
    })
    const packageJson = await repo.readAt(made.commit, 'package.json')
    const tools = detectTools({ files: made.files, packageJson, settings })
    const tests = tools === undefined ? '' : `; tests: ${tools.all}`
    log(`branch ${worktree.branch}, from ${made.from.names.join(' and ')}${tests}`)
    const { style, from } = conventionOf(settings, made.convention)
    if (style !== 'plain') log(`commit messages: ${style} (${from})`)
    const { title } = item
    const build = startBuild({
      item,
      run,
      worktree,
      lineage,
      decisions: decisionsIn(lineage),
      settings,
      design,
      carried,
      read,
      tools,
      commits: { style, issue: item.id, title, change: design.kind, isOnGitHub },
      base: made.commit,
      existing: made.files,
    })
    // Asked before anything that has not succeeded yet: until then nothing is paid, and a repaired base is a new start.
    const hasMoved = async () => {
      const from = await startingPoints(repo, { item, settings, mock })
      return from.commits.join() !== made.from.commits.join()
    }
    const isReady = await step('setup', async () => {
      if (await hasMoved()) return false
      await resetTo(build, made.commit)
      await setUp(build)
      await resetTo(build, made.commit) // it may have changed a file of the project's, such as a lockfile
      return true
    })
    const isAccepted = isReady && (await tryMessages(build, hasMoved))
    const proven = isAccepted && (await proveBase(build, hasMoved))
    if (proven) return remember(proven, { tip, first })
    log('the base has changed: the worktree is made again')
  }
}

/** Tests and checks before anything is written; undefined if the base has moved. */
async function proveBase(build: Build, hasMoved: () => Promise<boolean>) {
  const { run, design, base, existing: files, tools, settings } = build
  const tested =
    design.proof === 'none' ? build : await proveBaseline(build, requireTools(build), hasMoved)
  if (tested === undefined) return undefined
  const read = (path: string) => run.repo.readAt(base, path)
  return baselineChecks(tested, await detectChecks({ files, read, tools, settings }))
}

/** The design's evidence is looked at here, whatever a ledger or an earlier look has said. */
async function load(item: RunItem, { repo, mock }: RunContext) {
  const issue = await repo.openIssue(item.id)
  if (issue === undefined) throw new Error(`There is no open issue ${item.id} any more.`)
  const apart = await branchApart(repo, { issue: item.id, mock }, await repo.branches(BRANCHES))
  if (mock && apart !== undefined) throw new Error(`${ofModels(`Branch ${apart}`)}.`)
  const found = await findDesign(repo, issue, mock)
  if (!found.ready)
    throw new Error(`${item.label} cannot be built: ${found.why}. Run first: ${found.command}`)
  if (inputHash(item.title, found.design.body) !== inputHash(item.title, item.body))
    throw new Error(
      `The design of ${item.label} has changed since the run began; run the same command again.`,
    )
  const first = await Lineage.firstFree(repo, lineageOf(repo, item.id, WORKFLOW))
  const isOnGitHub = issue.isOnGitHub === true
  const { design, carried, read } = found
  return { first, design, carried, read, isOnGitHub }
}
