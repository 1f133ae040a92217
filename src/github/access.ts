/** What can be known before anything is written: whether this token may do it in this repository. */
import { z } from 'zod'
import type { AccessWanted } from '../model/github.ts'
import type { Api } from './api.ts'
import { Refused } from './refusal.ts'

const aboutSchema = z.object({
  default_branch: z.string(),
  archived: z.boolean().optional(),
  has_issues: z.boolean().optional(),
  permissions: z
    .object({ push: z.boolean().optional(), triage: z.boolean().optional() })
    .optional(),
})

export type About = z.output<typeof aboutSchema>

export function lookAbout(api: Api): Promise<About> {
  return api.ask('GET /repos/{owner}/{repo}', {}, aboutSchema)
}

/** Throws what keeps the token from doing what is wanted, as far as GitHub tells beforehand. */
export function requireAccess(
  about: About,
  options: {
    readonly wants: AccessWanted
    readonly label: string
    readonly token: string
  },
): void {
  const { wants, label, token } = options
  if (about.archived === true)
    throw new Refused('refused', 'the repository is archived, so nothing can be written there')
  if (wants === 'issues' && about.has_issues === false)
    throw new Refused('refused', 'its issues are switched off in the settings of the repository')
  const { push, triage } = about.permissions ?? {}
  const mayLabel = wants === 'issues' && triage === true
  // Of an app, such as that of Actions: its `permissions` are those of a user, which it has not.
  const isInstallation = token.startsWith('ghs_')
  if (isInstallation || push !== false || mayLabel) return
  const what =
    wants === 'issues'
      ? `it would drop the label ${label}, by which issues are found again`
      : 'it may not write there, so it cannot open pull requests'
  throw new Refused('forbidden', what)
}
