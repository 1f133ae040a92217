import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureProcess } from './measured-process.ts'
import { fromSystem, isFound } from './peer-programs.ts'

/** One command's time by another's, as hyperfine measures it; or why it does not. */
export async function ratioByHyperfine(options: {
  readonly commands: readonly [readonly string[], readonly string[]]
  readonly runs: number
  /** Where they are run, and a file can be left. */
  readonly folder: string
}): Promise<number | string> {
  const found = fromSystem('hyperfine')
  if (!isFound(found)) return found.missing
  const { folder, runs, commands } = options
  const file = join(folder, 'hyperfine.json')
  const texts = commands.map((words) => words.join(' '))
  const args = ['-N', '--warmup', '2', '--runs', `${runs}`, '--export-json', file, ...texts]
  await measureProcess(found.path, args, { cwd: folder })
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as { results: { median: number }[] }
  return (results[0]?.median ?? Number.NaN) / (results[1]?.median ?? Number.NaN)
}
