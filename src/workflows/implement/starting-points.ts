import type { Branch, Repository } from '../../authoring/repository.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import type { OnRemark } from '../../model/remark.ts'
import { UsageError } from '../../model/usage-error.ts'
import { BRANCHES, unmerged } from './evidence.ts'
import type { ImplementSettings } from './settings.ts'

const MOST_NAMED = 3

/** Branches begin with commits: what is not in one is not built upon. Inputs and the config are read where they are. */
export async function remarkUncommitted(repo: Repository, onRemark: OnRemark): Promise<void> {
  const { designs, lineage, reports } = repo.folders
  const inputs = [designs, lineage, reports, 'issues', 'ideas'].map((folder) => `${folder}/`)
  const open = (await repo.uncommitted()).filter(
    (path) => !/^agentos\.config\./.test(path) && !inputs.some((folder) => path.startsWith(folder)),
  )
  if (open.length === 0) return
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : ''
  const named = `${open.slice(0, MOST_NAMED).join(', ')}${more}`
  onRemark({ text: `Not committed, so branches are built without it: ${named}` })
}

/** Refuses a run whose items would have no commit to begin from. */
export async function requireBase(
  repo: Repository,
  { base }: Pick<ImplementSettings, 'base'>,
): Promise<void> {
  if ((await repo.commitOf(base ?? 'HEAD')) === undefined) throw noBase(base)
}

/**
 * Where an item's branch begins: at the base, or at the branches of the items that it depends on or had
 * to wait for, as far as these are built and not merged yet. One that is part of another is left out.
 */
export async function startingPoints(
  repo: Repository,
  options: {
    readonly item: Pick<RunItem, 'dependsOn' | 'after'>
    readonly settings: Pick<ImplementSettings, 'base'>
    readonly mock: boolean
  },
): Promise<{ readonly commits: string[]; readonly names: string[] }> {
  const { item, settings, mock } = options
  const base = await repo.commitOf(settings.base ?? 'HEAD')
  if (base === undefined) throw noBase(settings.base)
  const branches = await repo.branches(BRANCHES)
  const issues = new Set([...item.dependsOn, ...item.after])
  const heads = await withoutAncestors(repo, await unmerged(repo, { issues, mock, branches, base }))
  if (heads.length === 0)
    return { commits: [base], names: [settings.base ?? 'what is checked out'] }
  // The base may have moved on since: its commits belong to every new branch.
  const commits = heads.map(({ commit }) => commit)
  const hasBase = await Promise.all(commits.map((commit) => repo.isAncestor(base, commit)))
  return {
    commits: [...commits, ...(hasBase.includes(true) ? [] : [base])],
    names: heads.map((head) => head.name),
  }
}

async function withoutAncestors(repo: Repository, heads: readonly Branch[]): Promise<Branch[]> {
  const kept: Branch[] = []
  for (const head of heads) {
    const others = heads.filter((other) => other.commit !== head.commit)
    const isPart = await Promise.all(
      others.map((other) => repo.isAncestor(head.commit, other.commit)),
    )
    if (!isPart.includes(true)) kept.push(head)
  }
  return kept
}

function noBase(base: string | undefined): UsageError {
  return base === undefined
    ? new UsageError(
        'no-commit',
        '`agentos implement` needs a git repository with at least one commit: branches begin there.',
        { hint: 'Run `git init && git add . && git commit -m "First commit"`.' },
      )
    : new UsageError(
        'no-base',
        `There is no branch or commit ${base}, which implement.base names.`,
        {
          hint: 'Set implement.base to a branch that is there, or leave it out: then it is what is checked out.',
        },
      )
}
