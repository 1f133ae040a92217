import { isTestPath } from '../../edits/scope.ts'
import type { Origin } from './body.ts'

const ASSERTIONS = /(?:^|[/:@_.-])(?:power-)?(?:assert|expect|should|chai)/
const SUPPORT =
  /(?:^|[/._-])(?:tests?|testing|test[-_]?utils?|test[-_]?helpers?|helpers?|support|harness|conftest|fixtures?)(?:[/._-]|$)/i

/** What kind of module a name is imported from: `./…` below the repository's root, or a package. */
export function originOf(module: string): Origin {
  const isOwn = module.startsWith('./')
  return {
    isSupport: isOwn ? isTestPath(module.slice(2)) || SUPPORT.test(module) : false,
    isAssertion: !isOwn && ASSERTIONS.test(module),
  }
}
