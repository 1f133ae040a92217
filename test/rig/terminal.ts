/** A terminal emulator around a started command: what a person would see, scrolled-off lines too. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import xterm from '@xterm/headless'
import type { Project, Started } from './project.ts'

export class Terminal {
  readonly run: Started
  readonly #emulator: InstanceType<typeof xterm.Terminal>
  readonly #device: string
  #written: Promise<void> = Promise.resolve()

  constructor(
    project: Project,
    args: readonly string[],
    options: {
      readonly columns: number
      readonly rows: number
      readonly redirect?: string
      readonly job?: string
      readonly env?: Record<string, string>
    },
  ) {
    const { columns: cols, rows, redirect, job } = options
    this.#emulator = new xterm.Terminal({ cols, rows, scrollback: 50_000, allowProposedApi: true })
    this.#device = join(project.root, 'terminal-device')
    this.run = project.start(args, {
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', CI: '', ...options.env },
      terminal: {
        columns: cols,
        rows,
        device: this.#device,
        ...(redirect === undefined ? {} : { redirect }),
        ...(job === undefined ? {} : { job }),
      },
    })
    this.run.onOutput((text) => {
      this.#written = new Promise((resolve) => this.#emulator.write(text, resolve))
    })
  }

  /** As somebody does who drags the window's corner. */
  async resize(columns: number): Promise<void> {
    await this.#drawn()
    this.#emulator.resize(columns, this.#emulator.rows)
    const device = readFileSync(this.#device, 'utf8').trim()
    spawnSync('stty', ['-F', device, 'cols', String(columns)])
  }

  /** All lines from the first one on, those that were too long for a row in one piece. */
  async lines(): Promise<string[]> {
    await this.#drawn()
    const { active } = this.#emulator.buffer
    const lines: string[] = []
    for (let row = 0; row < active.length; row++) {
      const line = active.getLine(row)
      const next = active.getLine(row + 1)
      const text = line?.translateToString(next?.isWrapped !== true) ?? ''
      if (line?.isWrapped === true) lines.push(`${lines.pop()}${text}`)
      else lines.push(text)
    }
    return lines
  }

  /** All that has arrived so far is on the screen. */
  async #drawn(): Promise<void> {
    for (let written: Promise<void> | undefined; written !== this.#written; ) {
      written = this.#written
      await written
    }
  }
}
