/** Requests to one repository on GitHub: asked with the token, answered with data that was checked. */
import { request } from '@octokit/request'
import { z } from 'zod'
import { addressOf } from '../model/calls/network-fault.ts'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import type { GitHubOptions } from './github.ts'
import { Refused, refusedBy } from './refusal.ts'

const API_VERSION = '2022-11-28'
const ANSWER_WITHIN_MS = 30_000
/** Of a hundred entries each. */
const MOST_PAGES = 100

export interface Api {
  /** `route` is Octokit's, such as `GET /repos/{owner}/{repo}`; these two are filled in. */
  ask<T>(route: string, parameters: object, schema: z.ZodType<T>): Promise<T>
  /** All pages of a list. */
  list<T>(route: string, parameters: object, schema: z.ZodType<T>): Promise<T[]>
}

export function createApi(options: GitHubOptions, signal: AbortSignal): Api {
  const { owner, name, secret, clock } = options
  const redactor = redactorOf([secret])
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const send = request.defaults({
    baseUrl,
    owner,
    repo: name,
    headers: {
      authorization: `Bearer ${secret.reveal()}`,
      'user-agent': 'agentos',
      'x-github-api-version': API_VERSION,
    },
  })

  async function page<T>(route: string, parameters: object, schema: z.ZodType<T>) {
    try {
      const { data, headers } = await send(route, {
        ...parameters,
        request: { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]) },
      })
      return {
        data: checked(redactor.redactDeep(data as unknown), schema, baseUrl),
        link: headers.link,
      }
    } catch (error) {
      if (error instanceof Refused) throw error
      const redact = (text: string) => secret.redactMasked(redactor.redact(text))
      throw refusedBy(error, { now: clock.now(), baseUrl, redact })
    }
  }

  return {
    ask: async (route, parameters, schema) => (await page(route, parameters, schema)).data,
    async list<T>(route: string, parameters: object, schema: z.ZodType<T>) {
      const found: T[] = []
      let at = { route, parameters: { ...parameters, per_page: 100 } as object }
      for (let count = 1; count <= MOST_PAGES; count++) {
        const { data, link } = await page(at.route, at.parameters, z.array(schema))
        found.push(...data)
        const next = nextPage(link, baseUrl)
        if (next === undefined) return found
        at = { route: `GET ${next}`, parameters: {} }
      }
      throw unclear(`the list has more than ${MOST_PAGES} pages`, baseUrl)
    },
  }
}

function checked<T>(data: unknown, schema: z.ZodType<T>, baseUrl: string): T {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw unclear(`its answer cannot be read: ${where}${issue?.message}`, baseUrl)
}

/** The token goes to no other host, whatever an answer says. */
function nextPage(link: string | undefined, baseUrl: string): string | undefined {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  if (next === undefined) return undefined
  if (URL.parse(next)?.origin === new URL(baseUrl).origin) return next
  throw unclear('the next page of its list is on another host', baseUrl)
}

function unclear(what: string, baseUrl: string): Refused {
  const at = addressOf(new URL(baseUrl))
  const message = `${what}; github.baseUrl leads to ${at}, which may not be GitHub's API`
  return new Refused('unreadable', message)
}
