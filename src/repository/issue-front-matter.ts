/** What people write in front of an issue, however they spell its keys. */
import { nearest } from '../model/text/nearest.ts'

const KEYS = ['number', 'title', 'state', 'labels', 'depends_on']

interface FrontMatter {
  readonly number: string | undefined
  readonly title: string | undefined
  readonly state: string
  readonly labels: readonly string[]
  readonly dependsOn: readonly string[]
  /** Keys that mean nothing here, each with the one that may have been meant. */
  readonly unused: readonly string[]
}

export function frontMatterOf(data: Readonly<Record<string, unknown>>): FrontMatter {
  const values = new Map(Object.entries(data).map(([key, value]) => [plain(key), value]))
  const title = values.get('title')
  const state = values.get('state')
  const number = values.get('number')
  return {
    number: number === undefined || number === null ? undefined : String(number),
    title: isScalar(title) ? String(title) : undefined,
    state: typeof state === 'string' ? state : 'open',
    labels: list(values.get('labels')),
    dependsOn: list(values.get('dependson')),
    // With a hash of its content it is ours, with evidence that others read.
    unused: 'contentHash' in data ? [] : Object.keys(data).filter(isUnused).map(withMeant),
  }
}

/** `depends_on`, `depends-on` and `dependsOn` are one key. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function isUnused(key: string): boolean {
  return !KEYS.some((known) => plain(known) === plain(key)) && !['provider', 'brief'].includes(key)
}

function withMeant(key: string): string {
  const near = nearest(key, KEYS)
  return near === undefined ? key : `${key} (did you mean ${near}?)`
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function list(value: unknown): string[] {
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return values.map(String)
}
