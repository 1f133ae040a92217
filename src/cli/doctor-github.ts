/** GitHub, for `agentos doctor`: nobody is asked, and of the token only the variable is said. */
import type { Config } from '../config/schema.ts'
import { UsageError } from '../model/usage-error.ts'
import type { Check } from './doctor-check.ts'
import { findGitHub, type GitHubPlace } from './github-place.ts'

export async function githubChecks(
  config: Config,
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Check[]> {
  const name = 'github'
  try {
    const place = await findGitHub({ config, root, environment })
    return place === undefined ? [] : [lookAtPlace(name, place)]
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const { message: detail, hint: remedy = 'Mend it: nothing runs before.' } = error
    return [{ name, status: 'fail', detail, remedy }]
  }
}

function lookAtPlace(name: string, place: GitHubPlace): Check {
  const { why, owner, name: repository, label, variable, secret, pullRequests } = place
  if (secret === undefined) {
    const remedy = `Set ${variable} to a token that may read and write issues.`
    return {
      name,
      status: 'fail',
      detail: `${owner}/${repository}, but ${variable} is not set.`,
      remedy,
    }
  }
  const pulls = pullRequests ? ', with pull requests' : ''
  const found = why === 'detected' ? ', found by origin: there is no folder issues/' : ''
  const detail = `${owner}/${repository}, label ${label}, token from ${variable}${pulls}${found}`
  return { name, status: 'ok', detail }
}
