/** The screens of one run, as the streams allow. */
import { footerRows } from '../reporters/footer.ts'
import { LiveScreen } from '../reporters/live-screen.ts'
import type { Look } from '../reporters/look.ts'
import { PlainScreen } from '../reporters/plain-screen.ts'
import type { RunView } from '../reporters/run-view.ts'
import type { Screen } from '../reporters/screen.ts'
import { kindOf, screenMode } from './screen-mode.ts'
import { terminalLook } from './terminal-look.ts'
import type { WorkFlags } from './work-flags.ts'

export interface Screens {
  /** For people. */
  readonly lines: Screen
  /** For programs: one event a line. */
  readonly events: Screen | undefined
  /** The one with the footer. */
  readonly live: LiveScreen | undefined
  readonly close: () => void
}

export function openScreens(options: {
  readonly flags: WorkFlags
  readonly view: RunView
  readonly now: () => number
  readonly itemMs: number | null
}): Screens {
  const { json, colour } = options.flags
  const { stdout, stderr, env: environment } = process
  const { columns, rows } = stdout.isTTY ? stdout : stderr
  const kinds = { stdout: kindOf(stdout, 1), stderr: kindOf(stderr, 2) }
  const mode = screenMode({ ...kinds, json, environment, columns, rows })
  const stream = process[mode.lines]
  const plain = openPlain(stream, terminalLook(stream, { colour, environment }))
  const events = json ? openPlain(stdout, { colour: false, unicode: true }) : undefined
  if (mode.footer === null) return { lines: plain, events, live: undefined, close: () => {} }
  const under = mode.footer === mode.lines ? plain : undefined
  const terminal = process[mode.footer]
  const look = terminalLook(terminal, { colour, environment })
  const live = new LiveScreen(under ?? openPlain(terminal, look), {
    colour: look.colour,
    columns: () => terminal.columns,
    footer: () => {
      const { columns, rows } = terminal
      return footerRows(options.view, { ...options, now: options.now(), columns, rows, look })
    },
  })
  const refresh = () => live.refresh()
  terminal.on('resize', refresh)
  process.once('exit', close)
  return { lines: under === undefined ? plain : live, events, live, close }

  function close(): void {
    live.close()
    terminal.off('resize', refresh)
    process.off('exit', close)
  }
}

function openPlain(stream: NodeJS.WriteStream, { colour }: Look): PlainScreen {
  return new PlainScreen(stream, {
    colour,
    onClosed: () => {
      if (stream === process.stderr) return
      process.stderr.write(
        'The reader of the output has gone away; the run goes on, see its logs.\n',
      )
    },
  })
}
