import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { workflowAnswers } from '../../mock-provider/answers/answers.ts'
import { startCutProvider } from '../../mock-provider/scenario/power-cut.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { environmentOfGit } from '../../repository/git/git-environment.ts'
import { byHand, history } from './branches.ts'
import { code, codePlan } from './code.ts'
import { designs, issues, plan } from './documents.ts'
import { createRepository, LIMITED } from './repository.ts'
import type { Scene } from './scene.ts'
import { Stage } from './stage.ts'

const SCENES: readonly Scene[] = [plan, issues, designs, codePlan, code, byHand, history]

/** Long enough to see items overlap, short enough to watch. */
const LATENCY_MS = 100
/** Two keys for each provider; one of them is refused once. */
const RATE_LIMIT = {
  when: { task: 'issue.draft', item: LIMITED, attempt: 1 },
  answer: { error: 'rate' as const, retryAfterMs: 3_000 },
}

/** The demo in the folder that is to be kept, or in one that goes with it. Returns the exit code. */
export async function runDemo(folder: string | undefined): Promise<number> {
  refuseWithoutGit()
  const isKept = folder !== undefined
  const place = isKept ? emptyFolder(folder) : mkdtempSync(join(tmpdir(), 'agentos-demo-'))
  try {
    return await showDemo(realpathSync(place), { isKept })
  } finally {
    if (!isKept) rmSync(place, { recursive: true, force: true })
  }
}

function refuseWithoutGit(): void {
  const here = { folder: process.cwd(), gitFolder: undefined }
  const env = environmentOfGit(process.env, here)
  if (spawnSync('git', ['--version'], { env }).status === 0) return
  throw new UsageError('git-missing', 'The demo needs git: code is built on branches.', {
    hint: 'Install git and try again. Briefs to issues and issues to designs work without it.',
  })
}

function emptyFolder(folder: string): string {
  const place = resolve(folder)
  mkdirSync(place, { recursive: true })
  if (readdirSync(place).length === 0) return place
  throw new UsageError('demo-folder-not-empty', `Folder ${folder} is not empty.`, {
    hint: 'Name a new one, or none.',
  })
}

async function showDemo(folder: string, options: { readonly isKept: boolean }): Promise<number> {
  const provider = await startCutProvider({
    answer: workflowAnswers,
    latencyMs: LATENCY_MS,
    scenario: { keys: 2, rules: [RATE_LIMIT] },
  })
  const stage = new Stage(folder, provider)
  const stop = (signal: NodeJS.Signals) => stage.stop(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const startedAt = performance.now()
  try {
    await createRepository(folder, stage.git)
    for (const [index, scene] of SCENES.entries()) {
      stage.print('')
      stage.say(`${index + 1}/${SCENES.length} ${scene.title}`)
      await scene.play(stage)
      if (stage.stoppedBy !== undefined) return stopped(stage)
    }
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    farewell(stage, { seconds, ...options })
    return EXIT.done
  } catch (error) {
    if (stage.stoppedBy !== undefined) return stopped(stage)
    throw error
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await provider.close()
  }
}

function stopped(stage: Stage): number {
  stage.say('Stopped.')
  return stage.stoppedBy === 'SIGINT' ? EXIT.interrupted : EXIT.terminated
}

function farewell(
  stage: Stage,
  { seconds, isKept }: { readonly seconds: number; readonly isKept: boolean },
): void {
  const { answered, repeated } = stage.provider.statistics()
  const calls = `${answered} model calls, ${repeated} repeated, $${stage.dollars.toFixed(2)} at list prices`
  stage.print('')
  stage.say(`From three briefs to tested code in ${seconds} s: ${calls}.`)
  if (isKept) {
    const place = relative(process.cwd(), stage.folder) || '.'
    stage.say(`All of it is in ${place}: designs in docs/lld, how they came about in docs/lineage,`)
    stage.say('reports on the branches, logs in .agentos/logs.')
  } else {
    stage.say('It is removed now; `agentos demo <folder>` keeps it.')
  }
  stage.say('Next, in a repository of yours:  agentos init')
}
