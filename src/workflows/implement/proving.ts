/** Tests first, seen failing; then code, seen passing: the proof that an item's kind asks for. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import { untrusted } from '../document/untrusted.ts'
import { oneLine } from '../review/findings.ts'
import { filesShown, findingsShown, pathsShown } from './prompt-words.ts'
import { redTroubles, redWords, type TestRun } from './red.ts'
import { someTests, type TestTools } from './test-tools.ts'
import type { Workshop } from './workshop.ts'

/** How often what was written may be refused before it is given up. */
const TRIES = 3
/** How often failing code may be mended, in one go. */
const FIX_ROUNDS = 5

export interface Proven {
  readonly baseline?: TestRun
  readonly red?: TestRun
  readonly green?: TestRun
  readonly suite?: TestRun
}

export class Proving {
  readonly #shop: Workshop
  readonly #words: Readonly<Record<string, string>>
  proof: Proven = {}
  #fixes = 0

  constructor(shop: Workshop, words: Readonly<Record<string, string>>) {
    this.#shop = shop
    this.#words = words
  }

  /** The whole suite before anything is written: what fails now would fail in the end too. */
  async baseline(): Promise<void> {
    const { run, design } = this.#shop.options
    const tools = this.#tools()
    const baseline = await run.step('baseline', async () => {
      await this.#shop.settle(this.#shop.commit)
      return this.#shop.try(tools.all)
    })
    this.proof = { ...this.proof, baseline }
    const isEmpty = hasNoTests(baseline)
    if (design.proof === 'green-green' && isEmpty)
      throw new Error('There is no test that could show that behaviour stays as it is.')
    if (baseline.exitCode === 0 || isEmpty) return
    throw new Error(
      `The tests fail before anything was changed (${baseline.command}): ${failingWords(baseline)}. Mend the base first.`,
    )
  }

  /** Writes the tests and sees every one of them fail because the feature is missing. */
  async red(): Promise<void> {
    const { run } = this.#shop.options
    const tools = this.#tools()
    const before = this.#shop.commit
    let findings: readonly string[] = []
    for (let round = 1; round <= TRIES; round++) {
      this.#shop.commit = before // tests that were refused do not stay on the branch
      const told = findings
      const words = async () => ({
        ...this.#words,
        findings: findingsShown(told),
        paths: pathsShown(this.#shop, 'tests'),
        framework: tools.framework === 'own' ? "the project's own runner" : tools.framework,
        command: tools.all,
      })
      const proposed = await this.#shop.propose({ task: 'tests', round, phase: 'tests', words })
      findings = proposed.problems
      if (findings.length === 0) findings = await this.#seeRed()
      if (findings.length === 0) return
      run.log(`tests refused: ${findings.slice(0, 3).join(' ')}`)
    }
    throw new NeedsRevision('checks-failed', TRIES - 1, findings)
  }

  async #seeRed(): Promise<readonly string[]> {
    const { run, worktree, design } = this.#shop.options
    const { red, tests, troubles } = await run.step('red', async () => {
      await this.#shop.settle(this.#shop.commit)
      const paths = await this.#shop.newTests()
      const tests = Object.fromEntries(
        await Promise.all(paths.map(async (path) => [path, (await worktree.read(path)) ?? ''])),
      ) as Record<string, string>
      const red = await this.#shop.try(someTests(this.#tools(), paths))
      const automatic = design.scenarios.filter(({ type }) => !/manual/i.test(type))
      const requirements = [...new Set(automatic.flatMap((one) => one.requirements))]
      const written = { tests, named: this.#shop.named(), requirements }
      return { red, tests, troubles: redTroubles(red, written) }
    })
    if (troubles.length > 0) return troubles
    this.proof = { ...this.proof, red }
    this.#shop.proven = tests
    run.log(`red, as it should be: ${redWords(red, tests)}`)
    return []
  }

  /** Mends until the new tests and then the whole suite pass, or it does not get better. */
  async green(): Promise<void> {
    const { run } = this.#shop.options
    let best: { readonly commit: string; readonly failed: number } | undefined
    let before: string | undefined
    let isFrozen = false
    for (let round = 1; ; round++) {
      const tried = await this.#try()
      if (this.#isWhole(tried)) {
        run.log(`green: ${passedWords(tried)}`)
        return
      }
      const failed = tried.counts?.failed ?? 1
      if (best === undefined || failed < best.failed) best = { commit: this.#shop.commit, failed }
      const key = failingKey(tried)
      const isSame = key === before
      run.log(`not green: ${failingWords(tried)}`)
      if ((isSame && isFrozen) || round > FIX_ROUNDS) {
        await this.#restore(best.commit)
        const failing = tried.counts?.failing ?? []
        const words = failing.length > 0 ? failing : [failingWords(tried)]
        throw new NeedsRevision(isSame && isFrozen ? 'stagnant' : 'round-limit', round - 1, words)
      }
      isFrozen = isSame
      before = key
      await this.#fix(tried, round, isFrozen)
    }
  }

  async #try(): Promise<TestRun> {
    const { run, design } = this.#shop.options
    const tools = this.#tools()
    const from = this.#shop.commit
    const { own, suite, commit } = await run.step('green', async () => {
      await this.#shop.settle(from)
      if (await this.#shop.hasNewManifest()) await this.#shop.setUp()
      const paths = design.proof === 'red-green' ? await this.#shop.newTests() : []
      const own = paths.length === 0 ? null : await this.#shop.try(someTests(tools, paths))
      const isReady = own === null || isPassed(own)
      const suite = isReady ? await this.#shop.try(tools.all) : null
      if (suite !== null && this.#isWhole(suite)) await this.#shop.commitMade()
      return { own, suite, commit: this.#shop.commit }
    })
    this.#shop.commit = commit
    this.proof = {
      ...this.proof,
      ...(own === null ? {} : { green: own }),
      ...(suite === null ? {} : { suite }),
    }
    const tried = suite ?? own
    if (tried === null) throw new Error('No tests were run. This is a bug in AgentOS.')
    return tried
  }

  /** All pass, and none of those that were there before has vanished. */
  #isWhole(suite: TestRun): boolean {
    const before = this.proof.baseline?.counts?.passed ?? 0
    const isWholeSuite = suite.command === this.#tools().all
    return isPassed(suite) && (!isWholeSuite || (suite.counts?.passed ?? before) >= before)
  }

  async #fix(tried: TestRun, round: number, isFrozen: boolean): Promise<void> {
    const phase = isFrozen ? 'frozen' : this.#shop.codePhase
    let problem = `It fails: ${oneLine(failingWords(tried))}.`
    for (let tries = 1; tries <= TRIES; tries++) {
      const told = problem
      const words = async () => ({
        round: String(round),
        rounds: String(FIX_ROUNDS),
        problem: told,
        frozen: isFrozen
          ? 'The same tests have failed twice: in this round the tests are frozen.'
          : 'A test that contradicts the design may be mended, never weakened.',
        paths: pathsShown(this.#shop, phase),
        command: tried.command,
        output: untrusted('output', tried.output),
        files: await filesShown(this.#shop),
      })
      const asked = { task: 'fix', round: ++this.#fixes, phase, words } as const
      const { problems } = await this.#shop.propose(asked)
      if (problems.length === 0) return
      problem = `${problem}\n\n${findingsShown(problems)}`
      if (tries === TRIES) throw new NeedsRevision('checks-failed', TRIES - 1, problems)
    }
  }

  /** The best state is what stays on the branch. */
  async #restore(commit: string): Promise<void> {
    await this.#shop.options.run.step('restore', () => this.#shop.settle(commit))
    this.#shop.commit = commit
  }

  #tools(): TestTools {
    const { tools } = this.#shop.options
    if (tools !== undefined) return tools
    throw new Error(
      'There is no known way to run the tests of this project. Set implement.test in agentos.config.mts.',
    )
  }
}

function hasNoTests({ exitCode, counts, output }: TestRun): boolean {
  if (counts !== null) return counts.passed + counts.failed === 0
  return exitCode !== 0 && /No test files found|no tests ran|No tests found/i.test(output)
}

/** Exit code 0 alone is not enough: no test at all is not passed. */
function isPassed(run: TestRun): boolean {
  return run.exitCode === 0 && !run.timedOut && (run.counts?.failed ?? 0) === 0 && !hasNoTests(run)
}

function passedWords({ command, counts }: TestRun): string {
  return counts === null ? `${command} passes` : `${counts.passed} tests of ${command} pass`
}

function failingWords(run: TestRun): string {
  if (run.timedOut) return 'the tests did not end in time'
  if (run.counts === null) return `exit code ${run.exitCode}`
  const { passed, failed, failing } = run.counts
  if (failed === 0) return `${passed} tests pass, fewer than before`
  const named = failing.length === 0 ? '' : ` (${failing.slice(0, 5).join('; ')})`
  return `${failed} of ${passed + failed} tests fail${named}`
}

function failingKey(run: TestRun): string {
  const failing = run.counts?.failing ?? []
  return failing.length > 0 ? [...failing].sort().join('\n') : failingWords(run)
}
