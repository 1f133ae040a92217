/** The whole text for a question: rules, tree, files, outlines and what is not shown, within the budget. */
import type {
  ContextOptions,
  LineRange,
  NotShown,
  RepositoryContext,
  ShownFile,
} from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import { estimateTokens } from '../token-estimate.ts'
import type { Body, Choice } from './choose-files.ts'
import { fileTree } from './file-tree.ts'
import { merged, rangesWords, without } from './line-set.ts'
import { outlineOf } from './outlines.ts'
import { Page, type Section } from './page.ts'
import { renderFile } from './render-file.ts'
import { sharesOf } from './shares.ts'
import { costOf, type SourceText } from './source-text.ts'

/** Says nothing about the code, and grows while items run: with it no prompt would be like another. */
const OWN = 'written by AgentOS'
const INPUT = 'issue or brief'

export interface ToRender {
  readonly show: NonNullable<ContextOptions['show']>
  readonly budget: number
  readonly files: readonly IndexedFile[]
  readonly choice: Choice
  /** Of the rules and bodies, by path; those that could not be read are missing. */
  readonly texts: ReadonlyMap<string, SourceText>
  readonly already: readonly ShownFile[]
  readonly refused: readonly NotShown[]
  /** Places that searches have found, as Markdown. */
  readonly lists: readonly string[]
}

const RULES_SHARE = 0.2
const MANIFESTS_SHARE = 0.1
const TREE_SHARE = 0.12
const MOST_TREE = 3_000
const OUTLINES_SHARE = { all: 0.15, map: 0.6, named: 0, asked: 0, exact: 0 }
/** Where it is known which files and symbols matter. */
const FEW_OUTLINES_SHARE = 0.06
const LEFT_OUT_SHARE = 0.04
/** Kept for what searches have found, beside the files that were asked for. */
const FOUND_SHARE = 0.2
/** Kept for callers and other files that the question speaks of. */
const MORE_SHARE = 0.15
/** The first outlines get most of the room, the last ones hardly any. */
const OUTLINE_SHARE = 0.4
const LEAST_OUTLINE = 150
const MOST_OUTLINE = 1_800
/** What a file's heading and fences may take. */
const FRAME = 120

export function renderContext(input: ToRender): RepositoryContext {
  const { show, budget, choice, refused } = input
  const page = new Page(budget)
  const shown: ShownFile[] = []
  const leftOut: NotShown[] = []
  const known: NotShown[] = []
  const isAll = show !== 'asked' && show !== 'exact'
  const isKnown = show === 'all' && choice.more.length > 0
  const outlines = (isKnown ? FEW_OUTLINES_SHARE : OUTLINES_SHARE[show]) * budget
  const reserved = isAll ? outlines : 0
  const notes = LEFT_OUT_SHARE * budget
  const add = (section: Section, bodies: readonly Body[], most: number) => {
    const added = addBodies(page, section, { bodies, most, input })
    shown.push(...added.shown)
    if (bodies !== choice.more) leftOut.push(...added.leftOut) // nobody has asked for them
    known.push(...added.known)
  }
  add('rules', choice.rules, RULES_SHARE * budget)
  add('rules', choice.manifests, MANIFESTS_SHARE * budget)
  if (isAll) addTree(page, input)
  const forFiles = page.left - reserved - notes
  const forFound = choice.found.length === 0 ? 0 : FOUND_SHARE * forFiles
  const forMore = choice.more.length === 0 ? 0 : MORE_SHARE * forFiles
  add('files', choice.bodies, forFiles - forFound - forMore)
  add('files', choice.found, page.left - reserved - notes - forMore)
  for (const list of input.lists)
    if (!page.add('hits', list)) leftOut.push({ what: firstLine(list), why: 'no room' })
  add('files', choice.more, page.left - reserved - notes)
  const forOutlines = Math.min(page.left - notes, outlines)
  if (isAll) shown.push(...addOutlines(page, choice, forOutlines))
  leftOut.push(...masked(input.texts, shown))
  addNotes(page, [...known, ...refused, ...leftOut, ...(isAll ? excludedWords(input.files) : [])])
  const text = page.text()
  return { text, tokens: estimateTokens(text), shown, leftOut, refused }
}

/** What one file leaves of its share the next may use. */
function addBodies(
  page: Page,
  section: Section,
  {
    bodies,
    most,
    input,
  }: { readonly bodies: readonly Body[]; readonly most: number; readonly input: ToRender },
): { readonly shown: ShownFile[]; readonly leftOut: NotShown[]; readonly known: NotShown[] } {
  const readable = bodies.flatMap((body) => {
    const text = input.texts.get(body.file.path)
    return text === undefined ? [] : [{ ...body, text }]
  })
  const room = Math.min(most, page.roomIn(section))
  const needs = readable.map(({ text, weight, onlyMust, interest, most: own = most }) => ({
    tokens: Math.min(
      own,
      FRAME + (onlyMust ? mustCost(text, interest.must) : costOf(text, 1, text.lines.length)),
    ),
    weight,
  }))
  const shares = sharesOf(needs, room)
  const shown: ShownFile[] = []
  const leftOut: NotShown[] = []
  const known: NotShown[] = []
  let spare = room - shares.reduce((sum, share) => sum + share, 0)
  for (const [index, body] of readable.entries()) {
    const { file, text, interest, onlyMust, most: own = most } = body
    const share = (shares[index] ?? 0) + spare
    const already = shownBefore(input.already, file)
    const rendered = renderFile(text, {
      interest,
      already,
      budget: Math.min(share, own, page.roomIn(section)),
      onlyMust,
    })
    if (rendered?.lines.length === 0 && already.length > 0) {
      if (body.isAsked === true) known.push({ what: file.path, why: 'shown above' })
      spare = share
      continue
    }
    if (rendered === undefined || !page.add(section, rendered.text)) {
      leftOut.push({ what: file.path, why: 'no room' })
      spare = share
      continue
    }
    spare = Math.max(0, share - rendered.tokens)
    const { lines, tokens } = rendered
    shown.push({ path: file.path, blob: file.blob, lines, of: text.lines.length, tokens })
    const missing = without(clipped(interest.must, text), merged([...lines, ...already]))
    if (missing.length > 0 && body.isAsked === true)
      leftOut.push({ what: `${file.path}, ${rangesWords(missing)}`, why: 'no room; ask for fewer' })
  }
  const missing = bodies.filter(({ file }) => !input.texts.has(file.path))
  return {
    shown,
    known,
    leftOut: [
      ...leftOut,
      ...missing.map(({ file }) => ({ what: file.path, why: 'could not be read' })),
    ],
  }
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n')).replace(/^#+ /, '')
}

/** Lines of this state of a file, as far as no other state was shown since. */
function shownBefore(already: readonly ShownFile[], { path, blob }: IndexedFile): LineRange[] {
  const ofFile = already.filter((shown) => shown.path === path && shown.lines.length > 0)
  const last = ofFile.findLastIndex((shown) => shown.blob !== blob)
  return ofFile.slice(last + 1).flatMap(({ lines }) => lines)
}

function clipped(ranges: readonly LineRange[], { lines }: SourceText): LineRange[] {
  return merged(ranges.map(([from, to]) => [from, Math.min(to, lines.length)] as const))
}

function mustCost(text: SourceText, must: Body['interest']['must']): number {
  return must.reduce((sum, [from, to]) => sum + costOf(text, from, to), 0) + 80 * must.length
}

/** It depends on the files alone: prompts about the same state of a repository begin alike. */
function addTree(page: Page, { budget, files }: ToRender): void {
  const most = Math.min(MOST_TREE, TREE_SHARE * budget, page.roomIn('tree'))
  const paths = files.flatMap(({ path, excluded }) =>
    excluded === 'looks like a secret' || excluded === OWN ? [] : [path],
  )
  const tree = fileTree(paths, most - 10)
  if (tree !== '') page.add('tree', `${tree}\n`)
}

function addOutlines(page: Page, { outlines }: Choice, most: number): ShownFile[] {
  let left = most
  return outlines.flatMap(({ file }) => {
    const head = `### ${file.path} (outline, ${file.lines} lines)\n\n`
    const room = Math.min(left, page.roomIn('outlines')) - estimateTokens(head) - 2
    const fair = Math.min(MOST_OUTLINE, Math.max(LEAST_OUTLINE, OUTLINE_SHARE * room))
    const outline = outlineOf(file, Math.min(fair, room))
    if (outline === undefined || !page.add('outlines', `${head}${outline}\n`)) return []
    const tokens = estimateTokens(head + outline)
    left -= tokens
    return [{ path: file.path, blob: file.blob, lines: [], of: file.lines, tokens }]
  })
}

/** Lines of shown files of which something is masked. */
function masked(texts: ReadonlyMap<string, SourceText>, shown: readonly ShownFile[]): NotShown[] {
  return shown.flatMap(({ path, lines }) => {
    const hidden = (texts.get(path)?.masked ?? []).filter((line) =>
      lines.some(([from, to]) => from <= line && line <= to),
    )
    if (hidden.length === 0) return []
    const ranges = hidden.map((line) => [line, line] as const)
    return [{ what: `${path}, ${rangesWords(ranges)}`, why: 'masked: looks like a secret' }]
  })
}

function addNotes(page: Page, notes: readonly NotShown[]): void {
  for (const { what, why } of notes) if (!page.add('leftOut', `- ${what}: ${why}`)) return
}

/** How many files are left out of everything, by reason. */
function excludedWords(files: readonly IndexedFile[]): NotShown[] {
  const byReason = Map.groupBy(files, ({ excluded }) => excluded)
  const words = [...byReason].flatMap(([reason, inside]) =>
    reason === undefined || reason === OWN || reason === INPUT
      ? []
      : [`${inside.length} ${reason}`],
  )
  return words.length === 0 ? [] : [{ what: 'files by kind', why: words.sort().join(', ') }]
}
