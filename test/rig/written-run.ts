import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/model/event.ts'

/** A run's folder as it is on disk, begun at this hour and minute, such as `08-00`. */
export function writtenRun(logs: string, time: string, events: readonly Event[]): string {
  const folder = join(logs, `2026-11-16T${time}-00.000Z`)
  mkdirSync(folder, { recursive: true })
  const lines = events.map((event) => `${JSON.stringify(event)}\n`)
  writeFileSync(join(folder, 'events.jsonl'), lines.join(''))
  return folder
}
