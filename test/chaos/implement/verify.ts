/** What must be true when all disturbances of a run of `implement` are over. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutTimes } from '../../rig/without-times.ts'
import { BASE, type Field, STAGED } from './field.ts'

type Texts = Readonly<Record<string, string>>

/** The private folder of a process that was killed: later runs remove it, after a day. */
const OF_KILLED = /^agentos-tmp-\d+-/
/** Approved work of an item whose state was removed is taken again, and its documents say so. */
const TAKEN_AGAIN = 'in an earlier try'

/** All that items have made, by place: what their branches changed, and their lineage. */
export function resultsOf(field: Field): Texts {
  const names = field.ask('for-each-ref', '--format=%(refname:short)', 'refs/heads/agentos')
  const onBranches = lines(names).flatMap((branch) =>
    lines(field.ask('diff', '--name-only', BASE, branch)).map((path) => [
      `${branch}:${path}`,
      comparable(field.ask('show', `${branch}:${path}`)),
    ]),
  )
  return { ...Object.fromEntries(onBranches), ...lineageIn(field) }
}

/** An item whose state was removed starts over behind its earlier documents: what counts is the last start. */
function lineageIn({ repository }: Field): Texts {
  const lineage = join(repository, 'docs/lineage')
  return Object.fromEntries(
    readdirSync(lineage)
      .filter((name) => name.endsWith('-implement'))
      .flatMap((name) => {
        const names = readdirSync(join(lineage, name)).sort()
        const start = names.findLastIndex((document) => document.endsWith('-design.md'))
        return names.slice(start).map((document, index) => {
          const text = readFileSync(join(lineage, name, document), 'utf8')
          return [`${name}/${index} ${document.slice(4)}`, comparable(text)]
        })
      }),
  )
}

function comparable(text: string): string {
  return withoutTimes(text).replaceAll(/(docs\/lineage\/[\w-]+\/)\d{3}-/g, '$1…-')
}

/** Everything that is wrong, in words; nothing if all is well. */
export function violations(field: Field, undisturbed: Texts): string[] {
  return [
    ...differences(undisturbed, resultsOf(field)),
    ...usersTroubles(field),
    ...field.processes().map((pid) => `process ${pid} is left`),
    ...['home', 'tmp'].flatMap((name) =>
      readdirSync(join(field.root, name))
        .filter((left) => !OF_KILLED.test(left))
        .map((left) => `${name}/${left} is left`),
    ),
    ...leftovers(field),
  ]
}

function differences(expected: Texts, found: Texts): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  const taken = new Set(
    Object.keys(found).flatMap((name) => (found[name]?.includes(TAKEN_AGAIN) ? itemOf(name) : [])),
  )
  return [...names].flatMap((name) => {
    const [wanted, made] = [expected[name], found[name]]
    if (wanted === made || itemOf(name).some((item) => taken.has(item))) return []
    if (made === undefined) return `${name} is missing`
    return wanted === undefined ? `${name} is too much` : `${name} differs: ${change(wanted, made)}`
  })
}

/** Whose report or lineage it is; nobody's, if it is code. */
function itemOf(name: string): string[] {
  const [, item] = /(?:docs\/reports\/|^)(\d+)-[\w-]*(?:report|implement\/)/.exec(name) ?? []
  return item === undefined ? [] : [item]
}

/** The first line that is not the same. */
function change(wanted: string, made: string): string {
  const [before, after] = [wanted.split('\n'), made.split('\n')]
  const line = before.findIndex((text, index) => text !== after[index])
  return `${JSON.stringify(before[line])} is ${JSON.stringify(after[line])}`
}

/** Nobody but the user has committed on their branch or changed what they have staged. */
function usersTroubles(field: Field): string[] {
  const commits = lines(field.ask('log', '--reverse', '--format=%H', `${BASE}..HEAD`))
  const staged = lines(field.ask('diff', '--cached', '--name-only'))
  const changed = lines(field.ask('diff', '--name-only'))
  return [
    ...(commits.join() === field.commitsOfUser.join() ? [] : [`the branch has ${commits.join()}`]),
    ...(staged.join() === STAGED ? [] : [`staged is ${staged.join()}`]),
    ...(changed.length === 0 ? [] : [`changed is ${changed.join()}`]),
  ]
}

/** What git would stumble over, and worktrees of items that are done. */
function leftovers({ repository, worktrees: folder }: Field): string[] {
  const below = (folder: string) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
  const locks = below('.git').filter((path) => path.endsWith('.lock') || path.endsWith('/locked'))
  const worktrees = existsSync(folder) ? readdirSync(folder) : []
  return [
    ...locks.map((path) => `.git/${path} is left`),
    // What was moved aside is kept for a person to look at.
    ...worktrees
      .filter((name) => !name.includes('.kept-'))
      .map((name) => `worktree ${name} is left`),
  ]
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
