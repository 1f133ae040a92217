/** Whether there is a design for an issue, and whether it may be built from. */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { type Found, judgeFile } from '../document/found.ts'

export function lldPath({ folders }: Pick<Repository, 'folders'>, issue: string): string {
  return `${folders.designs}/LLD-${issue}.md`
}

/** What is committed for an issue, judged by its own evidence. */
export async function findLld(options: {
  readonly repo: Repository
  readonly issue: string
  readonly inputHash: string
  readonly mock: boolean
}): Promise<Found> {
  const { repo, issue, inputHash, mock } = options
  const path = lldPath(repo, issue)
  const text = await repo.read(path)
  if (text === undefined) return { state: 'none' }
  const { data, body } = readFrontMatter(text)
  const binding = { issue, inputHash, provider: mock ? 'mock' : 'models' } as const
  return judgeFile({ path, text, body }, { data, repo, kind: 'lld', item: issue, binding })
}
