import type { Repository } from '../authoring/repository.ts'
import { contextFor } from './context-for.ts'
import { gitTree } from './git-tree.ts'
import { indexInProcesses } from './index-processes.ts'

/** A repository whose `context` works. `cache` is the folder of the index. */
export function withContext(repository: Repository, cache: string): Repository {
  const { root } = repository
  return {
    ...repository,
    context: (question, options = {}) => {
      const { at: commit } = options
      const fill = (files: Parameters<typeof indexInProcesses>[0]['files']) =>
        indexInProcesses({ root, commit, cache, files })
      return contextFor({ tree: gitTree(root, commit), cache, fill }, question, options)
    },
  }
}
