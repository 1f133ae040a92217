/** `agentos report --open`: writes the page of a run and opens it with the program of the platform. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { makeReport } from '../../app/past/make-report.ts'
import { runsHere } from '../../app/past/runs-here.ts'
import { findRun } from '../../reporters/past/past-run.ts'

/** Returns what is to be printed: where the page is, opened or not. */
export async function openPage(
  options: Omit<Parameters<typeof makeReport>[0], 'format' | 'send'>,
): Promise<string> {
  const { workingDirectory, output } = options
  const run = findRun(runsHere(workingDirectory).logs, options.run)
  const path =
    output === undefined ? join(run.folder, 'report.html') : resolve(workingDirectory, output)
  await makeReport({ ...options, run: run.id, output: path, format: 'html', send: false })
  return (await isOpened(path))
    ? `Opened ${path}\n`
    : `The page is ${path}\nNothing was found to open it with.\n`
}

async function isOpened(path: string): Promise<boolean> {
  const [program, ...args] = openerFor(process.platform, process.env)
  if (program === undefined) return false
  const opener = spawn(program, [...args, path], { detached: true, stdio: 'ignore' })
  try {
    await once(opener, 'spawn')
  } catch {
    return false // there is no such program: the path is printed
  }
  opener.unref()
  return true
}

/** Nothing where no window could appear. */
export function openerFor(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
): readonly string[] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  const hasDisplay = [DISPLAY, WAYLAND_DISPLAY].some((name) => name !== undefined && name !== '')
  return hasDisplay ? ['xdg-open'] : []
}
