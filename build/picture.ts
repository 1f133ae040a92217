/**
 * The pictures of the docs, made anew by `npm run picture`: a real run in a real terminal, with the offline
 * provider, at the moment when two of its items have ended; and a run's page.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import xterm from '@xterm/headless'
import { createTodoRepository } from '../test/rig/todo-repository.ts'
import { takePagePictures } from './page-picture.ts'
import { screenPicture } from './screen-picture.ts'
import { LAUNCHER, spawnProvider } from './spawned-provider.ts'

const PICTURE = fileURLToPath(new URL('../docs/picture.svg', import.meta.url))
const COMMAND = 'agentos lld --all --parallel 3'
const SIZE = { cols: 100, rows: 24 }

const folder = mkdtempSync(join(tmpdir(), 'agentos-picture-'))
const provider = await spawnProvider('--latency', '900', '--scenario', 'rate-limits')
try {
  createTodoRepository(folder)
  const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true })
  terminal.write(`$ ${COMMAND}\r\n`)
  const typed = `stty cols ${SIZE.cols} rows ${SIZE.rows}; exec '${process.execPath}' '${LAUNCHER}' ${COMMAND.slice(8)} --mock-url ${provider.url}`
  const run = spawn('script', ['-qefc', typed, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, TERM: 'xterm-256color', LANG: 'C.UTF-8', CI: '', AGENTOS_UI: 'live' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  run.stdout.setEncoding('utf8').on('data', (text: string) => {
    const isBefore = !printed.includes('(2/6)')
    printed += text
    terminal.write(text, () => {
      if (isBefore && printed.includes('(2/6)'))
        writeFileSync(PICTURE, screenPicture(terminal, `${COMMAND}, two of six designs done`))
    })
  })
  const [code] = await once(run, 'exit')
  if (code !== 0) throw new Error(`The run ended with ${code}:\n${printed}`)
} finally {
  provider.stop()
  rmSync(folder, { recursive: true, force: true })
}
await takePagePictures()
