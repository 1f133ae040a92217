/** A real browser, one for all tests of a file, and pages of files in it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** With what it asked for, and what it complained about. */
export interface OpenedPage {
  readonly page: Page
  readonly requests: string[]
  readonly complaints: string[]
}

export class TestBrowser {
  readonly #browser: Browser
  readonly #home: string

  private constructor(browser: Browser, home: string) {
    this.#browser = browser
    this.#home = home
  }

  static async start(): Promise<TestBrowser> {
    const home = mkdtempSync(join(tmpdir(), 'agentos-browser-'))
    const browser = await chromium.launch({
      ...(await place()),
      env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
    })
    return new TestBrowser(browser, home)
  }

  async open(file: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const context = await this.#browser.newContext(options)
    const page = await context.newPage()
    const opened: OpenedPage = { page, requests: [], complaints: [] }
    page.on('request', (request) => opened.requests.push(request.url()))
    page.on('console', (message) => opened.complaints.push(message.text()))
    page.on('pageerror', (error) => opened.complaints.push(error.message))
    page.on('dialog', (dialog) => {
      opened.complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(pathToFileURL(file).href)
    return opened
  }

  async close(): Promise<void> {
    await this.#browser.close()
    rmSync(this.#home, { recursive: true, force: true })
  }
}

/** The package has a browser for the usual Linux, which it unpacks once; elsewhere one must be installed. */
async function place() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const { default: packed } = await import('@sparticuz/chromium')
  // It is made for a place without processes, and loosens what a page may do.
  const args = packed.args.filter((flag) => !/single-process|web-security|insecure/.test(flag))
  return { executablePath: await unpacked(() => packed.executablePath()), args }
}

/** Beside what npm has installed, and not in the temporary folder, where 200 MB would be left. */
async function unpacked(unpack: () => Promise<string>): Promise<string> {
  const { TMPDIR } = process.env
  const folder = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url))
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  try {
    return await unpack()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
