/**
 * The README's picture of a run's page, light and dark: six designs by four keys, two of which are refused for a
 * while, and a worker that is killed on the way.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Event } from '../src/model/event.ts'
import { TestBrowser } from '../test/rig/browser.ts'
import { createTodoRepository } from '../test/rig/todo-repository.ts'
import { LAUNCHER, spawnProvider } from './spawned-provider.ts'

const SCENARIO = {
  keys: 2,
  limits: [{ requests: 3, windowMs: 5_000, known: 'limits' }],
  rules: [
    {
      when: { task: 'lld.review', item: ['1', '2'], attempt: 1 },
      answer: { error: 'rate', retryAfterMs: 1_500 },
    },
  ],
}
/** Models that have prices. */
const CONFIG = {
  models: { drafter: 'anthropic:claude-sonnet-5', reviewer: 'google:gemini-3.8-flash' },
}
const SIZE = { width: 1_160, height: 900 }

export async function takePagePictures(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agentos-picture-'))
  const scenario = join(folder, 'scenario.json')
  writeFileSync(scenario, JSON.stringify(SCENARIO))
  const provider = await spawnProvider('--latency', '900', '--scenario', scenario)
  try {
    createTodoRepository(folder)
    writeFileSync(join(folder, 'agentos.config.mjs'), `export default ${JSON.stringify(CONFIG)}`)
    await runWithDeath(folder, provider.url)
    const report = [LAUNCHER, 'report', '--format', 'html', '--output', 'page.html']
    execFileSync(process.execPath, report, { cwd: folder, stdio: 'inherit' })
    await photograph(join(folder, 'page.html'))
  } finally {
    provider.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills the worker of one item when its draft is saved. */
async function runWithDeath(folder: string, url: string): Promise<void> {
  const words = ['lld', '--all', '--parallel', '4', '--mock-url', url, '--json']
  const run = spawn(process.execPath, [LAUNCHER, ...words], {
    ...{ cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  })
  const exited = once(run, 'exit')
  let worker = 0
  for await (const line of createInterface(run.stdout as NodeJS.ReadableStream)) {
    const event: Event = JSON.parse(line)
    if (!('item' in event) || event.item !== '3') continue
    if (event.type === 'item-started') worker = event.worker
    if (event.type === 'step-saved' && event.step === 'draft') process.kill(worker, 'SIGKILL')
  }
  const [code] = await exited
  if (code !== 0) throw new Error(`The run ended with ${code}.`)
}

async function photograph(file: string): Promise<void> {
  const browser = await TestBrowser.start()
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await browser.open(file, { colorScheme, viewport: SIZE })
      // Where this was made is nobody's business, and how to use it is told elsewhere.
      await page.evaluate(
        `for (const one of document.querySelectorAll('.command, .hint')) one.hidden = true`,
      )
      const end = await page.locator('#timeline').boundingBox()
      const height = Math.ceil((end?.y ?? 0) + (end?.height ?? 0) + 24)
      const path = fileURLToPath(new URL(`../docs/page-${colorScheme}.png`, import.meta.url))
      await page.screenshot({ path, clip: { x: 0, y: 0, width: SIZE.width, height } })
    }
  } finally {
    await browser.close()
  }
}
