/** Tests first, seen failing; then code, seen passing: the proof that an item's kind asks for. */
import { NeedsRevision } from '../../../authoring/outcomes.ts'
import { untrusted } from '../../document/untrusted.ts'
import { oneLine } from '../../review/findings.ts'
import { isTestPath } from '../edits/scope.ts'
import { filesShown, findingsShown, pathsShown } from '../prompt-words.ts'
import type { Workshop } from '../workshop.ts'
import { failingTests } from './failing-tests.ts'
import { failingKey, hasNoTests, NOTHING_WANTED, passedWords, passTroubles } from './passing.ts'
import { redTroubles, redWords, type TestRun } from './red.ts'
import { cannotBeCounted, someTests, type TestTools } from './test-tools.ts'
import { tryAll } from './try-all.ts'
import { newTestFiles, tryTests } from './trying.ts'
import { namesOf, wantedOwn, wantedWhole } from './wanted.ts'
import { testNames } from './weakening.ts'

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
  /** Names of tests that this item has brought, and of those that its design takes away. */
  #fresh: readonly string[] = []
  #gone: readonly string[] = []
  /** Files that tests have left so far. */
  #left: readonly string[] = []

  constructor(shop: Workshop, words: Readonly<Record<string, string>>) {
    this.#shop = shop
    this.#words = words
  }

  /** The whole suite before anything is written: what fails now would fail in the end too. */
  async baseline(): Promise<void> {
    const { run, design } = this.#shop.options
    const tools = this.#tools()
    const { baseline, gone } = await run.step('baseline', async () => {
      await this.#shop.settle(this.#shop.commit)
      return { baseline: await tryTests(this.#shop, tools.all), gone: await this.#deletedTests() }
    })
    this.proof = { ...this.proof, baseline }
    this.#gone = gone
    this.#left = baseline.left ?? []
    const isEmpty = hasNoTests(baseline)
    if (design.proof === 'green-green' && isEmpty)
      throw new Error('There is no test that could show that behaviour stays as it is.')
    if (isEmpty) return
    if (baseline.counts === null && baseline.exitCode === 0)
      throw new Error(`No test of this project can be judged: ${cannotBeCounted(tools.all)}.`)
    const [trouble] = passTroubles(baseline, tools.framework, NOTHING_WANTED)
    if (trouble === undefined) return
    throw new Error(
      `The tests fail before anything was changed (${baseline.command}): ${trouble}. Mend the base first.`,
    )
  }

  async #deletedTests(): Promise<string[]> {
    const { worktree, design, settings, base } = this.#shop.options
    const paths = design.files
      .filter(({ path, change }) => change === 'Delete' && isTestPath(path, settings.testPaths))
      .map(({ path }) => path)
    const texts = await Promise.all(paths.map((path) => worktree.readAt(base, path)))
    return texts.flatMap((text) => testNames(text ?? ''))
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
    const { run, worktree, design, base } = this.#shop.options
    const { red, tests, fresh, troubles } = await run.step('red', async () => {
      await this.#shop.settle(this.#shop.commit)
      const tests = await newTestFiles(this.#shop)
      const red = await tryTests(this.#shop, someTests(this.#tools(), Object.keys(tests)))
      const automatic = design.scenarios.filter(({ type }) => !/manual/i.test(type))
      const requirements = [...new Set(automatic.flatMap((one) => one.requirements))]
      const before = await Promise.all(
        Object.keys(tests).map((path) => worktree.readAt(base, path)),
      )
      const known = before.flatMap((text) => testNames(text ?? ''))
      const fresh = namesOf(tests).filter((name) => !known.includes(name))
      const written = { tests, known, named: this.#shop.named(), requirements }
      return { red, tests, fresh, troubles: redTroubles(red, written) }
    })
    this.#left = [...this.#left, ...(red.left ?? [])]
    if (troubles.length > 0) return troubles
    this.proof = { ...this.proof, red }
    this.#shop.proven = tests
    this.#fresh = fresh
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
      const { tried, troubles } = await this.#try()
      if (troubles.length === 0) {
        run.log(`green: ${passedWords(tried)}`)
        return
      }
      const failed = Math.max(1, tried.counts?.failed ?? 1)
      if (best === undefined || failed < best.failed) best = { commit: this.#shop.commit, failed }
      const key = failingKey(tried, troubles)
      const isSame = key === before
      run.log(`not green: ${troubles.join('; ')}`)
      if ((isSame && isFrozen) || round > FIX_ROUNDS) {
        await this.#restore(best.commit)
        throw new NeedsRevision('tests-failed', this.#fixes, failingTests(tried, troubles))
      }
      isFrozen = isSame
      before = key
      await this.#fix(tried, troubles, round, isFrozen)
    }
  }

  async #try(): Promise<{ readonly tried: TestRun; readonly troubles: readonly string[] }> {
    const shop = this.#shop
    const { proven } = shop
    const before = { baseline: this.proof.baseline, files: shop.options.existing }
    const changed = { fresh: this.#fresh, gone: this.#gone }
    const wanted = { own: wantedOwn(proven), whole: wantedWhole(proven, before, changed) }
    const { own, suite, troubles, commit, left } = await shop.run.step('green', () =>
      tryAll(shop, this.#tools(), wanted, this.#left),
    )
    shop.commit = commit
    this.#left = left
    this.proof = {
      ...this.proof,
      ...(own === null ? {} : { green: own }),
      ...(suite === null ? {} : { suite }),
    }
    const tried = suite ?? own
    if (tried === null) throw new Error('No tests were run. This is a bug in AgentOS.')
    return { tried, troubles }
  }

  async #fix(
    tried: TestRun,
    troubles: readonly string[],
    round: number,
    isFrozen: boolean,
  ): Promise<void> {
    const phase = isFrozen ? 'frozen' : this.#shop.codePhase
    let problem = `It fails: ${oneLine(troubles.join('; '))}.`
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
      if (tries === TRIES) {
        const refusal = `the last repair was refused: ${problems.join('; ')}`
        const findings = [...failingTests(tried, troubles), refusal]
        throw new NeedsRevision('tests-failed', this.#fixes, findings)
      }
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
