/** What a run has left in files: logs, conversations, drafts and verdicts, for its page to link. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { insideIfAny } from '../../files/inside.ts'
import type { Folders } from '../../model/folders.ts'
import type { ItemId } from '../../model/ids.ts'
import type { Review } from '../../reporters/page/findings.ts'
import type { RunFiles } from '../../reporters/page/page.ts'
import type { Link } from '../../reporters/page/page-data.ts'
import type { PastRun } from '../../reporters/past/past-run.ts'
import type { Summary } from '../../reporters/view/summary.ts'
import { lastTry, lineageOf } from '../../workflows/document/lineage.ts'
import { parseReview } from '../../workflows/review/parse/parse-review.ts'

export function findRunFiles(options: {
  readonly run: PastRun
  readonly summary: Summary
  readonly root: string
  readonly folders: Pick<Folders, 'lineage'>
  /** The folder that links start from; without one there are none. */
  readonly from: string | undefined
}): RunFiles {
  const { run, summary, root, from, folders } = options
  const linkTo = (words: string, path: string): Link[] =>
    from === undefined ? [] : [[words, address(from, path)]]
  const logs = new Set(namesIn(run.folder))
  const items = new Map(summary.items.map((item) => [item.id, item]))

  function ofItem(id: ItemId) {
    const { label = '', startedAt, published, produced } = items.get(id) ?? {}
    const lineage = insideIfAny(root, lineageOf({ folders }, id, summary.workflow))
    const written = startedAt === undefined || lineage === undefined ? [] : writtenIn(lineage)
    const conversation = join(run.folder, label, 'conversation.md')
    const links = [
      ...(logs.has(`${label}.log`) ? linkTo('log', join(run.folder, `${label}.log`)) : []),
      ...(logs.has(label) && existsSync(conversation) ? linkTo('conversation', conversation) : []),
      ...written.flatMap((path) => linkTo(nameOf(path), path)),
      ...(produced?.what === 'file' ? resultIn(root, produced.where) : []).flatMap((path) =>
        linkTo('result', path),
      ),
      ...(published === undefined ? [] : webLink(published)),
    ]
    const verdicts = written.filter((path) => path.endsWith('-verdict.md'))
    const hasLineage = written.length > 0
    return { links, hasLineage, reviews: verdicts.flatMap((path) => reviewIn(path, linkTo)) }
  }

  const ofRun = RUN_FILES.filter((name) => logs.has(name)).flatMap((name) =>
    linkTo(name, join(run.folder, name)),
  )
  return { ofRun, ofItem }
}

const RUN_FILES = ['coordinator.log', 'events.jsonl', 'summary.md', 'summary.json']

function namesIn(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? readdirSync(folder) : []
}

/** Of the last try, whichever run it was: no file tells that for good, least of all by its time. */
function writtenIn(folder: string): string[] {
  return lastTry(namesIn(folder))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
}

/** `docs/lineage/42-lld/003-verdict.md` is verdict 3. */
function nameOf(path: string): string {
  const [, number = '', name = ''] = /(\d+)-([^/\\]+)\.md$/.exec(path) ?? []
  return name === '' ? path : `${name} ${Number(number)}`
}

function reviewIn(path: string, linkTo: (words: string, path: string) => Link[]): Review[] {
  const review = parseReview(readFileSync(path, 'utf8'))
  if (!review.ok) return []
  const { verdict, findings } = review
  return [{ verdict, findings, link: linkTo(nameOf(path), path)[0] }]
}

/** Where a workflow says that its result is, if that is a file of the repository. */
function resultIn(root: string, where: string): string[] {
  const path = insideIfAny(root, where)
  return path !== undefined && existsSync(path) ? [path] : []
}

function webLink({ what, url }: { readonly what: string; readonly url: string }): Link[] {
  return url.startsWith('https://') ? [[what, url]] : []
}

/** Relative, so that a folder with page and logs can be moved or handed on. */
function address(from: string, path: string): string {
  const parts = relative(from, path).split(sep).map(encodeURIComponent)
  return parts[0] === '..' ? parts.join('/') : `./${parts.join('/')}`
}
