/**
 * Where GitHub is, if it is part of this at all: configured, or, without a word in the config, found.
 * Found only where there would be nothing else: no local issues, `origin` on GitHub, a token at hand.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, isSafeUrl } from '../config/schema.ts'
import type { GitHubOptions } from '../github/github.ts'
import { Secret } from '../model/secrets/secret.ts'
import { SHORTEST_SECRET } from '../model/secrets/spellings.ts'
import { UsageError } from '../model/usage-error.ts'
import { Git } from '../repository/git/git.ts'

const PUBLIC_API = 'https://api.github.com'
const USUAL_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN']
const ENTERPRISE_VARIABLES = ['GITHUB_ENTERPRISE_TOKEN', 'GH_ENTERPRISE_TOKEN']
const USUAL_LABEL = 'agentos'
const ISSUES = 'issues'

export interface GitHubPlace extends Omit<GitHubOptions, 'secret' | 'clock' | 'random'> {
  readonly why: 'configured' | 'detected'
  readonly pullRequests: boolean
  readonly secret: Secret | undefined
}

export async function findGitHub(config: Config, root: string): Promise<GitHubPlace | undefined> {
  const environment = process.env
  const { github } = config
  const token = tokenOf(config, environment)
  const hasIssues = existsSync(join(root, ISSUES))
  if (github === undefined && (hasIssues || token.secret === undefined)) return undefined
  const baseUrl = github?.baseUrl ?? baseUrlOf(environment)
  const origin = parseOrigin(await originOf(root), hostOf(baseUrl))
  const repository = github?.repository ?? origin
  if (repository === undefined) {
    if (github === undefined) return undefined
    throw new UsageError('github-repository', `origin is no repository on ${hostOf(baseUrl)}.`, {
      hint: 'Set github.repository to owner/name, or take github out of the config.',
    })
  }
  const [owner = '', name = ''] = repository.split('/')
  const { label = USUAL_LABEL, pullRequests = false } = github ?? {}
  const why = github === undefined ? 'detected' : 'configured'
  const [headOwner = owner] = origin?.split('/') ?? []
  return { why, owner, name, headOwner, label, baseUrl, pullRequests, ...token }
}

/** All variables that may hold a token: workers and what they start do not get them. */
export function tokenVariables({ github }: Config): string[] {
  const named = github?.tokenFrom?.slice('env:'.length)
  return [...USUAL_VARIABLES, ...ENTERPRISE_VARIABLES, ...(named === undefined ? [] : [named])]
}

/** `owner/name` out of an address of git, if it is on this host. */
export function parseOrigin(address: string, host: string): string | undefined {
  const match =
    /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(address) ??
    /^(?:[^/@]+@)?([^/:]+):(?!\/)(.+)$/.exec(address)
  const [, where = '', path = ''] = match ?? []
  if (where.toLowerCase().replace(/^(ssh|www)\.(?=github\.com$)/, '') !== host) return undefined
  const repository = path.replace(/\/+$/, '').replace(/\.git$/, '')
  return /^[\w.-]+\/[\w.-]+$/.test(repository) ? repository : undefined
}

function baseUrlOf({ GITHUB_API_URL: url }: NodeJS.ProcessEnv): string {
  if (url === undefined || url === '') return PUBLIC_API
  if (isSafeUrl(url)) return url
  throw new UsageError('github-url', 'The variable GITHUB_API_URL is no URL with https.')
}

/** The host of repositories, by that of the API. */
function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return hostname === 'api.github.com' ? 'github.com' : hostname.toLowerCase()
}

function tokenOf(config: Config, environment: NodeJS.ProcessEnv) {
  const named = config.github?.tokenFrom?.slice('env:'.length)
  const variables = named === undefined ? USUAL_VARIABLES : [named]
  const variable = variables.find((name) => environment[name]?.trim()) ?? variables[0] ?? ''
  const value = environment[variable]?.trim() ?? ''
  if (value !== '' && value.length < SHORTEST_SECRET && config.github !== undefined)
    throw new UsageError('github-token-short', `${variable} is too short to be a token.`)
  const secret = value.length < SHORTEST_SECRET ? undefined : new Secret('github', value)
  return { variable, secret }
}

async function originOf(root: string): Promise<string> {
  if (!existsSync(join(root, '.git'))) return ''
  const { exitCode, stdout } = await new Git(root).try('remote', 'get-url', 'origin')
  return exitCode === 0 ? stdout.trim() : ''
}
