import type { DatabaseSync } from 'node:sqlite'
import type { AskedGate, Gate, StandingGate } from '../../model/gate.ts'
import type { Gates } from '../ledger.ts'
import type { KeptDatabase } from './kept-database.ts'

const GATE = `gates.id, gates.workflow, gates.item, gates.mock, gates.input_hash AS inputHash,
  gates.gate, gates.question, gates.content, gates.path, gates.hash, gates.command,
  gates.asked_at AS askedAt, gates.taken, gates.answer, gates.answer_text AS text,
  gates.answered_at AS at, gates.answered_by AS by`
const LAST = `SELECT max(id) FROM gates AS other
  WHERE other.workflow = gates.workflow AND other.item = gates.item AND other.mock = gates.mock`

export function gatesIn(ledger: KeptDatabase): Gates {
  return {
    last: async (item) => ledger.use((database) => lastOf(database, item)),

    ask: async (asked, at) =>
      ledger.transaction((database) => {
        const last = lastOf(database, asked)
        if (last !== undefined && last.answered === undefined && isSame(last, asked)) return last
        const { workflow, item, mock, inputHash, gate, question, content, path, hash } = asked
        database
          .prepare(
            `INSERT INTO gates (workflow, item, mock, input_hash, gate, question, content, path,
               hash, command, asked_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            ...[workflow, item, Number(mock), inputHash, gate, question, content, path, hash],
            ...[asked.command, at],
          )
        return lastOf(database, asked) as Gate
      }),

    async answer({ id }, answer) {
      const text = answer.answer === 'revise' ? answer.text : null
      const { changes } = ledger.use((database) =>
        database
          .prepare(
            `UPDATE gates SET answer = ?, answer_text = ?, answered_at = ?, answered_by = ?
             WHERE id = ? AND taken = 0 AND id = (${LAST})`,
          )
          .run(answer.answer, text, answer.at, answer.by, id),
      )
      return changes === 1
    },

    async take({ id }) {
      ledger.use((database) => database.prepare('UPDATE gates SET taken = 1 WHERE id = ?').run(id))
    },
  }
}

export function readStandingGates(database: DatabaseSync): StandingGate[] {
  const rows = database
    .prepare(
      `SELECT ${GATE}, outcomes.label FROM gates JOIN outcomes USING (workflow, item, mock)
       WHERE outcomes.outcome = 'gated' AND taken = 0 AND gates.id = (${LAST}) ORDER BY gates.id`,
    )
    .all()
  return rows.map((row) => toGate(row) as StandingGate)
}

function lastOf(
  database: DatabaseSync,
  { workflow, item, mock }: Parameters<Gates['last']>[0],
): Gate | undefined {
  const row = database
    .prepare(
      `SELECT ${GATE} FROM gates WHERE workflow = ? AND item = ? AND mock = ? ORDER BY id DESC LIMIT 1`,
    )
    .get(workflow, item, Number(mock))
  return row === undefined ? undefined : toGate(row)
}

function isSame(gate: Gate, asked: AskedGate): boolean {
  return gate.gate === asked.gate && gate.hash === asked.hash && gate.inputHash === asked.inputHash
}

function toGate({ mock, taken, answer, text, at, by, ...gate }: Record<string, unknown>): Gate {
  const answered = { answer, ...(answer === 'revise' ? { text } : {}), at, by }
  return {
    ...gate,
    mock: mock === 1,
    isTaken: taken === 1,
    ...(answer === null ? {} : { answered }),
  } as Gate
}
