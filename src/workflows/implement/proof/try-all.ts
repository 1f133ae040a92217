/** The new tests, then the whole suite, on what is committed and nothing else. */

import { type Build, resetTo } from '../build.ts'
import { passTroubles, type Wanted } from './passing.ts'
import type { TestRun } from './red.ts'
import { someTests, type TestTools } from './test-tools.ts'
import {
  clearStray,
  commitMade,
  hasNewManifest,
  newTestFiles,
  setUpAgain,
  tryTests,
} from './trying.ts'

interface Tried {
  readonly own: TestRun | null
  readonly suite: TestRun | null
  /** Why it is not green; nothing if it is. */
  readonly troubles: readonly string[]
  readonly commit: string
  /** All that tests have left so far. */
  readonly left: readonly string[]
}

export async function tryAll(
  first: Build,
  tools: TestTools,
  wanted: { readonly own: Wanted; readonly whole: Wanted },
): Promise<Tried> {
  let build = first
  await resetTo(build, build.commit)
  if (await hasNewManifest(build)) build = await setUpAgain(build)
  const own = await tryOwn(build, tools)
  const left = [...build.proof.left, ...(own?.left ?? [])]
  const ownTroubles = own === null ? [] : passTroubles(own, tools.framework, wanted.own)
  if (ownTroubles.length > 0)
    return { own, suite: null, troubles: ownTroubles, commit: build.commit, left }
  await resetTo(build, build.commit)
  let tried = await trySuite(build, tools, wanted.whole)
  left.push(...(tried.suite.left ?? []))
  if (tried.troubles.length === 0) {
    build = await commitMade(build)
    // What passes only beside what an earlier run has left does not pass.
    if (await clearStray(build, left)) {
      tried = await trySuite(build, tools, wanted.whole)
      await clearStray(build, left)
    }
  }
  return { own, ...tried, commit: build.commit, left }
}

async function tryOwn(build: Build, tools: TestTools): Promise<TestRun | null> {
  if (build.design.proof !== 'red-green') return null
  const paths = Object.keys(await newTestFiles(build))
  return paths.length === 0 ? null : tryTests(build, someTests(tools, paths))
}

async function trySuite(build: Build, tools: TestTools, wanted: Wanted) {
  const suite = await tryTests(build, tools.all)
  return { suite, troubles: passTroubles(suite, tools.framework, wanted) }
}
