import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage } from '../../build/package.ts'
import { HAS_SSH } from './ssh-keys.ts'

/** What a user, a CI or a hook of git has set for other programs, and would make other tests of these. */
const FOREIGN =
  /^(AGENTOS|GIT|GITHUB|OTEL|TRACER)_|^(GH_TOKEN|TRACEPARENT|TRACESTATE|NO_COLOR|FORCE_COLOR)$|_API_KEY$/

/**
 * The whole suite runs with an empty home directory, and it must still be empty at the end:
 * nothing of ours may ever write there but worktrees, for which the specification of base directories has a variable.
 * Also refuses to run on a Node that is too old, which
 * happens when the pinned one was not installed.
 */
export default async function setup(): Promise<() => void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 24 || (major === 24 && minor < 15)) {
    throw new Error(
      `Tests need Node 24.15, this is ${process.version}: was \`npm ci\` run with scripts?`,
    )
  }
  if (!HAS_SSH)
    process.stderr.write(
      'WARNING: ssh-keygen is not installed. Tests of signatures are skipped; install openssh-client to run them.\n',
    )
  const home = mkdtempSync(join(tmpdir(), 'agentos-home-'))
  process.env.HOME = home
  process.env.USERPROFILE = home
  for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name]
  process.env.GIT_CONFIG_NOSYSTEM = '1'
  const state = mkdtempSync(join(tmpdir(), 'agentos-state-'))
  process.env.AGENTOS_WORKTREES = state

  // Hundreds of command lines are started: compiling the same files each time would double the wait.
  const cache = mkdtempSync(join(tmpdir(), 'agentos-cache-'))
  process.env.TEST_COMPILE_CACHE = cache
  const prepared = mkdtempSync(join(tmpdir(), 'agentos-prepared-'))
  process.env.TEST_PREPARED = prepared

  const built = await buildPackage()
  process.env.TEST_LAUNCHER = built.launcher

  return () => {
    built.remove()
    rmSync(cache, { recursive: true })
    rmSync(prepared, { recursive: true })
    const left = readdirSync(home, { recursive: true })
    const worktrees = readdirSync(state)
    rmSync(home, { recursive: true })
    rmSync(state, { recursive: true })
    if (worktrees.length > 0) throw new Error(`Worktrees were left: ${worktrees.join(', ')}`)
    if (left.length > 0) throw new Error(`The home directory was written to: ${left.join(', ')}`)
  }
}
