/** Briefs: any Markdown file `ideas/<name>.md`. */
import { basename } from 'node:path'
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
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

export async function readBriefs(repo: Repository): Promise<Brief[]> {
  const names = (await repo.list(FOLDER)).filter((name) => name.endsWith('.md'))
  if (names.length === 0)
    throw new UsageError('briefs-missing', `There is no brief in ${FOLDER}/ of ${repo.root}.`, {
      hint: `A brief is any file ${FOLDER}/<name>.md; its title is the first # line, or its name.`,
    })
  refuseTwins(names)
  return Promise.all(names.map((name) => readBrief(repo, name)))
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

function refuseTwins(names: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    const id = briefId(name)
    if (id === '')
      throw new UsageError(
        'brief-name',
        `The name of ${FOLDER}/${name} has no letter a-z and no digit, so it makes no item id.`,
        { hint: 'Rename it.' },
      )
    const twin = seen.get(id)
    if (twin !== undefined)
      throw new UsageError(
        'brief-name-twice',
        `${FOLDER}/${twin} and ${FOLDER}/${name} both make the item ${id}.`,
        { hint: 'Rename one of them.' },
      )
    seen.set(id, name)
  }
}
