/**
 * `agentos demo`: six issues become approved designs on a throw-away repository, offline. Half-way
 * the run is killed, without warning and for good; the same command then goes on, and the provider
 * says how many calls it had to answer twice.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { readFrontMatter } from '../../authoring/front-matter.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { createDemoRepository } from '../demo-repository.ts'

/** Long enough to see items overlap, short enough to watch. */
const LATENCY_MS = 250
/** The run is killed when this many designs are done. */
const KILL_AFTER = 2
/** This design has a finding that was settled and one that is carried. */
const SHOWN = 'docs/lld/LLD-1.md'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('see it work, offline: six issues become designs, with a kill -9 on the way')
    .argument('[folder]', 'a new or empty folder to keep; without one it is removed afterwards')
    .action(async (folder: string | undefined) => {
      const place =
        folder === undefined ? mkdtempSync(join(tmpdir(), 'agentos-demo-')) : emptyFolder(folder)
      try {
        process.exitCode = await showDemo(place, folder !== undefined)
      } finally {
        if (folder === undefined) rmSync(place, { recursive: true, force: true })
      }
    })
}

async function showDemo(folder: string, isKept: boolean): Promise<number> {
  createDemoRepository(folder)
  const { startCutProvider } = await import('../../mock-provider/power-cut.ts')
  const { workflowAnswers } = await import('../../mock-provider/answers/answers.ts')
  const provider = await startCutProvider({ answer: workflowAnswers, latencyMs: LATENCY_MS })
  try {
    const args = ['lld', '--all', '--parallel', '3', '--mock-url', provider.url]
    say(`A repository with six issues. Command: agentos ${args.join(' ')}`)
    let done = 0
    const first = await runAgentos(args, folder, (line, kill) => {
      if (/\] done in /.test(line)) done += 1
      if (done < KILL_AFTER) return
      say('Now the plug is pulled: kill -9 of the coordinator, in the middle of its work.')
      provider.cut()
      kill()
    })
    if (first !== null) return stopped(first)
    await provider.mend()
    const before = provider.statistics().answered
    say(`The provider had answered ${before} calls, and those are on disk. The same command again:`)
    const code = await runAgentos(args, folder, () => {})
    if (code !== EXIT.done) return stopped(code ?? EXIT.failed)
    const { answered, repeated } = provider.statistics()
    say(
      `${answered} calls answered in all, ${answered - before} of them after the kill. Calls repeated: ${repeated}.`,
    )
    if (isKept) lookAt(folder)
    else showSome(folder)
    return repeated === 0 ? EXIT.done : EXIT.failed
  } finally {
    await provider.close()
  }
}

function stopped(code: number): number {
  say('The demo has stopped here. `agentos demo <folder>` keeps its repository.')
  return code
}

/** Runs a command of ours as its own process, line by line; returns its exit code, null if killed. */
async function runAgentos(
  args: readonly string[],
  folder: string,
  onLine: (line: string, kill: () => void) => void,
): Promise<number | null> {
  const main = process.argv[1] ?? ''
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A terminal's Ctrl+C reaches the child too, which stops as it always does; we wait for it.
  const ignore = () => {}
  const pass = () => void child.kill('SIGTERM')
  process.on('SIGINT', ignore).on('SIGTERM', pass)
  let isKilled = false
  const kill = () => {
    isKilled = true
    child.kill('SIGKILL')
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (isKilled) continue
    process.stdout.write(`${line}\n`)
    onLine(line, kill)
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  process.off('SIGINT', ignore).off('SIGTERM', pass)
  return child.exitCode
}

function lookAt(folder: string): void {
  const place = relative(process.cwd(), folder) || '.'
  say('Look at:')
  say(`  ${place}/docs/lld/LLD-1.md            an approved design, with its evidence in front`)
  say(`  ${place}/docs/lineage/1-lld/          how it came about: drafts and verdicts`)
  say(`  ${place}/.agentos/logs/               logs, events, prompts and answers of both runs`)
}

/** The repository goes with the demo, so here is what one would have looked at. */
function showSome(folder: string): void {
  const { data, body } = readFrontMatter(readFileSync(join(folder, SHOWN), 'utf8'))
  const { drafter, reviewer, rounds, contentHash, verdict, settled, carried } = data
  say(`What came of issue 1, ${SHOWN}:`)
  const [title = ''] = body.split('\n')
  say(`  ${title}`)
  say(`  drafted by ${drafter}, approved by ${reviewer} in round ${rounds}`)
  say(`  for exactly this text: sha256 ${contentHash}`)
  for (const { title, settledIn } of settled as { title: string; settledIn: number }[])
    say(`  settled in round ${settledIn}: ${title}`)
  for (const { title } of carried as { title: string }[])
    say(`  carried along for whoever builds it: ${title}`)
  say(`How it came about, ${dirname(String(verdict))}/:`)
  say(`  ${readdirSync(join(folder, dirname(String(verdict)))).join('  ')}`)
  say('All of it is removed now. `agentos demo <folder>` keeps it, with the logs, to look at.')
}

function say(text: string): void {
  process.stdout.write(`[DEMO] ${text}\n`)
}

function emptyFolder(folder: string): string {
  const place = resolve(folder)
  mkdirSync(place, { recursive: true })
  if (readdirSync(place).length === 0) return place
  throw new UsageError('demo-folder-not-empty', `Folder ${folder} is not empty.`, {
    hint: 'Name a new one, or none.',
  })
}
