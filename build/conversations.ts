/**
 * `npm run conversations -- <folder> …`: how the conversations of the runs below `.agentos` of these folders went.
 */
import { join } from 'node:path'
import { eventsIn } from '../src/reporters/logs/event-file.ts'
import { runFolders } from '../src/reporters/logs/run-folders.ts'
import { conversationTable } from './conversation-table.ts'

for (const folder of process.argv.slice(2)) {
  const runs = runFolders(join(folder, '.agentos/logs')).toReversed()
  const events = runs.map((run) => [...eventsIn(join(run, 'events.jsonl'))])
  process.stdout.write(`${folder}\n\n${conversationTable(events)}\n\n`)
}
