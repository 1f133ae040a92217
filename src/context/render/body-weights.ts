/** How the budget is divided among files: parts of it compared with others, and tokens that one may have at most. */
import type { IndexedFile } from '../index/build-index.ts'
import { type FileRole, isChronicle, roleOf } from '../rank/file-role.ts'
import type { Body } from './choose-files.ts'

/** Of a chronicle nobody needs more than its beginning and its end. */
const MOST_CHRONICLE = 1_200
/** Of a long document the part that is spoken of. */
const MOST_DOC = 1_600
/** The same where it is known which. */
const MOST_SECTIONS = 3_500
/** The first files are what the question is about; docs follow code. */
const LATER = 0.35
const ROLES: Readonly<Record<FileRole, number>> = { code: 1, test: 0.6, doc: 0.3, data: 0.4 }
/** Requests, by what they ask for. */
export const ASKED = { changed: 6, code: 6, other: 2, whole: 1 }

/** Lines of code that is to be changed count more than a whole file that may be of use. */
export function askedWeight({ path, language }: IndexedFile, isNamed: ReadonlySet<string>): number {
  if (isNamed.has(path)) return ASKED.changed
  return roleOf(path, language) === 'code' ? ASKED.code : ASKED.other
}

export function givenWeight(
  file: IndexedFile,
  index: number,
  sections: ReadonlyMap<string, unknown>,
): Pick<Body, 'weight' | 'most'> {
  const weight = ROLES[roleOf(file.path, file.language)] / (1 + LATER * index)
  if (isChronicle(file.path)) return { weight, most: MOST_CHRONICLE }
  if (roleOf(file.path, file.language) !== 'doc') return { weight }
  if (!sections.has(file.path)) return { weight, most: MOST_DOC }
  return { weight: 2 * weight, most: MOST_SECTIONS }
}
