/**
 * One item being built: its worktree, what may be written there, and how far it has come. A value: each phase takes a
 * build and returns the next one. Every step that changes files starts at the commit of the step before and ends with
 * a commit of its own.
 */
import type { RunContext } from '../../authoring/run-context.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import type { Worktree } from '../../authoring/worktree.ts'
import type { ShownFile } from '../../model/context.ts'
import type { Decisions } from '../document/decisions.ts'
import type { Lineage } from '../document/lineage.ts'
import type { Places } from '../document/reading/asked-places.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import type { Commits } from './commits/commit-messages.ts'
import type { Design } from './design.ts'
import type { Amendment } from './edits/amendments.ts'
import { isTestPath } from './edits/scope.ts'
import type { Memory } from './memory.ts'
import { type Checks, NO_CHECKS } from './proof/checks/run-checks.ts'
import { type Excused, NOTHING_EXCUSED } from './proof/excused.ts'
import type { LateTest } from './proof/late-tests.ts'
import type { TestRun } from './proof/red.ts'
import type { TestTools } from './proof/test-tools.ts'
import type { WrittenTests } from './proof/written-tests.ts'
import type { ImplementSettings } from './settings.ts'

export interface BuildOptions {
  readonly item: RunItem
  readonly run: RunContext
  readonly worktree: Worktree
  readonly lineage: Lineage
  readonly decisions: Decisions
  readonly settings: ImplementSettings
  readonly design: Design
  readonly carried: readonly CarriedFinding[]
  /** What the designer has read. */
  readonly read: Places
  readonly tools: TestTools | undefined
  readonly commits: Commits
  /** The commit that the work begins from, and its files. */
  readonly base: string
  readonly existing: readonly string[]
}

export interface Build extends BuildOptions {
  /** The last commit of the branch, by the saved steps. */
  readonly commit: string
  /** The last commit that the coder knows of; undefined before its first question. */
  readonly known?: string
  /** Of an earlier try. */
  readonly memory?: Memory | null
  /** What of the repository the coder has been shown. */
  readonly shown: readonly ShownFile[]
  /** It has asked to be shown more, which is answered once. */
  readonly hasAsked: boolean
  readonly drafter: string
  /** Paths that are none of the item's business, each with the reason. */
  readonly refused: readonly string[]
  readonly refusals: readonly RefusedProposal[]
  readonly amendments: readonly Amendment[]
  /** Every path that a model has written, also if it did not stay. */
  readonly written: ReadonlySet<string>
  readonly proof: Proof
  /** Doubtful changes of lockfiles that a person has allowed. */
  readonly allowedPins: string
}

/** An answer of which nothing stayed on the branch. */
export interface RefusedProposal {
  readonly task: string
  readonly round: number
  readonly reasons: readonly string[]
}

/** What runs of the tests have shown so far. */
export interface Proof {
  readonly baseline?: TestRun
  readonly excused: Excused
  readonly red?: TestRun
  readonly green?: TestRun
  readonly suite?: TestRun
  /** The project's own checks. */
  readonly checks: Checks
  /** Test files that prove something, as they are now. */
  readonly tests: WrittenTests
  /** The same as they were when they were seen red. */
  readonly redTests: WrittenTests
  /** Tests that came later. */
  readonly late: readonly LateTest[]
  /** Names of tests that the design takes away. */
  readonly gone: readonly string[]
  /** Files that tests have left so far. */
  readonly left: readonly string[]
  /** How often failing code was to be fixed. */
  readonly fixes: number
}

export function startBuild(options: BuildOptions): Build {
  return {
    ...options,
    commit: options.base,
    shown: [],
    hasAsked: false,
    drafter: '',
    refused: [],
    refusals: [],
    amendments: [],
    written: new Set(),
    proof: {
      ...{ tests: {}, redTests: {}, late: [], excused: NOTHING_EXCUSED, checks: NO_CHECKS },
      ...{ gone: [], left: [], fixes: 0 },
    },
    allowedPins: '',
  }
}

export function withRefusal(build: Build, refusal: RefusedProposal): Build {
  if (refusal.reasons.length === 0) return build
  return { ...build, refusals: [...build.refusals, refusal] }
}

/** Where behaviour stays as it is, so do the tests. */
export function codePhase({ design }: Build): 'code' | 'frozen' {
  return design.proof === 'green-green' ? 'frozen' : 'code'
}

/** What coder and reviewer must know the code for: the design, and what its approval has left to mind. */
export function subjectOf({ item, design, carried }: Build): string {
  const findings = carried.map(
    ({ title, detail, recommendation }) => `${title}\n${detail}\n${recommendation}`,
  )
  return [item.title, design.body, ...findings].join('\n')
}

/** Paths that the design names, and those beyond it that the reviewer has allowed. */
export function namedPaths({ design, amendments }: Build): string[] {
  const approved = amendments.filter((amendment) => amendment.approved)
  return [...design.files.map(({ path }) => path), ...approved.map(({ path }) => path)]
}

/** The worktree as a saved step left it; files of a step that was cut off are kept elsewhere. */
export async function resetTo(build: Build, commit: string): Promise<void> {
  const { worktree, run, existing, settings } = build
  const known = new Set(existing)
  const named = namedPaths(build)
  const isOwn = (path: string) =>
    !known.has(path) && (named.includes(path) || isTestPath(path, settings.testPaths))
  const { kept, isNew } = await worktree.goTo(commit, isOwn)
  for (const ref of kept)
    run.log(`what was in the worktree and is not of a finished step is kept as ${ref}`)
  if (isNew) await setUp(build)
}

export async function setUp({ worktree, settings }: Build): Promise<void> {
  const { setup, commandTimeout } = settings
  if (setup === undefined) return
  await worktree.command('/bin/sh', ['-c', setup], { timeoutMs: commandTimeout })
}

/** With the programs of the project's packages: the worktree's own, or those of the repository. */
export function projectPath({ worktree, run }: Build): string {
  const bins = [worktree.root, run.repo.root].map((root) => `${root}/node_modules/.bin`)
  return [...bins, process.env.PATH].join(':')
}
