/** A file's text as it is shown: its lines as they are, with what looks like a secret masked. */
import { maskSecrets } from '../../model/secrets/secret-file.ts'
import type { IndexedFile } from '../index/build-index.ts'
import { estimateTokens } from '../token-estimate.ts'

/** Nobody reads longer ones. They are left out whole, and named. */
const LONGEST_LINE = 2_000

export interface SourceText {
  readonly file: IndexedFile
  readonly lines: readonly string[]
  /** Tokens of the lines before each line, from 0 to all of them: differences are the cost of ranges. */
  readonly costs: Float64Array
  /** Lines of which something is masked. */
  readonly masked: readonly number[]
}

export function sourceText(file: IndexedFile, bytes: Uint8Array): SourceText {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const masked = maskSecrets(text)
  const lines = masked.text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const costs = new Float64Array(lines.length + 1)
  for (const [index, line] of lines.entries())
    costs[index + 1] = (costs[index] ?? 0) + (isLong(line) ? 0 : estimateTokens(`${line}\n`))
  return { file, lines, costs, masked: masked.lines }
}

export function isLong(line: string): boolean {
  return line.length > LONGEST_LINE
}

/** Never less than the range has when it is rendered. */
export function costOf({ costs }: SourceText, from: number, to: number): number {
  return (costs[Math.min(to, costs.length - 1)] ?? 0) - (costs[Math.max(0, from - 1)] ?? 0)
}
