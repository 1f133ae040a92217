/** An item's branch that the other kind of provider has built: the mock, of a real run, or real models, of a mock run. */
import type { Branch, Repository } from '../../authoring/repository.ts'
import type { WorkItem } from '../../authoring/workflow.ts'
import { isApart, ofMock, ofModels } from '../document/apart.ts'
import { UNSIGNED } from '../review/signatures.ts'
import { findBuilt, type Wanted } from './evidence.ts'

/** Its name, whatever design it was built from. */
export async function branchApart(
  repo: Repository,
  { issue, mock }: { readonly issue: string; readonly mock: boolean },
  branches: readonly Branch[],
): Promise<string | undefined> {
  const built = await findBuilt(repo, { issue, mock: !mock }, branches)
  return isApart(built?.writer, mock) ? built?.branch?.name : undefined
}

export function branchStanding(
  branch: string | undefined,
  { command, mock }: { readonly command: string; readonly mock: boolean },
): Pick<WorkItem, 'notReady' | 'note'> {
  if (branch === undefined) return {}
  if (mock) return { notReady: { why: ofModels(`branch ${branch}`), command } }
  return { note: builtAnew(ofMock(`branch ${branch}`)) }
}

/** What the plan says of a branch that would count, had an allowed signer signed its verdict. */
export async function unsignedNote(
  { signing, ...repo }: Repository,
  wanted: Wanted,
  branches: readonly Branch[],
): Promise<Pick<WorkItem, 'note'>> {
  if (signing?.isSigned === undefined) return {}
  const { branch } = (await findBuilt(repo, wanted, branches)) ?? {}
  return branch === undefined ? {} : { note: builtAnew(`branch ${branch.name}: ${UNSIGNED}`) }
}

function builtAnew(why: string): string {
  return `${why}: kept under refs/agentos/leftover/, built anew`
}
