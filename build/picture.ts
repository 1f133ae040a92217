/**
 * The README's picture: a real run in a real terminal, with the offline provider, at the moment when
 * two of its items have ended. `npm run picture` makes it anew.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import xterm from '@xterm/headless'
import { createTodoRepository } from '../test/rig/todo-repository.ts'
import { screenPicture } from './screen-picture.ts'

const PICTURE = fileURLToPath(new URL('../docs/picture.svg', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('../bin/agentos.cjs', import.meta.url))
const COMMAND = 'agentos lld --all --parallel 3'
const SIZE = { cols: 100, rows: 24 }

const folder = mkdtempSync(join(tmpdir(), 'agentos-picture-'))
const provider = spawn(
  process.execPath,
  [LAUNCHER, 'mock-provider', '--port', '0', '--latency', '900', '--scenario', 'rate-limits'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
try {
  const url = await addressOf(provider.stdout)
  createTodoRepository(folder)
  const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true })
  terminal.write(`$ ${COMMAND}\r\n`)
  const typed = `stty cols ${SIZE.cols} rows ${SIZE.rows}; exec '${process.execPath}' '${LAUNCHER}' ${COMMAND.slice(8)} --mock-url ${url}`
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
  provider.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('The offline provider did not start.')
}
