/**
 * Reads `events.jsonl`, one event at a time, however long it is. A running run may be writing its last
 * line, and a killed one may have left half of it: an incomplete line is no event.
 */
import { z } from 'zod'
import { type Event, eventSchema } from '../../model/event.ts'
import { envelope } from '../../model/fields.ts'
import { GrowingLog } from './growing-log.ts'

/** The events in order; `onDamaged` is called for each complete line that is not a valid event. */
export function* eventsIn(path: string, onDamaged: () => void = () => {}): Generator<Event> {
  const file = new GrowingLog(path)
  try {
    for (let text = file.read(); text !== ''; text = file.read())
      for (const line of text.slice(0, -1).split('\n')) {
        const event = parseEvent(line)
        if (event === undefined) onDamaged()
        else yield event
      }
  } finally {
    file.finish()
  }
}

export function parseEvent(line: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isWholeEvent(value) ? value : undefined
  } catch {
    return undefined // cut by a full disk, for instance; the caller counts those
  }
}

/** Whether it has all fields that readers use. Additions of a newer version are accepted. */
function isWholeEvent(value: unknown): value is Event {
  const { error } = eventSchema.safeParse(value, { reportInput: true })
  if (error === undefined) return true
  return error.issues.every(isNewer) && envelopeSchema.safeParse(value).success
}

/** Of an event whose type is not known. */
const envelopeSchema = z.looseObject(envelope)

/** A field, a word of a list or a member of a union that this version does not know. */
function isNewer(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') return true
  if (issue.code === 'invalid_value') return typeof issue.input === 'string'
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return false
  return typeof Object(issue.input)[issue.discriminator] === 'string'
}
