import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { locateRepository } from '../repository/locate.ts'
import { StateDirectory } from '../store/state-directory.ts'

/**
 * What an earlier run has compiled is used again, the user's TypeScript above all: a run begins a
 * third sooner. It is kept where workers keep theirs; where nothing is yet, nothing is made.
 */
export function useCompiledCode(workingDirectory: string): void {
  const { root } = locateRepository(workingDirectory)
  const { compileCache } = StateDirectory.of(root, process.env.AGENTOS_HOME)
  if (existsSync(compileCache)) enableCompileCache(compileCache)
}
