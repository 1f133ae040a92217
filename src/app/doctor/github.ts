/** GitHub, for `agentos doctor`: asked once if the config names it; of the token only the variable is said. */
import type { Config } from '../../config/schema.ts'
import { UsageError } from '../../model/usage-error.ts'
import { failureWords, reasonWords } from '../../reporters/words/failure-words.ts'
import { findGitHub, type GitHubPlace } from '../github-place.ts'
import { RunGitHub } from '../run/run-github.ts'
import type { Check } from './check.ts'

const NAME = 'github'

export async function githubChecks(
  config: Config,
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Check[]> {
  try {
    const place = await findGitHub({ config, root, environment })
    return place === undefined ? [] : [await checkPlace(place)]
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const { message: detail, hint: remedy = 'Fix it: runs are refused until then.' } = error
    return [{ name: NAME, status: 'fail', detail, remedy }]
  }
}

async function checkPlace(place: GitHubPlace): Promise<Check> {
  const { why, owner, name: repository, label, variable, secret, pullRequests } = place
  if (secret === undefined) {
    const remedy = `Set ${variable} to a token that may read and write issues.`
    const detail = `${owner}/${repository}, but ${variable} is not set.`
    return { name: NAME, status: 'fail', detail, remedy }
  }
  const refusal = why === 'configured' ? await refusalOf(place) : undefined
  if (refusal !== undefined) return refusal
  const pulls = pullRequests ? ', with pull requests' : ''
  const found = why === 'detected' ? ', found by origin: there is no folder issues/' : ''
  const detail = `${owner}/${repository}, label ${label}, token from ${variable}${pulls}${found}`
  return { name: NAME, status: 'ok', detail }
}

/** Why a run could not write there, as GitHub says it itself. */
async function refusalOf(place: GitHubPlace): Promise<Check | undefined> {
  const github = new RunGitHub(place, { mock: false, warn: () => {} }) // asked once, so there is nothing to warn of
  const wanted = place.pullRequests ? (['issues', 'pull-requests'] as const) : (['issues'] as const)
  for (const wants of wanted) {
    const once = new AbortController()
    const options = { signal: once.signal, onRetry: () => once.abort() }
    const result = await github.perform({ action: 'check-access', wants }, options)
    if (result.ok) continue
    const { remedy } = failureWords(result.failure, '')
    return {
      name: NAME,
      status: 'fail',
      detail: reasonWords(result.failure, ''),
      remedy: `Do: ${remedy}.`,
    }
  }
  return undefined
}
