import { hash } from 'node:crypto'

/** Of what a person is shown: an answer counts for this only. */
export function gateHash(question: string, content: string): string {
  return hash('sha256', `${question}\0${content}`)
}
