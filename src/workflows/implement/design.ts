/** An approved design as whoever builds it needs it. */
import { matchesGlob } from 'node:path'
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { inputHash } from '../../model/item.ts'
import { ofMock } from '../document/apart.ts'
import { type Places, readPlaces } from '../document/reading/asked-places.ts'
import { type LldDocument, readDocument } from '../lld/document.ts'
import { findLld, lldPath } from '../lld/evidence.ts'
import { changeOf } from '../lld/lld-kind.ts'
import type { CarriedFinding } from '../review/dispositions.ts'

/** How it is shown that the code does what the design says. */
type Proof = 'red-green' | 'green-green' | 'none'

export interface Design extends Pick<LldDocument, 'files' | 'requirements' | 'scenarios'> {
  readonly body: string
  readonly kind: string
  readonly proof: Proof
  readonly proofWhy: string
}

export type FoundDesign =
  | {
      readonly ready: true
      readonly design: Design
      readonly carried: readonly CarriedFinding[]
      /** What the designer has read for it. */
      readonly read: Places
    }
  | { readonly ready: false; readonly why: string; readonly command: string }

/** The design of an issue, if what is committed with it says that it may be built. */
export async function findDesign(
  repo: Repository,
  issue: { readonly number: string; readonly title: string; readonly body: string },
  mock: boolean,
): Promise<FoundDesign> {
  const { number } = issue
  const input = inputHash(issue.title, issue.body)
  const found = await findLld({ repo, issue: number, inputHash: input, mock })
  const path = lldPath(repo, number)
  const isByModels = found.state === 'apart' && found.writer === 'models'
  const command = `agentos lld ${number}${mock && !isByModels ? ' --mock' : ''}`
  if (found.state === 'none') return { ready: false, why: 'it has no design yet', command }
  if (found.state === 'apart') {
    const why = mock ? `its design ${path} has changed since real models approved it` : ofMock(path)
    return { ready: false, why, command }
  }
  if (found.state === 'draft')
    return { ready: false, why: `its design ${path} is not approved: ${found.why}`, command }
  const { file, carried } = found
  const read = readPlaces(readFrontMatter(file.text).data.read)
  return { ready: true, design: readDesign(file.body), carried, read }
}

export function readDesign(body: string): Design {
  const { files, requirements, scenarios } = readDocument(body)
  const kind = changeOf(body)
  return { body: body.trim(), kind, ...proofOf(kind, files), files, requirements, scenarios }
}

/**
 * Every path that a row speaks of; a rename may stand in one row with an arrow. Without append-only files that only grow:
 * two items may do that at once.
 */
export function touchedFiles(
  { files }: Pick<Design, 'files'>,
  appendOnly: readonly string[] = [],
): string[] {
  const paths = files.flatMap(({ path, change }) => {
    const names = path.split(/\s*(?:→|=>|->)\s*/).map((name) => name.replace(/[`*]/g, '').trim())
    const mayGrow = names.length === 1 && change !== 'Delete'
    return names.filter(
      (name) => !(mayGrow && appendOnly.some((glob) => matchesGlob(name, glob))) && name !== '',
    )
  })
  return [...new Set(paths)]
}

const PROSE = /\.(md|rst|adoc|png|svg|jpe?g|gif)$|(^|\/)(LICENSE|NOTICE|AUTHORS|README)(\.txt)?$/i

/** The title's word decides, unless the table says that it cannot be so. */
function proofOf(kind: string, files: Design['files']): { proof: Proof; proofWhy: string } {
  const isProse = files.length > 0 && files.every(({ path }) => PROSE.test(path))
  if (kind === 'docs' && isProse)
    return { proof: 'none', proofWhy: 'only documents change, and no program reads them' }
  if (kind === 'refactor')
    return {
      proof: 'green-green',
      proofWhy: 'behaviour stays: the same tests pass before and after',
    }
  const proofWhy = 'behaviour changes: its tests fail before the code is written and pass after'
  return { proof: 'red-green', proofWhy }
}
