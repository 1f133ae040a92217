/** The gates that items stand at, for the commands that list and answer them. */
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { inside } from '../files/inside.ts'
import type { Gate, GateAnswer } from '../model/gate.ts'
import { quote } from '../model/ids.ts'
import { nearest } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { locateRepository } from '../repository/locate.ts'
import { SqliteGates } from '../store/sqlite/gates.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { withLedger } from './with-ledger.ts'

/** So many characters of a hash tell two texts apart. */
const SHORTEST_HASH = 8
/** An answer goes into every prompt that follows. */
const LONGEST_TEXT = 4_000

interface Place {
  readonly root: string
  readonly ledger: string
}

export function gatesPlace(workingDirectory: string): Place {
  const { root } = locateRepository(workingDirectory)
  return { root, ledger: StateDirectory.of(root, process.env.AGENTOS_HOME).ledger }
}

/** In the order in which they were asked. Of an item begun offline and for real, the later one. */
export function openGates({ ledger }: Place): Gate[] {
  const gates = withLedger(ledger, (path) => SqliteGates.peek(path))
  return [...new Map(gates.map((gate) => [`${gate.workflow} ${gate.item}`, gate])).values()]
}

/** The gate that an item stands at, by the item's label or id. */
export function findGate(place: Place, name: string, workflow: string | undefined): Gate {
  const gates = openGates(place)
  const found = gates.filter(
    (gate) =>
      (gate.label === name || gate.item === name) &&
      (workflow === undefined || gate.workflow === workflow),
  )
  const [gate] = found
  if (gate === undefined) throw nobodyThere(gates, name, workflow)
  if (found.length === 1) return gate
  const labels = found.map(({ label }) => label)
  const isByLabel = new Set(labels).size === labels.length
  throw new UsageError('gate-ambiguous', `${quote(name)} stands for ${labels.join(' and ')}.`, {
    hint: isByLabel
      ? 'Name it by its label, or add `--workflow <name>`.'
      : `Add \`--workflow\` with ${found.map((one) => one.workflow).join(' or ')}.`,
  })
}

/** Records what a person says to what they were shown; refuses if that is no longer what it was. */
export function answerGate(
  place: Place,
  gate: Gate,
  { answer, hash }: { readonly answer: GateAnswer; readonly hash: string | undefined },
): void {
  checkText(answer)
  checkHash(gate, hash)
  checkFile(place.root, gate)
  const gates = withLedger(place.ledger, (path) => new SqliteGates(path))
  try {
    const isTaken = gates.answer(gate, { ...answer, at: Date.now(), by: userInfo().username })
    if (isTaken) return
    throw new UsageError(
      'gate-gone',
      `${gate.label} has moved on; your answer came too late and was not recorded.`,
      { hint: '`agentos gates` shows what is asked now.' },
    )
  } finally {
    gates.close()
  }
}

function nobodyThere(gates: readonly Gate[], name: string, workflow?: string): UsageError {
  const near = nearest(
    name,
    gates.flatMap(({ label, item }) => [label, item]),
  )
  const where = workflow === undefined ? '' : ` of ${workflow}`
  const hint = near === undefined ? '`agentos gates` lists those that do.' : `Did you mean ${near}?`
  return new UsageError('gate-unknown', `No item ${quote(name)}${where} stands at a gate.`, {
    hint,
  })
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

function checkHash(gate: Gate, hash: string | undefined): void {
  if (hash === undefined) return
  if (hash.length < SHORTEST_HASH)
    throw new UsageError(
      'gate-hash-short',
      `Expected at least ${SHORTEST_HASH} characters of a hash, got ${quote(hash)}.`,
    )
  if (!gate.hash.startsWith(hash.toLowerCase()))
    throw changed(`What ${gate.label} shows has the hash ${gate.hash.slice(0, 12)} now.`, gate)
}

/** Whoever edits the file that they are shown means to have the edited text approved. */
function checkFile(root: string, gate: Gate): void {
  if (gate.path === null) return
  const file = inside(root, gate.path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (text?.trim() === gate.content.trim()) return
  throw changed(
    text === undefined ? `${gate.path} is gone.` : `${gate.path} is not what was shown any more.`,
    gate,
  )
}

function changed(what: string, { label, path }: Gate): UsageError {
  const restore =
    path === null ? '' : `; \`agentos gates show ${label} --raw > ${path}\` brings it back`
  return new UsageError('gate-changed', `${what} Shown content has changed; look again.`, {
    hint: `\`agentos gates show ${label}\` shows what the answer is about${restore}.`,
  })
}
