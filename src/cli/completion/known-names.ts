/** Names that are known without a config: those that the newest runs have left in their logs, and items to work on. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { headOf } from '../../files/head-of.ts'
import { runFolders } from '../../reporters/logs/run-folders.ts'
import { locateRepository } from '../../repository/locate.ts'
import { StateDirectory } from '../../store/state-directory.ts'
import { itemsInFolders, type KnownItem, type LedgerItems } from './known-items.ts'

export interface KnownNames extends LedgerItems {
  /** Of runs. */
  readonly items: readonly KnownItem[]
  /** That the built-in workflows would find, whether a run has seen them or not. */
  readonly found: readonly KnownItem[]
  readonly workflows: readonly string[]
  /** Newest first. */
  readonly runs: readonly string[]
  /** Active and killed runs. */
  readonly unended: readonly string[]
}

const MOST_RUNS = 10
/** A run tells its items first; this holds some two thousand of them. */
const HEAD_BYTES = 512 * 1024

export function knownNames(workingDirectory: string, ledger: LedgerItems): KnownNames {
  const { root } = locateRepository(workingDirectory)
  const { logs, spool } = StateDirectory.of(root, process.env.AGENTOS_HOME)
  const heads = runFolders(logs)
    .slice(0, MOST_RUNS)
    .map((folder) => headOf(join(folder, 'events.jsonl'), HEAD_BYTES))
  const told = heads.flatMap(toldBy)
  return {
    ...ledger,
    items: told.flatMap(({ items }) => items),
    found: itemsInFolders(root),
    workflows: told.map(({ workflow }) => workflow),
    runs: told.map(({ run }) => run),
    unended: existsSync(spool) ? readdirSync(spool) : [],
  }
}

function toldBy(head: string) {
  const events = head.split('\n').slice(0, -1).map(parse)
  const [first] = events
  const { run, workflow } = first ?? {}
  if (typeof run !== 'string' || typeof workflow !== 'string') return []
  const items = events.flatMap((event) => {
    const { type, item, label } = event ?? {}
    const isItem = type === 'item-queued' && typeof item === 'string' && typeof label === 'string'
    return isItem ? [{ workflow, id: item, label }] : []
  })
  return [{ run, workflow, items }]
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // damaged
  }
}
