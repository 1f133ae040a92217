/** A model is asked for changes, they are judged as a whole, and written and committed, or refused with the reasons. */
import { NeedsRevision } from '../../../authoring/outcomes.ts'
import { isAsking } from '../../document/reading/requests.ts'
import { type Build, namedPaths, resetTo, withRefusal } from '../build.ts'
import { askedContext } from '../coder-context.ts'
import { type CoderQuestion, coderQuestion, shownQuestion } from '../coder-questions.ts'
import { commitWork } from '../commits/commit-work.ts'
import { type Amendment, decideAmendments } from './amendments.ts'
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
  const { task, round, phase, refusal, recalled } = asked
  const from = build.commit
  const document = lineage.take(task)
  const done = await run.step(task, async () => {
    await resetTo(build, from)
    const { answer, shown, hasAsked, by } =
      recalled === undefined
        ? await askCoder(build, asked)
        : { answer: { ...NOTHING_ELSE, ...recalled }, shown: [], hasAsked: false, by: recalled.by }
    const amended = await decideAmendments(build, answer.amendments, round)
    await resetTo(build, from) // answers take their time, in which somebody may have removed the worktree
    const isDeclined = answer.declined.some(({ id }) => asked.declinable?.includes(id))
    const proposal = {
      changes: answer.changes,
      draft: refusal?.draft ?? {},
      mayBeEmpty: isDeclined || asked.mayBeEmpty === true,
    }
    const judged = await judgeChanges(worktree, proposal, rulesOf(build, phase, amended))
    const further = (await asked.check?.(judged.files)) ?? []
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

/** The coder's answer, after it was shown what it asks for, if it does. */
async function askCoder(build: Build, asked: Asked) {
  const { run } = build
  const { prompt, shown } = await coderQuestion(build, { ...asked, words: await asked.words() })
  const first = await run.ask('coder', prompt, changesFor(!build.hasAsked))
  if (!isAsking(first.needs))
    return { answer: first, shown, hasAsked: false, by: run.modelOf('coder') }
  const found = await askedContext(build, first.needs, shown)
  const answer = await run.ask(
    'coder',
    await shownQuestion(build, prompt, found),
    changesFor(false),
  )
  return { answer, shown: [...shown, ...found.shown], hasAsked: true, by: run.modelOf('coder') }
}

/** Refused changes are asked for again with the reasons, a few times. */
export async function retryWithReasons(
  first: Build,
  asked: (build: Build) => Omit<Asked, 'refusal'>,
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
    if (proposed.problems.length === 0) return { ...proposed, declined, settled, later }
    build = proposed.build
    refusal = proposed.refusal
    build.run.log(`refused: ${proposed.problems.slice(0, 3).join('; ')}`)
  }
  throw new NeedsRevision('checks-failed', TRIES - 1, refusal?.reasons ?? [])
}

function rulesOf(build: Build, phase: Rules['phase'], amended: readonly Amendment[]): Rules {
  const { design, settings, existing, proof } = build
  const further = amended.filter(({ approved }) => approved).map(({ path }) => path)
  return {
    phase,
    named: [...namedPaths(build), ...further],
    allowedPaths: settings.allowedPaths,
    testPaths: settings.testPaths,
    existing,
    deletable: design.files.filter(({ change }) => change === 'Delete').map(({ path }) => path),
    proven: Object.fromEntries(Object.entries(proof.tests).map(([path, { text }]) => [path, text])),
  }
}
