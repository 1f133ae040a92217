/** A model is asked for changes, they are judged as a whole, and written and committed, or refused with the reasons. */
import { NeedsRevision } from '../../../authoring/outcomes.ts'
import { quote } from '../../../model/ids.ts'
import { isAsking } from '../../document/reading/requests.ts'
import { untrusted } from '../../document/untrusted.ts'
import { type Build, namedPaths, resetTo, withRefusal } from '../build.ts'
import { askedContext } from '../coder-context.ts'
import {
  type CoderQuestion,
  coderQuestion,
  grantedQuestion,
  shownQuestion,
} from '../coder-questions.ts'
import { commitWork } from '../commits/commit-work.ts'
import { pathsShown } from '../prompt-words.ts'
import { type Amendment, amendmentLines, decideAmendments } from './amendments.ts'
import { type Changes, changesFor } from './changes.ts'
import { type Judged, judgeChanges } from './judge.ts'
import { proposalDocument } from './proposal-document.ts'
import type { Refusal } from './refusal.ts'
import type { Rules } from './scope.ts'
import { writeFiles } from './write-files.ts'

const TRIES = 3

export interface Asked extends Omit<CoderQuestion, 'words'> {
  readonly phase: Rules['phase']
  /** Further reasons against it, by the files as they would be. */
  readonly check?: (files: Judged['files']) => Promise<readonly string[]>
  /** Findings that may be declined; declining one is an answer without changes. */
  readonly declinable?: readonly string[]
  /** Open findings, as text: tests of this work that they speak of may be changed. */
  readonly findings?: string
  /** The work of an earlier try, proposed again without asking. */
  readonly recalled?: { readonly changes: Changes['changes']; readonly by: string }
  /** There may be nothing to change. */
  readonly mayBeEmpty?: boolean
  /** Made when they are needed: a step that is read back needs none. */
  readonly words: () => Promise<Readonly<Record<string, string>>>
}

export interface Proposed {
  readonly build: Build
  /** Why nothing was written; empty if it was. */
  readonly problems: readonly string[]
  /** The same for the next question. After an answer that was taken: its files, should they be refused after all. */
  readonly refusal: Refusal
  readonly declined: Changes['declined']
  readonly settled: Changes['settled']
  readonly later: readonly string[]
}

/** What else an answer may say, unsaid. */
const NOTHING_ELSE = { amendments: [], declined: [], settled: [], later: [] }

/** Asks for changes and makes them, if all of them may be made; else says why none was. */
export async function propose(build: Build, asked: Asked): Promise<Proposed> {
  const { run, worktree, lineage } = build
  const { task, round, refusal, recalled } = asked
  const from = build.commit
  const document = lineage.take(task)
  const done = await run.step(task, async () => {
    await resetTo(build, from)
    const { answer, amended, shown, hasAsked, by } =
      recalled === undefined
        ? await askGranted(build, asked)
        : {
            ...{ answer: { ...NOTHING_ELSE, ...recalled }, amended: [] },
            ...{ shown: [], hasAsked: false, by: recalled.by },
          }
    await resetTo(build, from) // answers take their time, in which somebody may have removed the worktree
    const isDeclined = answer.declined.some(({ id }) => asked.declinable?.includes(id))
    const proposal = {
      changes: answer.changes,
      draft: refusal?.draft ?? {},
      mayBeEmpty: isDeclined || asked.mayBeEmpty === true,
    }
    const judged = await judgeChanges(worktree, proposal, rulesOf(build, asked, amended))
    const isEmpty = answer.changes.length === 0
    const further = [
      ...((await asked.check?.(judged.files)) ?? []),
      ...(isEmpty && !isDeclined ? refusedFiles(amended) : []),
    ]
    const problems = await writeFiles(worktree, {
      ...judged,
      problems: [...new Set([...judged.problems, ...further])],
    })
    const paths = problems.length === 0 ? [...judged.files.keys()] : []
    const commit = await commitWork(build, { kind: task, paths })
    const diff = commit === from ? '' : await worktree.diff(from, commit)
    const isRecalled = recalled !== undefined
    const kept = { task, round, by, isRecalled, problems, amended, diff }
    await lineage.keep(document, proposalDocument(kept))
    const { declined, settled, later } = answer
    const { refused, draft, unfit } = judged
    const result = { commit, problems, refused, draft, unfit, amended, shown }
    return { ...result, declined, settled, later, hasAsked, written: paths, by }
  })
  for (const reason of done.refused) run.log(`refused, nothing written: ${reason}`)
  const { problems, draft, unfit, declined, settled, later } = done
  const next: Build = {
    ...build,
    commit: done.commit,
    // Nobody has been asked for what is recalled: the first question begins with it.
    ...(recalled === undefined ? { known: done.commit } : {}),
    shown: [...build.shown, ...done.shown],
    hasAsked: build.hasAsked || done.hasAsked,
    drafter: done.by,
    amendments: [...build.amendments, ...done.amended],
    written: new Set([...build.written, ...done.written]),
    refused: [...build.refused, ...done.refused],
  }
  return {
    build: withRefusal(next, { task, round, reasons: problems }),
    problems,
    refusal: { reasons: problems, draft, unfit },
    declined,
    settled,
    later,
  }
}

/** The coder's answer, with files beyond the design decided on; one that only asks for such files is asked for again. */
async function askGranted(build: Build, asked: Asked) {
  const { run } = build
  const { prompt, ...first } = await askCoder(build, asked)
  const amended = await decideAmendments(build, first.answer.amendments, asked.round)
  const isGranted = amended.some(({ approved }) => approved)
  if (!isGranted || first.answer.changes.length > 0) return { ...first, amended }
  const amendments = [...build.amendments, ...amended]
  const words = {
    granted: untrusted('amendments', amendmentLines(amended)),
    paths: pathsShown({ ...build, amendments }, asked.phase),
  }
  const answer = await run.ask(
    'coder',
    await grantedQuestion(build, prompt, words),
    changesFor(false),
  )
  const declined = [...first.answer.declined, ...answer.declined]
  const settled = [...first.answer.settled, ...answer.settled]
  return { ...first, answer: { ...answer, declined, settled }, amended }
}

function refusedFiles(amended: readonly Amendment[]): string[] {
  return amended
    .filter(({ approved }) => !approved)
    .map(({ path, why }) => `${quote(path)} may not be changed; the reviewer said: ${why}`)
}

/** The coder's answer, after it was shown what it asks for, if it does. */
async function askCoder(build: Build, asked: Asked) {
  const { run } = build
  const { prompt, shown } = await coderQuestion(build, { ...asked, words: await asked.words() })
  const first = await run.ask('coder', prompt, changesFor(!build.hasAsked))
  if (!isAsking(first.needs))
    return { answer: first, prompt, shown, hasAsked: false, by: run.modelOf('coder') }
  const found = await askedContext(build, first.needs, shown)
  const question = await shownQuestion(build, prompt, found)
  const answer = await run.ask('coder', question, changesFor(false))
  const all = [...shown, ...found.shown]
  return { answer, prompt: question, shown: all, hasAsked: true, by: run.modelOf('coder') }
}

/** What a run says against changes that were made. */
export type Verified = Pick<Proposed, 'build'> & {
  readonly troubles: readonly string[]
  readonly ran?: Refusal['ran']
}

/** Refused changes are asked for again with the reasons, a few times; also those that `verify` refuses after all. */
export async function retryWithReasons(
  first: Build,
  asked: (build: Build) => Omit<Asked, 'refusal'>,
  verify: (build: Build) => Promise<Verified> = async (build) => ({ build, troubles: [] }),
): Promise<Proposed> {
  let build = first
  let refusal: Refusal | undefined
  // A correction need not repeat what else was said.
  const declined: Changes['declined'] = []
  const settled: Changes['settled'] = []
  const later: string[] = []
  for (let tries = 1; tries <= TRIES; tries++) {
    const proposed = await propose(build, { ...asked(build), refusal })
    declined.push(...proposed.declined)
    settled.push(...proposed.settled)
    later.push(...proposed.later)
    let reasons = proposed.problems
    refusal = proposed.refusal
    if (reasons.length > 0) build = proposed.build
    else {
      const { build: next, troubles, ran } = await verify(proposed.build)
      if (troubles.length === 0) return { ...proposed, build: next, declined, settled, later }
      const { task, round } = asked(build)
      reasons = troubles
      refusal = { ...refusal, reasons, ...(ran === undefined ? {} : { ran }) }
      const { commit, proof } = build // nothing of it stays
      build = withRefusal({ ...next, commit, known: commit, proof }, { task, round, reasons })
    }
    build.run.log(`refused: ${reasons.slice(0, 3).join('; ')}`)
  }
  throw new NeedsRevision('checks-failed', TRIES - 1, refusal?.reasons ?? [])
}

function rulesOf(
  build: Build,
  { phase, findings = '' }: Pick<Asked, 'phase' | 'findings'>,
  amended: readonly Amendment[],
): Rules {
  const { design, settings, existing, proof, worktree, base } = build
  const further = amended.filter(({ approved }) => approved).map(({ path }) => path)
  return {
    phase,
    named: [...namedPaths(build), ...further],
    allowedPaths: settings.allowedPaths,
    testPaths: settings.testPaths,
    existing,
    deletable: design.files.filter(({ change }) => change === 'Delete').map(({ path }) => path),
    proven: Object.fromEntries(Object.entries(proof.tests).map(([path, { text }]) => [path, text])),
    original: (path) => worktree.readAt(base, path),
    findings,
  }
}
