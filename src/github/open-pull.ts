/** A pull request for a branch, once: one that is open, or was opened for this very commit, is it. */
import { z } from 'zod'
import type { OpenedPull, PullToOpen } from '../model/github.ts'
import type { Api } from './api.ts'
import { titleOf } from './issue-text.ts'
import { Refused } from './refusal.ts'

const LIST = 'GET /repos/{owner}/{repo}/pulls'
const CREATE = 'POST /repos/{owner}/{repo}/pulls'

const pullSchema = z.object({
  number: z.int(),
  html_url: z.url(),
  state: z.string(),
  head: z.object({ ref: z.string(), sha: z.string() }),
})

type Pull = z.output<typeof pullSchema>

export async function openPull(
  api: Api,
  place: { readonly headOwner: string; readonly defaultBranch: string },
  pull: PullToOpen,
): Promise<OpenedPull> {
  const head = `${place.headOwner}:${pull.branch}`
  const there = await findPull(api, head, pull)
  if (there !== undefined) return answerOf(there, 'found')
  const words = {
    title: titleOf(pull),
    body: `${pull.body.trim()}\n\nCloses #${pull.issue}.\n`,
  }
  try {
    const base = pull.base ?? place.defaultBranch
    return answerOf(await api.ask(CREATE, { head, base, ...words }, pullSchema), 'created')
  } catch (error) {
    const isThere = error instanceof Refused && /already exists/i.test(error.message)
    const other = isThere ? await findPull(api, head, pull) : undefined
    if (other === undefined) throw error
    return answerOf(other, 'found')
  }
}

async function findPull(api: Api, head: string, pull: PullToOpen): Promise<Pull | undefined> {
  const all = await api.list(LIST, { head, state: 'all' }, pullSchema)
  const own = all.filter((one) => one.head.ref === pull.branch)
  return (
    own.find(({ state }) => state === 'open') ?? own.find((one) => one.head.sha === pull.commit)
  )
}

function answerOf({ number, html_url }: Pull, how: OpenedPull['how']): OpenedPull {
  return { number, url: html_url, how }
}
