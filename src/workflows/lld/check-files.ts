/** The table of files in 2.1: each row one plain path that can be changed as it says. */
import { nearest } from '../../model/text/nearest.ts'
import { repeated } from '../document/check-text.ts'
import { proseOf } from '../document/sections.ts'
import type { LldDocument } from './document.ts'

type FileChange = LldDocument['files'][number]

const CHANGES = ['Add', 'Modify', 'Delete']
const GLOB = /[*?]|\{[^{}]*,[^{}]*\}/
/** Words around a path or a second path: `a.ts (new file)`, `a.ts, b.ts`, `a.ts – moved`. */
const NOTE = /`|\s[([{<–—-]|[,;]\s|<br|\s(and|or|new|see)\b|\.\w+\s+\S*[./]/i

export function checkFiles({ files }: LldDocument, existing: readonly string[]): string[] {
  if (files.length === 0) return ['Section 2.1 has no table of files with at least one row.']
  const known = new Set(existing)
  return [
    ...files.flatMap((file) => {
      const trouble = known.has(file.path) ? undefined : shapeTrouble(file.path, existing)
      return trouble === undefined ? checkChange(file, known) : [trouble]
    }),
    ...repeated(files.map(({ path }) => path)).map((path) => `2.1: ${path} has more than one row.`),
  ]
}

/** What is wrong with a path that names no existing file, whatever is to be done with it. */
function shapeTrouble(path: string, existing: readonly string[]): string | undefined {
  if (NOTE.test(path))
    return `2.1: "${path}" is more than a path; one file a row, remarks belong into Description.`
  if (!isInside(path)) return `2.1: ${path} is not a path inside the repository.`
  if (GLOB.test(path)) return `2.1: ${path} is a pattern; name each file in a row of its own.`
  if (path.endsWith('/') || existing.some((file) => file.startsWith(`${path}/`)))
    return `2.1: ${path} is a folder; name each file in a row of its own.`
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.'))
    return `2.1: ${path} should be written as ${parts.filter((part) => part !== '' && part !== '.').join('/')}.`
  return undefined
}

function checkChange({ path, change }: FileChange, known: ReadonlySet<string>): string[] {
  if (!CHANGES.includes(change))
    return [`2.1: "${change}" of ${path} is not Add, Modify or Delete.`]
  if (change === 'Add')
    return known.has(path) ? [`2.1: ${path} is to be added but exists already.`] : []
  if (known.has(path)) return []
  const near = nearest(path, known)
  return [
    `2.1: ${path} is to be changed but does not exist.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  ]
}

function isInside(path: string): boolean {
  return (
    path !== '' &&
    !path.startsWith('/') &&
    !/^[A-Za-z]:/.test(path) &&
    !path.includes('\\') &&
    !path.split('/').some((part) => ['..', '.git', '.agentos'].includes(part.toLowerCase()))
  )
}

/** A file that is promised at the end must have been announced at the beginning. */
export function checkDefinitionOfDone({ sections, files }: LldDocument): string[] {
  const announced = new Set(files.map(({ path }) => path))
  const text = proseOf(sections.get('12')).join('\n')
  const named = text.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)
  return [...new Set([...named].map(([, path = '']) => path))]
    .filter((path) => !announced.has(path))
    .map((path) => `Section 12 names ${path}, which is not in 2.1.`)
}
