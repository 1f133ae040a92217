/** What a run has left in files: logs, conversations, drafts and verdicts, for its page to link. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { ItemId } from '../model/ids.ts'
import type { Review } from '../reporters/page/findings.ts'
import type { RunFiles } from '../reporters/page/page.ts'
import type { Link } from '../reporters/page/page-data.ts'
import type { PastRun } from '../reporters/past-run.ts'
import type { Summary } from '../reporters/summary.ts'
import { parseReview } from '../workflows/review/parse-review.ts'

/** Clocks of file systems are coarser than ours. */
const SLACK_MS = 2_000

export function findRunFiles(options: {
  readonly run: PastRun
  readonly summary: Summary
  readonly root: string
  /** The folder that links start from; without one there are none. */
  readonly from: string | undefined
}): RunFiles {
  const { run, summary, root, from } = options
  const linkTo = (words: string, path: string): Link[] =>
    from === undefined ? [] : [[words, address(from, path)]]
  const logs = new Set(namesIn(run.folder))
  const lineages = new Set(namesIn(join(root, LINEAGE)))
  const items = new Map(summary.items.map((item) => [item.id, item]))

  function ofItem(id: ItemId) {
    const { label = '', published, produced } = items.get(id) ?? {}
    const folder = `${id}-${summary.workflow}`
    const written = lineages.has(folder) ? writtenIn(join(root, LINEAGE, folder), summary) : []
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
    return { links, reviews: verdicts.flatMap((path) => reviewIn(path, linkTo)) }
  }

  const ofRun = RUN_FILES.filter((name) => logs.has(name)).flatMap((name) =>
    linkTo(name, join(run.folder, name)),
  )
  return { ofRun, ofItem }
}

const LINEAGE = 'docs/lineage'
const RUN_FILES = ['coordinator.log', 'events.jsonl', 'summary.md', 'summary.json']

function namesIn(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? readdirSync(folder) : []
}

/** Documents of the lineage that are from this run, and not from one before or after it. */
function writtenIn(folder: string, { startedAt, durationMs }: Summary): string[] {
  return namesIn(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => {
      const file = statSync(path, { throwIfNoEntry: false })
      if (file?.isFile() !== true) return false
      const { mtimeMs } = file
      return mtimeMs >= startedAt - SLACK_MS && mtimeMs <= startedAt + durationMs + SLACK_MS
    })
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
  const path = resolve(root, where)
  return path.startsWith(root + sep) && existsSync(path) ? [path] : []
}

function webLink({ what, url }: { readonly what: string; readonly url: string }): Link[] {
  return url.startsWith('https://') ? [[what, url]] : []
}

/** Relative, so that a folder with page and logs can be moved or handed on. */
function address(from: string, path: string): string {
  const parts = relative(from, path).split(sep).map(encodeURIComponent)
  return parts[0] === '..' ? parts.join('/') : `./${parts.join('/')}`
}
