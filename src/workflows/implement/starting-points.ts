import type { Repository } from '../../authoring/repository.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import { UsageError } from '../../model/usage-error.ts'
import { BRANCHES, findBuilt } from './evidence.ts'
import type { ImplementSettings } from './settings.ts'

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
  const name = settings.base ?? 'HEAD'
  const base = await repo.commitOf(name)
  if (base === undefined) throw noBase(settings.base)
  const branches = await repo.branches(BRANCHES)
  const found: { name: string; commit: string }[] = []
  for (const issue of new Set([...item.dependsOn, ...item.after])) {
    const built = await findBuilt(repo, { issue, mock }, branches)
    if (built?.commit == null || built.branch == null) continue
    if (await repo.isAncestor(built.commit, base)) continue
    found.push({ name: built.branch, commit: built.commit })
  }
  const heads = await withoutAncestors(repo, found)
  if (heads.length === 0)
    return { commits: [base], names: [settings.base ?? 'what is checked out'] }
  // The base may have moved on since: its commits belong to every new branch.
  const isBehind = await behind(repo, base, heads)
  return {
    commits: [...heads.map(({ commit }) => commit), ...(isBehind ? [base] : [])],
    names: heads.map((head) => head.name),
  }
}

async function withoutAncestors(repo: Repository, heads: { name: string; commit: string }[]) {
  const kept = []
  for (const head of heads) {
    const others = heads.filter((other) => other.commit !== head.commit)
    const isPart = await Promise.all(
      others.map((other) => repo.isAncestor(head.commit, other.commit)),
    )
    if (!isPart.includes(true)) kept.push(head)
  }
  return kept
}

async function behind(
  repo: Repository,
  base: string,
  heads: readonly { readonly commit: string }[],
): Promise<boolean> {
  for (const { commit } of heads) if (await repo.isAncestor(base, commit)) return false
  return true
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
