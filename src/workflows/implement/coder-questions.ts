/**
 * The coder's conversation: the repository, the design and the first question; then only what is new, such as what has
 * failed, what was found, and why an answer was refused. The same for all of an item's tests, code and repairs.
 */
import type { Prompt } from '../../authoring/run-context.ts'
import type { ChangedFile } from '../../authoring/worktree.ts'
import type { RepositoryContext, ShownFile } from '../../model/context.ts'
import { filesShown } from '../document/document-prompts.ts'
import { untrusted, untrustedLine, untrustedWhole } from '../document/untrusted.ts'
import type { Build } from './build.ts'
import { namedContext, openingContext } from './coder-context.ts'
import { isLockfile } from './diff/lockfile.ts'
import { maskedDiff } from './diff/masked-diff.ts'
import { keptShown, type Refusal, refusalWords, shownAgain } from './edits/refusal.ts'
import { memoryForCoder } from './memory.ts'
import { carriedShown } from './prompt-words.ts'
import type { CoderTask } from './prompts.ts'

const ASKED_FOR = 'What you have asked for, as it is now:'
const NOT_SEEN = 'Files of the repository that you have not seen yet:'
const CHANGED = 'Changed since your last answer, not by you:'
const CUT: Readonly<Record<CoderTask, string>> = {
  code: 'Answer again with fewer files: those that others need first, each complete, and list the paths of all the rest under `later`. You are asked for them next.',
  tests: 'Answer again with less text: the tests alone, and edits of files that exist.',
  fix: 'Answer again with less text: edits of files that exist, and nothing that the repair does not need.',
  revise:
    'Answer again with less text: edits of files that exist, and nothing that the findings do not ask for.',
}

export interface CoderQuestion {
  readonly task: CoderTask
  readonly round: number
  readonly words: Readonly<Record<string, string>>
  /** Its last answer, if that was refused: the task is asked for again by the reasons alone. */
  readonly refusal?: Refusal | undefined
  /** Texts, such as findings, whose files the coder has to see. */
  readonly about?: string
}

/** The next question, and what of the repository is shown with it for the first time. */
export async function coderQuestion(
  build: Build,
  asked: CoderQuestion,
): Promise<{ readonly prompt: Prompt; readonly shown: readonly ShownFile[] }> {
  const { run, item, known, decisions } = build
  const { task, round, refusal } = asked
  const title = untrustedLine('title', item.title)
  const own = await run.prompt(task, { number: item.id, title, ...asked.words })
  const decided = decisions.shown()
  const asking = { task, round, instructions: await run.prompt('coder'), whenCut: CUT[task] }
  if (known === undefined) {
    const context = await openingContext(build)
    const opening = await openingOf(build, context.text)
    for (const { what, why } of context.leftOut) run.log(`left out of prompts: ${what}: ${why}`)
    const text = paragraphs([...decided, own])
    return { prompt: { ...asking, opening, text }, shown: context.shown }
  }
  const about = [asked.about ?? '', ...(refusal?.reasons ?? [])].join('\n')
  const isShown = refusal && [...Object.keys(refusal.draft), ...shownAgain(build, refusal)]
  const named = await namedContext(build, about, isShown ?? [])
  const refused = refusal === undefined ? undefined : await refusalWords(build, refusal)
  const question = refused === undefined ? own : await run.prompt('refused', refused)
  const text = paragraphs([
    await changesSince(build, known),
    filesShown(NOT_SEEN, [named]),
    ...decided,
    question,
  ])
  const opening = async () => {
    const begun = await openingOf(build, (await openingContext(build)).text)
    return refusal === undefined ? begun : paragraphs([begun, own, keptShown(refusal)])
  }
  return { prompt: { ...asking, opening, text }, shown: named.shown }
}

/** The same question again, after the answer to what the coder has asked for. */
export async function shownQuestion(
  { run }: Build,
  asked: Prompt,
  found: RepositoryContext,
): Promise<Prompt> {
  const text = await run.prompt('shown', { shown: filesShown(ASKED_FOR, [found]) })
  return { ...asked, task: 'look', opening: () => withQuestion(asked), text }
}

/** The same question again, after the reviewer has decided on files beyond the design. */
export async function grantedQuestion(
  { run }: Build,
  asked: Prompt,
  words: { readonly granted: string; readonly paths: string },
): Promise<Prompt> {
  const text = await run.prompt('granted', words)
  return { ...asked, opening: () => withQuestion(asked), text }
}

async function withQuestion({ opening, text }: Prompt): Promise<string> {
  const begun = typeof opening === 'function' ? await opening() : opening
  return paragraphs([begun ?? '', text])
}

/** Used where the conversation begins, and where it begins anew. */
async function openingOf(build: Build, context: string): Promise<string> {
  const { run, item, design, carried, written } = build
  const paths = [...written].map((path) => `\`${path}\``)
  const present =
    paths.length === 0 ? '' : `You have written so far, as it is shown above: ${paths.join(', ')}.`
  return run.prompt('opening', {
    number: item.id,
    title: untrustedLine('title', item.title),
    context: untrustedWhole('repository', context),
    design: untrusted('design', design.body),
    carried: paragraphs([carriedShown(carried), memoryForCoder(build)]),
    present,
  })
}

/** What a set-up, a run of the tests or a deletion by the design has changed. Lockfiles and deleted files by name. */
async function changesSince({ worktree, commit }: Build, known: string): Promise<string> {
  if (known === commit) return ''
  const changes = await worktree.changesBetween(known, commit)
  if (changes.length === 0) return ''
  const isShown = ({ path, change }: ChangedFile) => change !== 'deleted' && !isLockfile(path)
  const paths = changes.filter(isShown).map(({ path }) => path)
  const names = changes
    .filter((changed) => !isShown(changed))
    .map(({ path, change }) => `- ${path}: ${change}`)
  const diff =
    paths.length === 0 ? [] : [maskedDiff(await worktree.diff(known, commit, paths)).text]
  return `${CHANGED}\n\n${untrusted('changed', [...names, ...diff].join('\n'))}`
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}
