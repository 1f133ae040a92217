/**
 * Where one item is built: its worktree, what it may write there, and how it is tried. Every step that
 * changes something begins at the commit of the step before and ends with a commit of its own.
 */
import type { RunContext } from '../../authoring/run-context.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import type { Worktree } from '../../authoring/worktree.ts'
import { plainLine } from '../../model/plain-line.ts'
import { Decisions } from '../document/decisions.ts'
import type { Lineage } from '../document/lineage.ts'
import { untrusted, untrustedLine } from '../document/untrusted.ts'
import type { Asking } from '../review/ask-person.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import type { Design } from './design.ts'
import { type Amendment, decideAmendments } from './edits/amendments.ts'
import { type Changes, changesSchema } from './edits/changes.ts'
import { type Judged, judgeChanges, type Rules } from './edits/judge.ts'
import { proposalDocument } from './edits/proposal-document.ts'
import { isTestPath } from './edits/scope.ts'
import { writeFiles } from './edits/write-files.ts'
import type { PromptName } from './prompts.ts'
import type { TestTools } from './proof/test-tools.ts'
import type { ImplementSettings } from './settings.ts'

const UNCHANGED: Judged = { files: new Map(), refused: [], problems: [] }

export interface Proposed {
  readonly problems: readonly string[]
  readonly refused: readonly string[]
  readonly declined: Changes['declined']
}

export interface WorkshopOptions {
  readonly item: RunItem
  readonly run: RunContext
  readonly worktree: Worktree
  readonly lineage: Lineage
  readonly settings: ImplementSettings
  readonly design: Design
  readonly carried: readonly CarriedFinding[]
  readonly tools: TestTools | undefined
  /** The commit that the work begins from, and its files. */
  readonly base: string
  readonly existing: readonly string[]
}

export class Workshop implements Asking {
  readonly noun = 'code'
  readonly options: WorkshopOptions
  /** The last commit of the branch, as saved steps tell. */
  commit: string
  drafter = ''
  verdictPath = ''
  readonly refused: string[] = []
  readonly amendments: Amendment[] = []
  /** Every path that a model has written, also if it did not stay. */
  readonly written = new Set<string>()
  /** Test files that prove something, as they were when they did. */
  proven: Record<string, string> = {}
  readonly #decisions: Decisions

  constructor(options: WorkshopOptions) {
    this.options = options
    this.commit = options.base
    this.#decisions = new Decisions(options.lineage)
  }

  get run(): RunContext {
    return this.options.run
  }

  async decide(question: string, answer: string): Promise<void> {
    await this.#decisions.add(question, answer)
  }

  /** Asks for changes and makes them, if all of them may be made; else says why none was. */
  async propose(asked: {
    readonly task: Exclude<PromptName, 'coder' | 'reviewer' | 'amend' | 'review'>
    readonly round: number
    readonly phase: Rules['phase']
    /** Findings that may be declined; who declines one need not change anything. */
    readonly declinable?: readonly string[]
    /** Made when they are needed: a step that is read back needs none. */
    readonly words: () => Promise<Readonly<Record<string, string>>>
  }): Promise<Proposed> {
    const { run, worktree, lineage, item } = this.options
    const { task, round, phase } = asked
    const from = this.commit
    const document = lineage.take(task)
    const done = await run.step(task, async () => {
      await this.settle(from)
      const prompt = await this.prompt(task, 'coder', round, await asked.words())
      const answer = await run.ask('drafter', prompt, changesSchema)
      const amended = await decideAmendments(this, answer.amendments, round)
      await this.settle(from) // answers take their time, in which somebody may have removed the worktree
      const isDeclined = answer.declined.some(({ id }) => asked.declinable?.includes(id))
      const judged =
        isDeclined && answer.changes.length === 0
          ? UNCHANGED
          : await judgeChanges(worktree, answer.changes, this.#rules(phase, amended))
      const problems = await writeFiles(worktree, judged)
      const paths = problems.length === 0 ? [...judged.files.keys()] : []
      const message = `${task}: ${plainLine(item.title)} (#${item.id})`
      const commit = await worktree.commit(message, paths)
      const diff = commit === from ? '' : await worktree.diff(from, commit)
      await lineage.keep(document, proposalDocument({ task, round, problems, amended, diff }))
      const by = run.modelOf('drafter')
      const { declined } = answer
      return { commit, problems, refused: judged.refused, amended, declined, written: paths, by }
    })
    this.commit = done.commit
    this.drafter = done.by
    this.amendments.push(...done.amended)
    for (const path of done.written) this.written.add(path)
    this.refused.push(...done.refused)
    for (const refusal of done.refused) run.log(`refused, nothing written: ${refusal}`)
    return done
  }

  /** Where behaviour stays as it is, so do the tests. */
  get codePhase(): 'code' | 'frozen' {
    return this.options.design.proof === 'green-green' ? 'frozen' : 'code'
  }

  /** The worktree as a saved step left it; what a cut-off one left is kept elsewhere. */
  async settle(commit: string): Promise<void> {
    const { worktree, run, existing } = this.options
    const known = new Set(existing)
    const isOwn = (path: string) => !known.has(path) && this.#isOwn(path)
    const { kept, isNew } = await worktree.goTo(commit, isOwn)
    for (const ref of kept)
      run.log(`what was in the worktree and is not of a finished step is kept as ${ref}`)
    if (isNew) await this.setUp()
  }

  async setUp(): Promise<void> {
    const { setup, commandTimeout } = this.options.settings
    if (setup === undefined) return
    const { worktree } = this.options
    await worktree.command('/bin/sh', ['-c', setup], { timeoutMs: commandTimeout })
  }

  async prompt(
    name: PromptName,
    role: 'coder' | 'reviewer',
    round: number,
    words: Readonly<Record<string, string>> = {},
  ) {
    const { item, run, design } = this.options
    const all = {
      number: item.id,
      title: untrustedLine('title', item.title),
      design: [untrusted('design', design.body), ...this.#decisions.shown()].join('\n\n'),
      ...words,
    }
    const text = await run.prompt(name, all)
    return { task: name, round, instructions: await run.prompt(role), text }
  }

  named(): string[] {
    const approved = this.amendments.filter((amendment) => amendment.approved)
    return [
      ...this.options.design.files.map(({ path }) => path),
      ...approved.map(({ path }) => path),
    ]
  }

  #isOwn(path: string): boolean {
    return this.named().includes(path) || isTestPath(path, this.options.settings.testPaths)
  }

  #rules(phase: Rules['phase'], amended: readonly Amendment[]): Rules {
    const { design, settings, existing } = this.options
    const further = amended.filter(({ approved }) => approved).map(({ path }) => path)
    return {
      phase,
      named: [...this.named(), ...further],
      allowedPaths: settings.allowedPaths,
      testPaths: settings.testPaths,
      existing,
      deletable: design.files.filter(({ change }) => change === 'Delete').map(({ path }) => path),
      proven: this.proven,
    }
  }
}
