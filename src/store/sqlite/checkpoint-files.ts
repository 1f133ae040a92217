import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { StoredCheckpoint } from '../store.ts'
import { CHECKPOINT_SCHEMA } from './checkpoint.ts'
import { readUntouched } from './database.ts'

const NAME = /^(?<workflow>[a-z][a-z0-9-]*)_(?<item>[\w-]+)(?:\.mock)?(?<aside>\.[a-z-]+-\d+)?\.db$/

/** All that are in the folder. Nothing is touched; what has no name of ours is not seen. */
export function checkpointFiles(folder: string): StoredCheckpoint[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const { workflow, item, aside } = NAME.exec(name)?.groups ?? {}
    if (workflow === undefined || item === undefined) return []
    const path = join(folder, name)
    return {
      workflow: workflow as WorkflowName,
      item: item as ItemId,
      isAside: aside !== undefined,
      paths: [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file)),
      identity: identityIn(path),
    }
  })
}

function identityIn(path: string): StoredCheckpoint['identity'] {
  try {
    return readUntouched(path, CHECKPOINT_SCHEMA, (database) => {
      const row = database.prepare('SELECT input_hash, mock FROM identity').get()
      return row && { inputHash: row.input_hash as string, mock: row.mock === 1 }
    })
  } catch {
    return undefined // damaged, or just being made: nobody can say whose it is
  }
}
