/** How a project is set up, tested and checked, as far as that is known: for plans and for `doctor`. */
import type { Repository } from '../../../authoring/repository.ts'
import type { ImplementSettings } from '../settings.ts'
import { detectChecks } from './checks/detect-checks.ts'
import { detectTools, type TestTools } from './test-tools.ts'

export interface ProjectTools {
  readonly setup: string | undefined
  readonly tests: TestTools | undefined
  readonly checks: readonly string[]
}

export async function projectTools(
  repo: Pick<Repository, 'files' | 'read'>,
  settings: ImplementSettings,
): Promise<ProjectTools> {
  const files = await repo.files()
  const packageJson = await repo.read('package.json')
  const tests = detectTools({ files, packageJson, settings })
  const read = (path: string) => repo.read(path)
  const checks = await detectChecks({ files, read, tools: tests, settings })
  return { setup: settings.setup, tests, checks }
}

export function toolLines({ setup, tests, checks }: ProjectTools): string[] {
  return [
    `Set-up: ${setup ?? 'none (implement.setup)'}`,
    tests === undefined
      ? 'Tests: no known way to run them; set implement.test'
      : `Tests: ${tests.all} (${tests.framework}, known from ${tests.from})`,
    `Checks: ${checks.length === 0 ? 'none (implement.checks)' : checks.join(', ')}`,
  ]
}
