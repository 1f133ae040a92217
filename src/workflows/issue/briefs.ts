/** Briefs: any Markdown file `ideas/<name>.md`. */
import { basename } from 'node:path'
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { NOT_UTF8, type OnRemark } from '../../model/remark.ts'
import { slugOf } from '../../model/text/slug.ts'
import { UsageError } from '../../model/usage-error.ts'

const FOLDER = 'ideas'

export interface Brief {
  /** The slug of its name. */
  readonly id: string
  readonly path: string
  readonly title: string
  readonly body: string
}

/** Files that cannot be one are told to `onRemark`. */
export async function readBriefs(repo: Repository, onRemark: OnRemark): Promise<Brief[]> {
  const names = (await repo.list(FOLDER)).filter((name) => name.endsWith('.md'))
  if (names.length === 0)
    throw new UsageError('briefs-missing', `There is no brief in ${FOLDER}/ of ${repo.root}.`, {
      hint: `A brief is any file ${FOLDER}/<name>.md; its title is the first # line, or its name.`,
    })
  const briefs: Brief[] = []
  for (const name of names) {
    const path = `${FOLDER}/${name}`
    const trouble = troubleOf(name, names) ?? ((await repo.isUtf8(path)) ? undefined : NOT_UTF8)
    if (trouble === undefined) briefs.push(await readBrief(repo, name))
    else onRemark({ path, text: trouble, isLeftOut: true })
  }
  return briefs
}

async function readBrief(repo: Repository, name: string): Promise<Brief> {
  const path = `${FOLDER}/${name}`
  const { body } = readFrontMatter((await repo.read(path)) ?? '')
  const heading = /^# +(.+)$/m.exec(body)?.[1]?.trim()
  const title = heading ?? name.replace(/\.md$/, '')
  return { id: briefId(path), path, title, body }
}

/** The id of the item that a brief is. */
export function briefId(path: string): string {
  return slugOf(basename(path, '.md'))
}

/** The path of the brief with this id. */
export async function briefPath(repo: Repository, id: string): Promise<string> {
  const name = (await repo.list(FOLDER)).find((file) => briefId(file) === id)
  return `${FOLDER}/${name ?? `${id}.md`}`
}

/** Why a file is left out. */
function troubleOf(name: string, names: readonly string[]): string | undefined {
  const id = briefId(name)
  if (id === '') return 'left out: its name has no letter a-z and no digit; rename it'
  const twins = names.filter((other) => other !== name && briefId(other) === id)
  if (twins.length === 0) return undefined
  return `left out: ${twins.join(', ')} makes the item ${id}, too; rename one of them`
}
