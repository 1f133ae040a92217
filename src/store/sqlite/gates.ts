import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { AskedGate, Gate, GateAnswer } from '../../model/gate.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Gates } from '../ledger.ts'
import { openDatabase, readUntouched, transaction } from './database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

const LAST = `SELECT max(id) FROM gates AS other
  WHERE other.workflow = gates.workflow AND other.item = gates.item AND other.mock = gates.mock`

export class SqliteGates implements Gates {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = openDatabase(path, LEDGER_SCHEMA)
  }

  /** The gates that items stand at now, answered or not, without touching the ledger's folder. */
  static peek(path: string): Gate[] {
    if (!existsSync(path)) return []
    return readUntouched(path, (database) => {
      const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'gates'").get()
      if (tables === undefined) return [] // another run is just making it, or it is an older one
      const rows = database
        .prepare(
          `SELECT gates.* FROM gates JOIN outcomes USING (workflow, item, mock)
           WHERE outcomes.outcome = 'gated' AND taken = 0 AND gates.id = (${LAST}) ORDER BY gates.id`,
        )
        .all()
      return rows.map(toGate)
    })
  }

  last({ workflow, item, mock }: Parameters<Gates['last']>[0]): Gate | undefined {
    const row = this.#database
      .prepare(
        'SELECT * FROM gates WHERE workflow = ? AND item = ? AND mock = ? ORDER BY id DESC LIMIT 1',
      )
      .get(workflow, item, Number(mock))
    return row === undefined ? undefined : toGate(row)
  }

  ask(asked: AskedGate, at: number): Gate {
    return transaction(this.#database, () => {
      const last = this.last(asked)
      if (last !== undefined && last.answered === undefined && isSame(last, asked)) return last
      const { workflow, item, mock, label, inputHash, gate, question, content, path, hash } = asked
      const row = this.#database
        .prepare(
          `INSERT INTO gates (workflow, item, mock, label, input_hash, gate, question, content, path,
             hash, command, asked_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        )
        .get(
          ...[workflow, item, Number(mock), label, inputHash, gate, question, content, path, hash],
          ...[asked.command, at],
        )
      return toGate(row as Record<string, unknown>)
    })
  }

  answer(gate: Gate, answer: GateAnswer & { readonly at: number; readonly by: string }): boolean {
    const text = answer.answer === 'revise' ? answer.text : null
    const { changes } = this.#database
      .prepare(
        `UPDATE gates SET answer = ?, answer_text = ?, answered_at = ?, answered_by = ?
         WHERE id = ? AND taken = 0 AND id = (${LAST})`,
      )
      .run(answer.answer, text, answer.at, answer.by, gate.id)
    return changes === 1
  }

  take({ id }: Gate): void {
    this.#database.prepare('UPDATE gates SET taken = 1 WHERE id = ?').run(id)
  }

  close(): void {
    this.#database.close()
  }
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
    label: row.label as string,
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
