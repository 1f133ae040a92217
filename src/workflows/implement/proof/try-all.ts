/** The new tests, then the whole suite, on what is committed and nothing else. */

import type { Workshop } from '../workshop.ts'
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

export interface Tried {
  readonly own: TestRun | null
  readonly suite: TestRun | null
  /** Why it is not green; nothing if it is. */
  readonly troubles: readonly string[]
  readonly commit: string
  /** All that tests have left so far. */
  readonly left: readonly string[]
}

export async function tryAll(
  shop: Workshop,
  tools: TestTools,
  wanted: { readonly own: Wanted; readonly whole: Wanted },
  leftBefore: readonly string[],
): Promise<Tried> {
  await shop.settle(shop.commit)
  if (await hasNewManifest(shop)) await setUpAgain(shop)
  const own = await tryOwn(shop, tools)
  const left = [...leftBefore, ...(own?.left ?? [])]
  const ownTroubles = own === null ? [] : passTroubles(own, tools.framework, wanted.own)
  if (ownTroubles.length > 0)
    return { own, suite: null, troubles: ownTroubles, commit: shop.commit, left }
  await shop.settle(shop.commit)
  let tried = await trySuite(shop, tools, wanted.whole)
  left.push(...(tried.suite.left ?? []))
  if (tried.troubles.length === 0) {
    await commitMade(shop)
    // What passes only beside what an earlier run has left does not pass.
    if (await clearStray(shop, left)) {
      tried = await trySuite(shop, tools, wanted.whole)
      await clearStray(shop, left)
    }
  }
  return { own, ...tried, commit: shop.commit, left }
}

async function tryOwn(shop: Workshop, tools: TestTools): Promise<TestRun | null> {
  if (shop.options.design.proof !== 'red-green') return null
  const paths = Object.keys(await newTestFiles(shop))
  return paths.length === 0 ? null : tryTests(shop, someTests(tools, paths))
}

async function trySuite(shop: Workshop, tools: TestTools, wanted: Wanted) {
  const suite = await tryTests(shop, tools.all)
  return { suite, troubles: passTroubles(suite, tools.framework, wanted) }
}
