/** Issues as local files: `issues/42-short-title.md`, front matter optional. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrontMatter } from '../authoring/front-matter.ts'
import type { Issue } from '../authoring/workflow.ts'
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
  const issues = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => readIssue(join(folder, name), name))
  return issues
    .filter(({ state }) => state.toLowerCase() !== 'closed')
    .sort((a, b) => Number(a.number) - Number(b.number))
}

function readIssue(path: string, name: string): Issue {
  const { data, body } = readFrontMatter(readFileSync(path, 'utf8'))
  const number = NAME.exec(name)?.[1] ?? ''
  const heading = /^# +(.+)$/m.exec(body)?.[1]
  return {
    number: String(Number(number)),
    title:
      typeof data.title === 'string' ? data.title : (heading?.trim() ?? name.replace(/\.md$/, '')),
    body,
    state: typeof data.state === 'string' ? data.state : 'open',
    labels: list(data.labels),
    dependsOn: list(data.depends_on).map((id) => id.replace(/^#|^LLD-/, '')),
  }
}

function list(value: unknown): string[] {
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return values.map(String)
}
