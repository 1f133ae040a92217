/** The gates that items stand at, for the commands that list and answer them. */
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { inside } from '../files/inside.ts'
import type { GateAnswer, StandingGate } from '../model/gate.ts'
import { quote } from '../model/ids.ts'
import { UsageError } from '../model/usage-error.ts'
import { viewStore } from '../store/open-store.ts'
import { fromStore, inStore, type RepositoryHere } from './repository-store.ts'

/** So many characters of a hash tell two texts apart. */
const SHORTEST_HASH = 8
/** An answer goes into every prompt that follows. */
const LONGEST_TEXT = 4_000

type Place = Pick<RepositoryHere, 'root' | 'store'>

/** What tells gates of items with the same name apart. */
export interface WhichGate {
  readonly workflow?: string | undefined
  readonly hash?: string | undefined
}

/** In the order in which they were asked; an item of real and of mock runs may stand at two. */
export function openGates({ store }: Place): Promise<readonly StandingGate[]> {
  return fromStore(viewStore(store).gates())
}

/** The gate that an item stands at, by the item's label or id; of two, the one with this hash. */
export async function findGate(
  place: Place,
  name: string,
  { workflow, hash }: WhichGate,
): Promise<StandingGate> {
  const named = (await openGates(place)).filter(
    (gate) =>
      (gate.label === name || gate.item === name) &&
      (workflow === undefined || gate.workflow === workflow),
  )
  const found = named.length < 2 ? named : named.filter((gate) => hasHash(gate, hash))
  const [gate] = found
  if (gate === undefined) throw await nobodyThere(place, name, workflow)
  if (found.length === 1) return gate
  throw ambiguous(name, found)
}

function ambiguous(name: string, found: readonly StandingGate[]): UsageError {
  const labels = found.map(({ label }) => label)
  const workflows = found.map(({ workflow }) => workflow)
  if (new Set(workflows).size < found.length)
    return new UsageError('gate-ambiguous', `${quote(name)} stands at ${found.length} gates.`, {
      hint: `Say which by \`--hash\`: ${found.map(hashWords).join(', ')}.`,
    })
  return new UsageError('gate-ambiguous', `${quote(name)} stands for ${labels.join(' and ')}.`, {
    hint:
      new Set(labels).size === labels.length
        ? 'Name it by its label, or add `--workflow <name>`.'
        : `Add \`--workflow\` with ${workflows.join(' or ')}.`,
  })
}

function hashWords({ hash, mock }: StandingGate): string {
  return `${hash.slice(0, 12)} (${mock ? 'mock provider' : 'real models'})`
}

/** Records what a person says to what they were shown; refuses if that is no longer what it was. */
export async function answerGate(
  place: Place,
  gate: StandingGate,
  answer: GateAnswer,
  hash?: string,
): Promise<void> {
  checkText(answer)
  checkHash(gate, hash)
  checkFile(place.root, gate)
  const signed = { ...answer, at: Date.now(), by: userInfo().username }
  if (await inStore(place.store, ({ gates }) => gates.answer(gate, signed))) return
  const message = `${gate.label} is not at this gate any more; the answer was not recorded.`
  throw new UsageError('gate-gone', message, { hint: '`agentos gates` shows what is asked now.' })
}

/** Names no other item as what may be meant: its approval would have an effect. */
async function nobodyThere(
  place: Place,
  name: string,
  workflow: string | undefined,
): Promise<UsageError> {
  const where = workflow === undefined ? '' : ` of ${workflow}`
  const outcomes = await fromStore(viewStore(place.store).allOutcomes())
  const [last] = outcomes
    .filter(({ label, item }) => label === name || item === name)
    .filter((ended) => ended.workflow === (workflow ?? ended.workflow))
    .toSorted((a, b) => b.at - a.at)
  const ended = last === undefined ? '' : ` It ended as ${last.outcome} in run ${last.run}.`
  const message = `No item ${quote(name)}${where} stands at a gate.${ended}`
  return new UsageError('gate-unknown', message, { hint: '`agentos gates` lists those that do.' })
}

function checkText(answer: GateAnswer): void {
  if (answer.answer === 'approve') return
  const { length } = answer.text.trim()
  if (length > 0 && length <= LONGEST_TEXT) return
  const what = length === 0 ? 'is empty' : `has ${length} characters; ${LONGEST_TEXT} are the most`
  throw new UsageError('revise-text', `What should be revised ${what}.`, {
    hint: 'Say it in words: agentos revise <item> "name the timeout"',
  })
}

function checkHash(gate: StandingGate, hash: string | undefined): void {
  if (hash === undefined) return
  if (hash.length < SHORTEST_HASH)
    throw new UsageError(
      'gate-hash-short',
      `Expected at least ${SHORTEST_HASH} characters of a hash, got ${quote(hash)}.`,
    )
  if (!hasHash(gate, hash))
    throw changed(`What ${gate.label} shows has the hash ${gate.hash.slice(0, 12)} now.`, gate)
}

function hasHash(gate: StandingGate, hash = ''): boolean {
  return gate.hash.startsWith(hash.toLowerCase())
}

/** An edit of the shown file means that the edited text should be approved. */
function checkFile(root: string, gate: StandingGate): void {
  if (gate.path === null) return
  const file = inside(root, gate.path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (text?.trim() === gate.content.trim()) return
  throw changed(
    text === undefined
      ? `${gate.path} was removed.`
      : `${gate.path} is not what was shown any more.`,
    gate,
  )
}

function changed(what: string, { label, path }: StandingGate): UsageError {
  const restore =
    path === null ? '' : `; \`agentos gates show ${label} --raw > ${path}\` brings it back`
  return new UsageError('gate-changed', `${what} The content has changed; read it again.`, {
    hint: `\`agentos gates show ${label}\` shows what the answer is about${restore}.`,
  })
}
