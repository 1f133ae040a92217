/**
 * What the mock provider writes and what real models write are kept apart: neither is the other's input or
 * draft. A real run keeps the mock's text in the lineage and drafts anew; a mock run leaves alone what real
 * models have approved, also when it is out of date.
 */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import type { WorkItem } from '../../authoring/workflow.ts'
import type { Issue } from '../../model/issue.ts'
import { briefId } from '../issue/briefs.ts'

export type Writer = 'mock' | 'models'

/** Who wrote a document: what it says itself, and its verdict; undefined if a person did, or nobody says. */
export async function writerOf(
  data: Readonly<Record<string, unknown>>,
  repo: Pick<Repository, 'read'>,
): Promise<Writer | undefined> {
  if (data.provider === 'mock') return 'mock'
  if (typeof data.verdict !== 'string') return undefined
  const verdict = readFrontMatter((await readOrNothing(repo, data.verdict)) ?? '').data
  if (verdict.provider === 'mock') return 'mock'
  return data.provider === 'models' && verdict.provider === 'models' ? 'models' : undefined
}

/** Whether a document of this writer is nothing that the run may go by. */
export function isApart(writer: Writer | undefined, mock: boolean): boolean {
  return writer === (mock ? 'models' : 'mock')
}

/** Why an issue is no input of a real run, and how it becomes one: by its brief, or by a person who has read it. */
export async function notForReal(
  { mockFile, brief = '' }: Issue,
  { repo, mock }: { readonly repo: Pick<Repository, 'read'>; readonly mock: boolean },
): Promise<WorkItem['notReady']> {
  if (mockFile === undefined || mock) return undefined
  const hasBrief = brief !== '' && (await readOrNothing(repo, brief)) !== undefined
  return {
    why: `${ofMock(mockFile)}, which is no input for real models`,
    command: hasBrief
      ? `agentos issue ${briefId(brief)}`
      : `read ${mockFile}, then remove \`provider: mock\` from its front matter`,
  }
}

export function ofMock(what: string): string {
  return `${what} was written by the mock provider`
}

export function ofModels(what: string): string {
  return `${what} was approved by real models, and the mock provider does not overwrite it`
}

/** A path that leads away, or to a folder, is as good as none: one bad file harms no other item. */
export async function readOrNothing(
  repo: Pick<Repository, 'read'>,
  path: string,
): Promise<string | undefined> {
  try {
    return await repo.read(path)
  } catch {
    return undefined // see above
  }
}
