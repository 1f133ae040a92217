/** Scenes: designs become code, and the plug is pulled in the middle. */
import type { Event } from '../../model/event.ts'
import { plural } from '../../reporters/words/words.ts'
import { BUILT, REFUSED } from './repository.ts'
import {
  eventsOf,
  expectSame,
  itemsWith,
  newsLines,
  outcomesOf,
  planLines,
  type Scene,
} from './scene.ts'
import type { Stage } from './stage.ts'

const COMMAND = ['implement', '--all', '--parallel', '3']
/** Of the refused item and those that are built, one waits for another. */
const AT_ONCE = BUILT.length
const ITEM_ENDED = /^\[IMPL-\d+\] .* \(\d+\/\d+\)$/

export const codePlan: Scene = {
  title: 'The plan for the code: items that change the same file wait for each other.',
  async play(stage) {
    const lines: string[] = []
    const onLine = (line: string) => lines.push(line)
    await stage.agentos([...COMMAND, '--dry-run'], { show: planLines, onLine })
    const waiting = lines.filter((line) => /waits for \d: both change src\/list\.js/.test(line))
    expectSame('items that wait for another one', { wanted: 1, got: waiting.length })
  },
}

export const code: Scene = {
  title: 'Designs become code, each in a worktree of its own: tests first, which must fail (red).',
  async play(stage) {
    const { answered: before } = stage.provider.statistics()
    const shown = new Set<string>()
    const first = await killedBeforeCode(stage, shown)
    const { answered: paid } = stage.provider.statistics()
    const calls = plural(paid - before, 'answer')
    stage.say(
      `kill -9, in the middle of the work. ${calls} had been paid for. The same command again:`,
    )

    const show = (line: string) => newsLines(line) && !shown.has(line)
    const second = await stage.agentos(COMMAND, { show, exits: 1 }) // one item is refused
    const reused = plural(eventsOf(second, 'step-reused').length, 'finished step')
    const { repeated } = stage.provider.statistics()
    expectSame('calls repeated', { wanted: 0, got: repeated })
    stage.say(
      `${reused} were read back from disk instead of run again. Calls repeated: ${repeated}.`,
    )
    lookAtBuilt(stage, [...first, ...second])
    lookAtRefused(stage, second)
  },
}

/**
 * The plug is pulled at a point in the work, not in time: every item that can run has seen its tests
 * fail and asks for its code, which none of them gets. So no item has ended, and each answer was saved
 * before its item could ask for the next one, however fast the machine is.
 */
async function killedBeforeCode(stage: Stage, shown: Set<string>): Promise<readonly Event[]> {
  const plug = new AbortController()
  const cut = stage.provider.cut(({ task }) => task === 'implement.code')
  void cut.unanswered(AT_ONCE).then(() => plug.abort())
  const killed = await stage.agentos(COMMAND, {
    show: newsLines,
    onLine(line) {
      shown.add(line)
      // The others would wait for it until their time is up.
      if (ITEM_ENDED.test(line) && stage.stoppedBy === undefined) plug.abort()
    },
    plug: plug.signal,
    exits: null,
  })
  await stage.provider.restore()
  expectSame('items that ended before the kill', { wanted: {}, got: outcomesOf(killed) })
  return killed
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
