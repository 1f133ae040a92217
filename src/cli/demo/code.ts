/** Scenes: designs become code, and the plug is pulled in the middle. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '../../model/event.ts'
import { plural } from '../../reporters/words.ts'
import { expectSame } from './expect.ts'
import { eventsOf, itemsWith, outcomesOf } from './outcomes.ts'
import { BUILT, REFUSED } from './repository.ts'
import { newsLines, planLines, type Scene } from './scene.ts'
import type { Stage } from './stage.ts'

const COMMAND = ['implement', '--all', '--parallel', '3']
/** The plug is pulled when so many items have seen their tests fail. */
const KILL_AT_RED = 2
const LOOK_EVERY_MS = 10
const SAVED_WITHIN_MS = 5_000

export const codePlan: Scene = {
  title: 'The plan for the code: whoever changes a file that another one changes waits for it.',
  async play(stage) {
    const lines: string[] = []
    const { exitCode } = await stage.agentos([...COMMAND, '--dry-run'], {
      show: planLines,
      onLine: async (line) => void lines.push(line),
    })
    expectSame('exit code of the plan', { wanted: 0, got: exitCode })
    const waiting = lines.filter((line) => /waits for \d: both change src\/list\.js/.test(line))
    expectSame('items that wait for another one', { wanted: 1, got: waiting.length })
  },
}

export const code: Scene = {
  title: 'Designs become code, each in a worktree of its own: tests first, which must fail (red).',
  async play(stage) {
    const { answered: before } = stage.provider.statistics()
    const shown = new Set<string>()
    const first = await killedInTheMiddle(stage, { before, shown })
    expectSame('end of the killed run', { wanted: null, got: first.exitCode })
    const { answered: paid } = stage.provider.statistics()
    const calls = plural(paid - before, 'answer')
    stage.say(
      `kill -9, in the middle of the work. ${calls} had been paid for. The same command again:`,
    )

    const show = (line: string) => newsLines(line) && !shown.has(line)
    const second = await stage.agentos(COMMAND, { show })
    const events = [...first.events, ...second.events]
    expectSame('exit code of implement, of which one item is refused', {
      ...{ wanted: 1, got: second.exitCode },
    })
    const reused = plural(eventsOf(second.events, 'step-reused').length, 'finished step')
    const { repeated } = stage.provider.statistics()
    expectSame('calls repeated', { wanted: 0, got: repeated })
    stage.say(
      `${reused} were read back from disk instead of run again. Calls repeated: ${repeated}.`,
    )
    lookAtBuilt(stage, events)
    lookAtRefused(stage, second.events)
  },
}

/** Exact: nobody gets an answer any more, and what was answered is on disk when the kill comes. */
async function killedInTheMiddle(
  stage: Stage,
  { before, shown }: { readonly before: number; readonly shown: Set<string> },
) {
  let reds = 0
  return stage.agentos(COMMAND, {
    show: newsLines,
    async onLine(line, kill) {
      shown.add(line)
      if (/\] red, as it should be/.test(line)) reds += 1
      if (reds < KILL_AT_RED) return
      stage.provider.cut()
      await answersSaved(stage, before)
      kill()
      await stage.provider.mend()
    },
  })
}

async function answersSaved(stage: Stage, before: number): Promise<void> {
  const until = performance.now() + SAVED_WITHIN_MS
  const isSaved = () =>
    eventsOf(stage.latestEvents(), 'call-ended').length >=
    stage.provider.statistics().answered - before
  while (!isSaved() && performance.now() < until) await sleep(LOOK_EVERY_MS)
}

function lookAtBuilt(stage: Stage, events: readonly Event[]): void {
  const outcomes = outcomesOf(events)
  const done = Object.keys(outcomes).filter((id) => outcomes[id] === 'done')
  expectSame('items that are built', { wanted: BUILT, got: done })
  const red = itemsWith(events, 'red').filter((id) => done.includes(id))
  expectSame('items that were red before they were green', { wanted: BUILT, got: red })
  const repaired = itemsWith(events, 'fix').filter((id) => done.includes(id))
  expectSame('items whose first code failed', { wanted: 1, got: repaired.length })
  stage.say(`${done.length} items are built: red, then green, then approved by the reviewer.`)
  stage.say(
    `The first code of IMPL-${repaired[0]} failed its tests; it was repaired, not its tests.`,
  )
}

function lookAtRefused(stage: Stage, events: readonly Event[]): void {
  const refused = eventsOf(events, 'item-ended').filter(({ outcome }) => outcome !== 'done')
  const why = refused.map(({ item, outcome, failure }) => ({
    item: String(item),
    outcome,
    reason: failure?.reason,
    findings: failure !== undefined && 'findings' in failure ? failure.findings : [],
  }))
  const finding = `"${REFUSED.file}": the design does not name it in 2.1; nothing was written`
  expectSame('items that are refused, and why', {
    wanted: [
      { item: REFUSED.id, outcome: 'needs-revision', reason: 'checks-failed', findings: [finding] },
    ],
    got: why,
  })
  stage.say(
    `IMPL-${REFUSED.id} was refused, as it should be: it wanted to change ${REFUSED.file}, which its`,
  )
  stage.say(
    'design does not name. Nothing of that was written; the command exits with 1, as expected.',
  )
}
