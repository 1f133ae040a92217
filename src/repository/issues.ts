/** Issues as local files: `issues/42-short-title.md`, front matter optional. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrontMatter } from '../authoring/front-matter.ts'
import { hasLink } from '../files/has-link.ts'
import { isUtf8File } from '../files/is-utf8-file.ts'
import { quote } from '../model/ids.ts'
import type { Issue } from '../model/issue.ts'
import { NOT_UTF8, type OnRemark } from '../model/remark.ts'
import { UsageError } from '../model/usage-error.ts'
import { frontMatterOf } from './issue-front-matter.ts'

const FOLDER = 'issues'
const NAME = /^(\d+)(?:-.*)?\.md$/
const NO_ISSUE = /^(readme\.md|[._].*)$/i

/** Those that are not closed, by number. Files that are no issue are told to `onRemark`. */
export function readOpenIssues(root: string, onRemark: OnRemark = () => undefined): Issue[] {
  const folder = join(root, FOLDER)
  if (!existsSync(folder)) {
    throw new UsageError('issues-missing', `There is no folder ${FOLDER}/ in ${root}.`, {
      hint: `An issue is a file ${FOLDER}/<number>-<title>.md.`,
    })
  }
  if (hasLink(root, FOLDER)) {
    throw new UsageError('issues-link', `${FOLDER}/ in ${root} is a symbolic link.`, {
      hint: 'Links are not followed; name a folder.',
    })
  }
  const issues: Issue[] = []
  const leftOut = new Set<string>()
  const leaveOut: OnRemark = (remark) => {
    leftOut.add(numberIn(remark.path ?? ''))
    onRemark({ ...remark, isLeftOut: true })
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory() || !name.endsWith('.md') || NO_ISSUE.test(name)) continue
    const path = `${FOLDER}/${name}`
    const read = entry.isFile() ? readIssue(root, name) : 'left out: it is a link'
    if (typeof read === 'string') {
      leaveOut({ path, text: read })
      continue
    }
    if (read.unused.length > 0 && isOpen(read.issue))
      onRemark({ path, text: `not used of its front matter: ${read.unused.join(', ')}` })
    issues.push(read.issue)
  }
  const open = withoutTwins(issues, leaveOut).filter(isOpen)
  return withoutDependents(open, leftOut, leaveOut).sort(
    (a, b) => Number(a.number) - Number(b.number),
  )
}

function isOpen({ state }: Issue): boolean {
  return state.toLowerCase() !== 'closed'
}

/** That of a file's name; empty if it has none. */
function numberIn(path: string): string {
  const named = NAME.exec(path.slice(FOLDER.length + 1))?.[1]
  return named === undefined ? '' : String(Number(named))
}

/** Without what it depends on, an issue would be worked on too early. */
function withoutDependents(
  issues: readonly Issue[],
  leftOut: ReadonlySet<string>,
  leaveOut: OnRemark,
): Issue[] {
  const missing = ({ dependsOn }: Issue) => dependsOn.find((number) => leftOut.has(number))
  const waiting = issues.find((issue) => missing(issue) !== undefined)
  if (waiting === undefined) return [...issues]
  const { path = '' } = waiting
  leaveOut({ path, text: `left out: it depends on issue ${missing(waiting)}, which is left out` })
  const others = issues.filter((issue) => issue !== waiting)
  return withoutDependents(others, leftOut, leaveOut)
}

/** Or why it is left out. */
function readIssue(
  root: string,
  name: string,
): { readonly issue: Issue; readonly unused: readonly string[] } | string {
  const path = `${FOLDER}/${name}`
  const full = join(root, path)
  const named = NAME.exec(name)?.[1]
  if (named === undefined)
    return `left out: its name has no number; rename it to ${FOLDER}/<number>-${name}`
  if (!isUtf8File(full)) return NOT_UTF8
  const { data, body, problem } = readFrontMatter(readFileSync(full, 'utf8'))
  if (problem !== undefined)
    return `left out: line ${problem.line}: the front matter is not YAML: ${problem.message}; put quotes around text with a colon, a quote or a bracket`
  const front = frontMatterOf(data)
  const number = String(Number(named))
  if (front.number !== undefined && Number(front.number.replace(/^#/, '')) !== Number(number))
    return `left out: it is issue ${number} by its name, but its front matter says number ${quote(front.number)}`
  const heading = /^# +(.+)$/m.exec(body)?.[1]
  return {
    unused: front.unused,
    issue: {
      number,
      title: front.title ?? heading?.trim() ?? name.replace(/\.md$/, ''),
      body,
      path,
      state: front.state,
      labels: front.labels,
      dependsOn: front.dependsOn.map((id) => id.replace(/^#|^LLD-/, '')),
      ...(data.provider === 'mock' ? { mockFile: path } : {}),
      ...(typeof data.brief === 'string' ? { brief: data.brief } : {}),
    },
  }
}

/** Which of two files with one number is meant, nobody can say. */
function withoutTwins(issues: readonly Issue[], onRemark: OnRemark): Issue[] {
  return [...Map.groupBy(issues, ({ number }) => number)].flatMap(([number, same]) => {
    if (same.length === 1) return same
    const paths = same.map(({ path = '' }) => path)
    for (const path of paths) {
      const others = paths.filter((other) => other !== path).join(', ')
      onRemark({ path, text: `left out: ${others} is issue ${number}, too` })
    }
    return []
  })
}
