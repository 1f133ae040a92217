/** What must be true when all the trouble is over. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/model/event.ts'
import type { Arena } from './arena.ts'

type Runs = readonly (readonly Event[])[]

/** Everything that is wrong, in words; nothing if all is well. */
export function problemsOf(
  arena: Arena,
  runs: Runs,
  counts: { small: number; designs: number },
): string[] {
  return [
    ...missingArtifacts(arena, counts),
    ...endedTwice(runs),
    ...gaps(runs),
    ...lostLeases(runs),
    ...arena.processes().map((pid) => `process ${pid} is left`),
    ...strayFiles(arena),
  ]
}

function missingArtifacts(arena: Arena, { small, designs }: { small: number; designs: number }) {
  const problems: string[] = []
  for (let number = 1; number <= small; number++) {
    const path = join(arena.repository, 'out', `s${number}.txt`)
    const text = existsSync(path) ? readFileSync(path, 'utf8') : 'nothing'
    if (text !== `s${number} ${number * 7} true\n`) problems.push(`${path} has ${text}`)
  }
  for (let number = 1; number <= designs; number++) {
    const path = join(arena.repository, 'docs/lld', `LLD-${number}.md`)
    const isApproved = existsSync(path) && readFileSync(path, 'utf8').includes('\napprovedAt: ')
    if (!isApproved) problems.push(`${path} is not approved`)
  }
  return problems
}

/** A killed coordinator may not have told of an end, but nobody tells of it twice. */
function endedTwice(runs: Runs): string[] {
  const ends = new Map<string, number>()
  for (const events of runs) {
    const workflow = events.find((event) => event.type === 'run-started')?.workflow
    for (const event of events) {
      if (event.type !== 'item-ended' || event.outcome !== 'done') continue
      const name = `${workflow} ${event.item}`
      ends.set(name, (ends.get(name) ?? 0) + 1)
    }
  }
  return [...ends].filter(([, count]) => count > 1).map(([name, count]) => `${name}: ${count} ends`)
}

function gaps(runs: Runs): string[] {
  return runs.flatMap((events, run) =>
    events
      .filter(({ seq }, index) => seq !== index + 1)
      .slice(0, 1)
      .map(({ seq }) => `run ${run + 1} tells of event ${seq} out of turn`),
  )
}

/** In a run that came to its end, each lease came back or its worker was seen to go. */
function lostLeases(runs: Runs): string[] {
  return runs.flatMap((events) => {
    const open = new Map<number, string>()
    for (const event of events) {
      if (event.type === 'lease-granted') open.set(event.lease, event.item)
      if (event.type === 'lease-returned') open.delete(event.lease)
      if (event.type !== 'worker-exited') continue
      for (const [lease, item] of open) if (item === event.item) open.delete(lease)
    }
    const hasEnded = events.at(-1)?.type === 'run-ended'
    return hasEnded ? [...open].map(([lease, item]) => `lease ${lease} of ${item} is lost`) : []
  })
}

function strayFiles(arena: Arena): string[] {
  const expected: Record<string, readonly string[]> = {
    '.': ['home', 'repository', 'state', 'tmp'],
    home: [],
    tmp: [],
    repository: [
      ...['.git', 'AGENTS.md', 'docs', 'issues', 'out', 'package.json', 'small.mts'],
      ...['src', 'test'],
    ],
    'repository/docs': ['lineage', 'lld'],
  }
  return Object.entries(expected).flatMap(([folder, names]) =>
    readdirSync(join(arena.root, folder))
      .filter((name) => !names.includes(name))
      .map((name) => `stray file ${folder}/${name}`),
  )
}
