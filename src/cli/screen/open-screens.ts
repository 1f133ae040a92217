/** The screens of one run, as the streams allow. */
import { systemClock } from '../../coordinator/system-clock.ts'
import { signalSelf } from '../../fleet/processes.ts'
import { footerRows } from '../../reporters/screen/footer.ts'
import { GroupedScreen } from '../../reporters/screen/grouped-screen.ts'
import { LiveScreen } from '../../reporters/screen/live-screen.ts'
import type { Look } from '../../reporters/screen/look.ts'
import { PlainScreen, type Screen } from '../../reporters/screen/plain-screen.ts'
import type { RunView } from '../../reporters/view/run-view.ts'
import type { WorkFlags } from '../work-flags.ts'
import { kindOf, screenMode } from './screen-mode.ts'
import { terminalLook } from './terminal-look.ts'

export interface Screens {
  /** For people. */
  readonly lines: Screen
  /** The stream of those lines. */
  readonly plain: PlainScreen
  /** For programs: one event a line. */
  readonly events: PlainScreen | undefined
  /** The one with the footer. */
  readonly live: LiveScreen | undefined
  /** Of the lines for people. */
  readonly look: Look
  readonly close: () => void
}

export const AGENTOS = 'agentos'

export function openScreens({ json, colour }: WorkFlags, view: RunView): Screens {
  const { stdout, stderr, env: environment } = process
  const { columns, rows } = sizeOf(stdout.isTTY ? stdout : stderr)
  const kinds = { stdout: kindOf(stdout, 1), stderr: kindOf(stderr, 2) }
  const mode = screenMode({ ...kinds, json, environment, columns, rows })
  const stream = process[mode.lines]
  const shown = terminalLook(stream, { colour, environment })
  const plain = openPlain(stream, shown)
  const events = json ? openPlain(stdout, { colour: false }) : undefined
  if (mode.footer === null) {
    const isGrouped = isActions(environment) && !json
    const lines = isGrouped ? new GroupedScreen(plain, { ...shown, coordinator: AGENTOS }) : plain
    return { lines, plain, events, live: undefined, look: shown, close: () => lines.close() }
  }
  const under = mode.footer === mode.lines ? plain : undefined
  const terminal = process[mode.footer]
  const look = terminalLook(terminal, { colour, environment })
  const live = new LiveScreen(under ?? openPlain(terminal, look), {
    colour: look.colour,
    columns: () => sizeOf(terminal).columns,
    footer: () => footerRows(view, { now: systemClock.now(), ...sizeOf(terminal), look }),
  })
  const refresh = () => live.refresh()
  terminal.on('resize', refresh)
  process.once('exit', close)
  process.once('SIGQUIT', quit)
  return { lines: under === undefined ? plain : live, plain, events, live, look: shown, close }

  function close(): void {
    live.close()
    terminal.off('resize', refresh)
    process.off('exit', close)
    process.off('SIGQUIT', quit)
  }

  /** Dies of it as it would have, but not with a hidden cursor. */
  function quit(): void {
    close()
    signalSelf('SIGQUIT')
  }
}

/** A terminal of unknown size reports no columns. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): { columns: number; rows: number } {
  return { columns: columns || 80, rows: rows || 24 }
}

/** Its runner reads along and obeys what looks like a command. */
export function isActions({ GITHUB_ACTIONS }: NodeJS.ProcessEnv): boolean {
  return GITHUB_ACTIONS === 'true'
}

function openPlain(
  stream: NodeJS.WriteStream,
  { colour }: { readonly colour: boolean },
): PlainScreen {
  return new PlainScreen(stream, {
    colour,
    columns: stream.isTTY === true ? () => sizeOf(stream).columns : undefined,
    disarm: isActions(process.env),
    onClosed: () => {
      if (stream === process.stderr) return
      process.stderr.write('The reader of stdout has closed it; the run continues, see its logs.\n')
    },
  })
}
