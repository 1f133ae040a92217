import type { RunContext } from '../../authoring/run-context.ts'
import type { FiledIssue } from '../../model/github.ts'
import type { IssueFile } from './issue-files.ts'

/** Files an approved issue on GitHub, once, if the config wants it: its number is then GitHub's. */
export async function fileOnGitHub(
  { step, github }: RunContext,
  issue: {
    readonly brief: string
    readonly inputHash: string
    readonly title: string
    readonly body: string
    readonly labels: readonly string[]
    /** The file that the brief has become before. */
    readonly own: IssueFile | undefined
    /** Throws if the text must not be published after all. */
    readonly check: () => Promise<void>
  },
): Promise<FiledIssue | undefined> {
  const { fileIssue } = github
  if (fileIssue === undefined) return undefined
  const { own, check, ...text } = issue
  const url = own?.data.url
  const filed = own !== undefined && typeof url === 'string' ? { url, body: own.body } : null
  return step('file', async () => {
    await check()
    return fileIssue({ ...text, filed })
  })
}
