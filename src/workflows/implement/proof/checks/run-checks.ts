/**
 * A project's checks: run before anything is written, and again when the tests pass. One that passed before must pass at
 * the end; one that did not, or cannot be run, is told and not asked for.
 */
import { withoutEscapes } from '../../../../model/text/without-escapes.ts'
import { type Build, resetTo } from '../../build.ts'
import { missingTool } from '../loading.ts'
import type { TestRun } from '../red.ts'
import { clearStray, projectCommand } from '../trying.ts'

export interface Checks {
  /** Commands that passed before anything was written. */
  readonly required: readonly string[]
  readonly notRequired: readonly { readonly command: string; readonly why: string }[]
  /** The last run of each that is required. */
  readonly runs: readonly CheckRun[]
}

type CheckRun = Pick<TestRun, 'command' | 'exitCode' | 'timedOut' | 'output'>

export const NO_CHECKS: Checks = { required: [], notRequired: [], runs: [] }

const MOST_OUTPUT = 6_000

/** Which of them pass at the base. Run again if the config names others now. */
export async function baselineChecks(build: Build, commands: readonly string[]): Promise<Build> {
  const { run, proof } = build
  if (commands.length === 0) return build
  for (;;) {
    const found = await run.step('baseline checks', async () => {
      const runs = await tryChecks(build, commands)
      return {
        commands,
        required: runs.filter(isGreen).map(({ command }) => command),
        notRequired: runs
          .filter((one) => !isGreen(one))
          .map((one) => ({ command: one.command, why: whyRed(one) })),
      }
    })
    if (found.commands.join('\n') !== commands.join('\n')) continue
    const { required, notRequired } = found
    const checks = { required, notRequired, runs: [] }
    for (const line of checkNotes(checks)) run.log(line)
    return { ...build, proof: { ...proof, checks } }
  }
}

/**
 * The required checks on the commit of a build. What is red comes as a run like one of tests: its command, its output, and
 * why it does not count; all of them at once.
 */
export async function runChecks(build: Build): Promise<{
  readonly build: Build
  readonly tried: TestRun
  readonly troubles: readonly string[]
}> {
  const { run, proof } = build
  const { required } = proof.checks
  const runs =
    required.length === 0 ? [] : await run.step('checks', () => tryChecks(build, required))
  const red = runs.filter((one) => !isGreen(one))
  const shown = red.length > 0 ? red : runs
  return {
    build: { ...build, proof: { ...proof, checks: { ...proof.checks, runs } } },
    tried: {
      command: shown.map(({ command }) => command).join(' && '),
      exitCode: red[0]?.exitCode ?? 0,
      timedOut: false,
      output: red.map(({ command, output }) => `$ ${command}\n${output}`).join('\n\n'),
      counts: null,
    },
    troubles: red.map((one) => `\`${one.command}\` passed before and fails: ${whyRed(one)}`),
  }
}

/** What checks have shown, for people and for the reviewer. */
export function checkNotes({ required, notRequired, runs }: Checks): string[] {
  const green = runs.filter(isGreen).map(({ command }) => command)
  return [
    ...(runs.length === 0 && required.length > 0
      ? [
          `Checks that pass before anything is changed, and must pass at the end: ${ticked(required)}.`,
        ]
      : []),
    ...(green.length > 0
      ? [`Checks of the project, which passed before and pass with the code: ${ticked(green)}.`]
      : []),
    ...notRequired.map(
      ({ command, why }) =>
        `Check not required, for it does not pass before anything is changed: \`${command}\` (${why}).`,
    ),
  ]
}

function ticked(commands: readonly string[]): string {
  return commands.map((command) => `\`${command}\``).join(', ')
}

async function tryChecks(build: Build, commands: readonly string[]): Promise<CheckRun[]> {
  const { worktree } = build
  await resetTo(build, build.commit)
  const before = new Set(await worktree.files())
  const runs: CheckRun[] = []
  for (const command of commands) {
    const { exitCode, timedOut, output } = await projectCommand(build, command)
    const isPassed = exitCode === 0 && !timedOut
    const plain = withoutEscapes(output).replaceAll(`${worktree.root}/`, '')
    const kept = isPassed ? '' : plain.slice(-MOST_OUTPUT)
    runs.push({ command, exitCode, timedOut, output: kept })
  }
  const left = (await worktree.files()).filter((path) => !before.has(path))
  await clearStray(build, left)
  return runs
}

function isGreen({ exitCode, timedOut }: CheckRun): boolean {
  return exitCode === 0 && !timedOut
}

/** With what was found wrong first, and how much: two runs that differ in it are not the same. */
function whyRed(run: CheckRun): string {
  if (run.timedOut) return 'it did not end in time'
  const tool = missingTool({ ...run, counts: null })
  if (tool !== undefined) return tool
  const lines = run.output.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /\berror\b|\bE\d{3,}\b|✖|×/i.test(line))
  const words = `exit code ${run.exitCode}`
  const [first] = errors
  return first === undefined
    ? words
    : `${words}, ${errors.length} ${errors.length === 1 ? 'line' : 'lines'} with errors, the first one: ${first.slice(0, 200)}`
}
