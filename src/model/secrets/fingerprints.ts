import { hash } from 'node:crypto'
import { digestOf, endHash, Redactor } from './redactor.ts'
import type { Secret } from './secret.ts'
import { SHORTEST_SECRET, spellingsOf } from './spellings.ts'

/** For a process that holds the secrets; the salt matters where their fingerprints are sent on. */
export function redactorOf(secrets: readonly Secret[], salt = ''): Redactor {
  const base = Number.parseInt(hash('sha256', salt).slice(0, 8), 16) | 1
  const known = new Map<string, string>()
  for (const secret of secrets) {
    if (secret.reveal().length < SHORTEST_SECRET) continue
    // Of secrets with the same value the first gives the name.
    for (const text of spellingsOf(secret.reveal()))
      if (!known.has(text)) known.set(text, secret.id)
  }
  const spellings = [...known].map(([text, id]) => ({
    id,
    length: text.length,
    end: endHash(base, text),
    digest: digestOf(salt, text),
  }))
  return new Redactor({ salt, base, spellings })
}
