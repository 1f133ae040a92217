import type { DatabaseSync } from 'node:sqlite'
import type { AskedGate, Gate, StandingGate } from '../../model/gate.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Gates } from '../ledger.ts'
import type { KeptDatabase } from './kept-database.ts'
import { transaction } from './schema.ts'

const LAST = `SELECT max(id) FROM gates AS other
  WHERE other.workflow = gates.workflow AND other.item = gates.item AND other.mock = gates.mock`

export class SqliteGates implements Gates {
  readonly #database: KeptDatabase

  constructor(database: KeptDatabase) {
    this.#database = database
  }

  async last(item: Parameters<Gates['last']>[0]): Promise<Gate | undefined> {
    return this.#database.use((database) => lastOf(database, item))
  }

  async ask(asked: AskedGate, at: number): Promise<Gate> {
    return this.#database.use((database) =>
      transaction(database, () => {
        const last = lastOf(database, asked)
        if (last !== undefined && last.answered === undefined && isSame(last, asked)) return last
        const { workflow, item, mock, inputHash, gate, question, content, path, hash } = asked
        const row = database
          .prepare(
            `INSERT INTO gates (workflow, item, mock, input_hash, gate, question, content, path,
               hash, command, asked_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
          )
          .get(
            ...[workflow, item, Number(mock), inputHash, gate, question, content, path, hash],
            ...[asked.command, at],
          )
        return toGate(row as Record<string, unknown>)
      }),
    )
  }

  async answer({ id }: Pick<Gate, 'id'>, answer: Parameters<Gates['answer']>[1]): Promise<boolean> {
    const text = answer.answer === 'revise' ? answer.text : null
    const { changes } = this.#database.use((database) =>
      database
        .prepare(
          `UPDATE gates SET answer = ?, answer_text = ?, answered_at = ?, answered_by = ?
           WHERE id = ? AND taken = 0 AND id = (${LAST})`,
        )
        .run(answer.answer, text, answer.at, answer.by, id),
    )
    return changes === 1
  }

  async take({ id }: Pick<Gate, 'id'>): Promise<void> {
    this.#database.use((database) =>
      database.prepare('UPDATE gates SET taken = 1 WHERE id = ?').run(id),
    )
  }
}

export function readStandingGates(database: DatabaseSync): StandingGate[] {
  const rows = database
    .prepare(
      `SELECT gates.*, outcomes.label FROM gates JOIN outcomes USING (workflow, item, mock)
       WHERE outcomes.outcome = 'gated' AND taken = 0 AND gates.id = (${LAST}) ORDER BY gates.id`,
    )
    .all()
  return rows.map((row) => ({ ...toGate(row), label: row.label as string }))
}

function lastOf(
  database: DatabaseSync,
  { workflow, item, mock }: Parameters<Gates['last']>[0],
): Gate | undefined {
  const row = database
    .prepare(
      'SELECT * FROM gates WHERE workflow = ? AND item = ? AND mock = ? ORDER BY id DESC LIMIT 1',
    )
    .get(workflow, item, Number(mock))
  return row === undefined ? undefined : toGate(row)
}

function isSame(gate: Gate, asked: AskedGate): boolean {
  return gate.gate === asked.gate && gate.hash === asked.hash && gate.inputHash === asked.inputHash
}

function toGate(row: Record<string, unknown>): Gate {
  return {
    id: row.id as number,
    workflow: row.workflow as WorkflowName,
    item: row.item as ItemId,
    mock: row.mock === 1,
    inputHash: row.input_hash as string,
    gate: row.gate as string,
    question: row.question as string,
    content: row.content as string,
    path: row.path as string | null,
    hash: row.hash as string,
    command: row.command as string,
    askedAt: row.asked_at as number,
    isTaken: row.taken === 1,
    ...(row.answer === null ? {} : { answered: answerOf(row) }),
  }
}

function answerOf(row: Record<string, unknown>): NonNullable<Gate['answered']> {
  const when = { at: row.answered_at as number, by: row.answered_by as string }
  if (row.answer === 'approve') return { answer: 'approve', ...when }
  return { answer: 'revise', text: row.answer_text as string, ...when }
}
