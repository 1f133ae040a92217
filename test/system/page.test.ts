/** `agentos report --format html`, looked at in a real browser. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import type { Event } from '../../src/model/event.ts'
import { TestBrowser } from '../rig/browser.ts'
import { eventsOf, of, queued, runStarted } from '../rig/events.ts'
import { manyItems } from '../rig/many-items.ts'
import { poolProject } from '../rig/pool-project.ts'
import { Project } from '../rig/project.ts'
import { writtenRun } from '../rig/written-run.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await TestBrowser.start()
})

afterAll(() => browser.close())

test('a run with a killed worker and refused calls is told as it was', async () => {
  const asking = new Set<string | undefined>()
  const [allAsk, isKilled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { project, start } = await poolProject({
    keys: [{}, {}],
    latencyMs: 400,
    answer: async (call, context) => {
      asking.add(markerOf(call)?.item)
      if (asking.size === 3) allAsk.resolve()
      await isKilled.promise
      return defaultAnswer(call, context)
    },
    scenario: {
      rules: [{ when: { every: 5 }, answer: { error: 'rate', retryAfterMs: 400 } }],
    },
  })
  const run = start({ items: 6, steps: 2 }, '--parallel', '3', '--json')
  const { worker } = await run.event('item-started', ({ item }) => item === 'i1')
  await allAsk.promise
  process.kill(worker, 'SIGKILL')
  await run.event('worker-exited')
  isKilled.resolve()
  expect((await run.finished).code).toBe(0)
  await project.agentos(['report', '--format', 'html', '--output', 'page.html'])
  const events = project.events()
  const of429 = events.filter(
    (event) => event.type === 'lease-returned' && event.outcome.kind === 'rate',
  )
  expect(of429.length).toBeGreaterThan(0)

  const { page, requests, complaints } = await browser.open(join(project.root, 'page.html'))
  const figures = await figuresOf(page)
  expect(figures).toMatchObject({
    'Items done': '6 of 6',
    'Rate-limited': String(of429.length),
    'Calls paid twice': String(askedAgain(events)),
    'Most at once': '3',
  })
  const killed = await chosen(page, 'Home')
  expect(killed).toContain('ASK-i1')
  expect(killed).toMatch(/its worker died: SIGKILL\d+:\d+\S* resumed in worker 2/)
  await drawn(page, () => page.keyboard.press('+'))
  expect(await page.locator('#details').isVisible(), 'of a moment that lies elsewhere').toBe(false)
  expect(await chosen(page, 'ArrowDown')).toContain('ASK-i2')
  const lastKey = await chosen(page, 'End')
  expect(lastKey).toContain('key-2')
  expect(lastKey).toMatch(new RegExp(`${leasesOf(events, 'key-2')} calls?, \\d+ cooldowns?`))
  expect(await chosen(page, 'Shift+ArrowRight')).toMatch(
    /ASK-i\d: (answered|rate-limited|lost with its worker)/,
  )

  const rows = page.locator('tbody tr')
  expect(await rows.count()).toBe(6)
  expect(await rows.first().innerText()).toMatch(/ASK-i1\s+done/)
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href))
  expect(links.length).toBeGreaterThanOrEqual(6 + 3)
  expect(links.filter((link) => !existsSync(fileURLToPath(link)))).toEqual([])

  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await groundOf(page)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(dark).not.toBe(await groundOf(page))
  expect(requests).toEqual([page.url()])
  expect(complaints).toEqual([])

  const printed = await project.agentos(['report', '--format', 'html'])
  expect(printed.stdout).toContain('ASK-i6')
  expect(printed.stdout).not.toMatch(/href="(?!#)/)
  expect(printed.stderr).toBe('')
})

test('without its script a page has its figures and its table', async () => {
  const project = new Project()
  writtenRun(join(project.root, '.agentos/logs'), '08-00', manyItems(300))
  await project.agentos(['report', '--format', 'html', '--output', 'page.html'])
  const { page, complaints } = await browser.open(join(project.root, 'page.html'), {
    javaScriptEnabled: false,
  })
  expect(await figuresOf(page)).toMatchObject({
    'Items done': expect.stringMatching(/^2\d\d of 300$/),
  })
  expect(await page.locator('tbody tr').count()).toBe(200)
  expect(await page.locator('#items').innerText()).toContain('The first 200 of 300 items.')
  expect(await page.locator('button:visible, input:visible').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('thousands of items are zoomed, sorted and searched', async () => {
  const project = new Project()
  const events = manyItems(6_000)
  writtenRun(join(project.root, '.agentos/logs'), '08-00', events)
  await project.agentos(['report', '--format', 'html', '--output', 'page.html'])
  expect(project.read('page.html').length).toBeLessThan(3_000_000)
  const { page, complaints } = await browser.open(join(project.root, 'page.html'))
  await page.focus('canvas')
  const whole = await drawn(page, () => page.keyboard.press('0'))
  const closer = await drawn(page, () => page.keyboard.press('+'))
  expect(closer.until - closer.from).toBeCloseTo((whole.until - whole.from) / 1.5, 0)
  expect(await chosen(page, 'Home')).toContain('LLD-1 Something to do')
  await page.getByRole('button', { name: 'All rows at once' }).click()
  expect(await chosen(page, 'ArrowDown')).toContain('LLD-2 Something to do')

  await page.getByRole('button', { name: 'Duration' }).click()
  const longest = Math.max(...durationsOf(events))
  const first = page.locator('tbody tr').first()
  expect(await first.locator('.number').first().innerText()).toBe(
    `${Number((longest / 1_000).toFixed(1))}s`,
  )
  expect(await page.locator('tbody tr').count()).toBe(100)
  await page.getByRole('searchbox').fill('number 4711')
  expect(await page.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^LLD-4711\s/),
  ])
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('Outcome').selectOption('failed')
  const failed = events.filter((event) => event.type === 'item-ended' && event.outcome === 'failed')
  expect(await page.locator('output').innerText()).toBe(`1–100 of ${failed.length}`)
  expect(complaints).toEqual([])
})

test('titles, failures and commands of others do nothing', async () => {
  const evil = `</script><script>alert(1)</script><img src="https://example.invalid/x" onerror="alert(2)">`
  const project = new Project()
  const failure = { reason: 'threw', message: evil }
  const started = { ...runStarted(1), command: evil } as Parameters<typeof eventsOf>[0][number]
  writtenRun(
    join(project.root, '.agentos/logs'),
    '08-00',
    eventsOf([
      ...[started, queued('1', evil), of('1', { type: 'item-started', attempt: 1, worker: 1 })],
      ...[
        of('1', { type: 'step-started', step: evil, span: '1' }),
        of('1', { type: 'step-saved', step: evil, span: '1', durationMs: 1 }),
      ],
      of('1', { type: 'item-ended', outcome: 'failed', failure }),
    ]),
  )
  await project.agentos(['report', '--format', 'html', '--output', 'page.html'])
  const { page, requests, complaints } = await browser.open(join(project.root, 'page.html'))
  expect(await chosen(page, 'ArrowDown')).toContain(evil)
  expect(await page.locator('td.title').innerText()).toBe(evil)
  expect(await page.locator('img').count()).toBe(0)
  expect(requests).toEqual([page.url()])
  expect(complaints).toEqual([])
})

async function figuresOf(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator('.figures > div')
    .evaluateAll((all) =>
      all.map((one) => ['dt', 'b'].map((name) => one.querySelector(name)?.textContent ?? '')),
    )
  return Object.fromEntries(pairs)
}

/** What the timeline says of the lane, or of the moment in it, that the key has chosen. */
async function chosen(page: Page, key: string): Promise<string> {
  await page.focus('canvas')
  await drawn(page, () => page.keyboard.press(key))
  return (await page.locator('#details').textContent()) ?? ''
}

/** The part of the run that is seen after it was drawn anew. */
async function drawn(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ readonly from: number; readonly until: number }> {
  const next = await page.evaluateHandle<{ seen: Promise<{ from: number; until: number }> }>(
    `({ seen: new Promise((done) => document.addEventListener('timeline-drawn', ({ detail }) => done(detail), { once: true })) })`,
  )
  await act()
  return next.evaluate(({ seen }) => seen)
}

function groundOf(page: Page): Promise<string> {
  return page.evaluate('getComputedStyle(document.body).backgroundColor')
}

/** Nothing but a death makes a worker ask for a task that was asked for before. */
function askedAgain(events: readonly Event[]): number {
  const asked = events.flatMap((event) =>
    event.type === 'call-started' ? [`${event.item} ${event.step} ${event.task}`] : [],
  )
  return asked.length - new Set(asked).size
}

function leasesOf(events: readonly Event[], key: string): number {
  return events.filter((event) => event.type === 'lease-granted' && event.credential === key).length
}

function durationsOf(events: readonly Event[]): number[] {
  const began = new Map<string, number>()
  return events.flatMap((event) => {
    if (event.type === 'item-started') began.set(event.item, event.at)
    return event.type === 'item-ended' ? [event.at - (began.get(event.item) ?? 0)] : []
  })
}
