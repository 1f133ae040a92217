/** GitHub, for `agentos doctor`: asked once if the config names it; of the token only the variable is said. */
import type { Config } from '../../config/schema.ts'
import { failureWords, reasonWords } from '../../reporters/words/failure-words.ts'
import { findGitHub, type GitHubPlace } from '../github-place.ts'
import { RunGitHub } from '../run/run-github.ts'
import { type Check, checkOf } from './check.ts'

const { ok, fail, refused } = checkOf('github')

export async function githubChecks(config: Config, root: string): Promise<Check[]> {
  try {
    const place = await findGitHub(config, root)
    return place === undefined ? [] : [await checkPlace(place)]
  } catch (error) {
    return [refused(error, 'Fix it: runs are refused until then.')]
  }
}

async function checkPlace(place: GitHubPlace): Promise<Check> {
  const { why, owner, name: repository, label, variable, secret, pullRequests } = place
  if (secret === undefined)
    return fail(
      `${owner}/${repository}, but ${variable} is not set.`,
      `Set ${variable} to a token that may read and write issues.`,
    )
  const refusal = why === 'configured' ? await refusalOf(place) : undefined
  if (refusal !== undefined) return refusal
  const pulls = pullRequests ? ', with pull requests' : ''
  const found = why === 'detected' ? ', found by origin: there is no folder issues/' : ''
  return ok(`${owner}/${repository}, label ${label}, token from ${variable}${pulls}${found}`)
}

/** Why a run could not write there, as GitHub says it itself. */
async function refusalOf(place: GitHubPlace): Promise<Check | undefined> {
  // Asked once, so there is nothing to warn of.
  const github = new RunGitHub(place, { mock: false, publishes: undefined, warn: () => {} })
  const wanted = place.pullRequests ? (['issues', 'pull-requests'] as const) : (['issues'] as const)
  for (const wants of wanted) {
    const once = new AbortController()
    const options = { signal: once.signal, onRetry: () => once.abort() }
    const result = await github.perform({ action: 'check-access', wants }, options)
    if (result.ok) continue
    const { remedy } = failureWords(result.failure, '')
    return fail(reasonWords(result.failure, ''), `Do: ${remedy}.`)
  }
  return undefined
}
