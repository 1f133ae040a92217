/** Issues as local files: `issues/42-short-title.md`, front matter optional. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrontMatter } from '../authoring/front-matter.ts'
import { hasLink } from '../files/has-link.ts'
import { quote } from '../model/ids.ts'
import type { Issue } from '../model/issue.ts'
import { UsageError } from '../model/usage-error.ts'

const FOLDER = 'issues'
const NAME = /^(\d+)(?:-.*)?\.md$/

/** Those that are not closed, by number. */
export function readOpenIssues(root: string): Issue[] {
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
  const issues = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => ({ name, issue: readIssue(join(folder, name), name) }))
  refuseTwins(issues)
  return issues
    .map(({ issue }) => issue)
    .filter(({ state }) => state.toLowerCase() !== 'closed')
    .sort((a, b) => Number(a.number) - Number(b.number))
}

function readIssue(path: string, name: string): Issue {
  const { data, body, problem } = readFrontMatter(readFileSync(path, 'utf8'))
  if (problem !== undefined) {
    const where = `${FOLDER}/${name}, line ${problem.line}`
    throw new UsageError(
      'issue-front-matter',
      `${where}: the front matter is not YAML: ${problem.message}.`,
      { hint: 'Text with a colon, a quote or a bracket in it wants quotes around it.' },
    )
  }
  const number = numberOf(name, data.number)
  const heading = /^# +(.+)$/m.exec(body)?.[1]
  return {
    number,
    title: isScalar(data.title)
      ? String(data.title)
      : (heading?.trim() ?? name.replace(/\.md$/, '')),
    body,
    state: typeof data.state === 'string' ? data.state : 'open',
    labels: list(data.labels),
    dependsOn: list(data.depends_on).map((id) => id.replace(/^#|^LLD-/, '')),
    ...(data.provider === 'mock' ? { mockFile: `${FOLDER}/${name}` } : {}),
    ...(typeof data.brief === 'string' ? { brief: data.brief } : {}),
  }
}

/** By the file's name. Front matter may say it again, but not otherwise. */
function numberOf(name: string, said: unknown): string {
  const number = String(Number(NAME.exec(name)?.[1]))
  if (said === undefined || said === null) return number
  if (Number(String(said).replace(/^#/, '')) === Number(number)) return number
  throw new UsageError(
    'issue-number',
    `${FOLDER}/${name} is issue ${number} by its name, but its front matter says number ${quote(String(said))}.`,
    { hint: 'Rename the file, or fix the front matter.' },
  )
}

function refuseTwins(issues: readonly { readonly name: string; readonly issue: Issue }[]): void {
  const names = new Map<string, string>()
  for (const { name, issue } of issues) {
    const twin = names.get(issue.number)
    if (twin !== undefined) {
      throw new UsageError(
        'issue-number-twice',
        `Issue ${issue.number} is there twice: ${FOLDER}/${twin} and ${FOLDER}/${name}.`,
      )
    }
    names.set(issue.number, name)
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function list(value: unknown): string[] {
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return values.map(String)
}
