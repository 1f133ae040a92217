import { hash } from 'node:crypto'
import type { ItemId } from './ids.ts'

/** One thing to work on. What `collect` finds, what a worker gets. */
export interface Item {
  readonly id: ItemId
  /** How people name it on screen and on the command line: `LLD-42`. */
  readonly label: string
  readonly title: string
  readonly body: string
  /** Items of the same workflow that must have succeeded before this one starts. */
  readonly dependsOn: readonly ItemId[]
  /** Hash of title and body: a success counts for this input only. */
  readonly inputHash: string
  /** Whether the workflow finds by the committed files that it has succeeded. */
  readonly done?: boolean
  /** Why it cannot be worked on as things are, and the command that helps. */
  readonly notReady?: { readonly why: string; readonly command: string }
  /** What a plan says about it. */
  readonly note?: string
  /** Files that it will change. */
  readonly touches?: readonly string[]
  /** The file that it comes from. */
  readonly path?: string
  /** Earlier items that change files which this one changes too; known once items are chosen. */
  readonly after?: readonly ItemId[]
}

/** Line ends, trailing blanks and Unicode spelling do not make an input a different one. */
export function inputHash(title: string, body: string): string {
  return hash('sha256', `${normalise(title)}\0${normalise(body)}`)
}

function normalise(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n')
  return lines.map(withoutTrailingBlanks).join('\n').trim()
}

/** By hand: a pattern would go over each run of blanks again for each of its beginnings. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  return line.slice(0, end)
}
