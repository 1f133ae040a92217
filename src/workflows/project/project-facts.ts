/**
 * How a project is written and tested, by its files. Prompts say it, so that a model's new files have the language, the
 * modules and the place that the project's runner collects; and a plan with the mock provider is refused by it.
 */

import type { RunContext } from '../../authoring/run-context.ts'
import { detectTools, type TestTools } from '../implement/proof/test-tools.ts'
import type { ImplementSettings } from '../implement/settings.ts'
import { javascriptFacts } from './javascript-project.ts'
import { pythonFacts } from './python-project.ts'

export interface ProjectFacts {
  readonly language?: 'JavaScript' | 'TypeScript' | 'Python' | 'Go' | 'Rust'
  readonly tools?: TestTools
  /** Where a new module and its tests would be, with `<name>` in it. */
  readonly source?: string
  readonly tests?: string
  /** Of JavaScript and TypeScript. */
  readonly modules?: 'ES modules' | 'CommonJS'
  /** How a relative import of the new module ends; empty if without an extension. */
  readonly ending?: string
  /** The module's name in an import of Python's, with `<name>` in it. */
  readonly importedAs?: string
}

export interface ProjectFiles {
  readonly files: readonly string[]
  readonly read: (path: string) => Promise<string | undefined>
}

export async function projectFacts(
  project: ProjectFiles & { readonly settings: Pick<ImplementSettings, 'test' | 'testFiles'> },
): Promise<ProjectFacts> {
  const { files, read, settings } = project
  const packageJson = files.includes('package.json') ? await read('package.json') : undefined
  const tools = detectTools({ files, packageJson, settings })
  if (tools === undefined) return {}
  switch (tools.framework) {
    case 'own':
      return { tools }
    case 'go':
      return { tools, language: 'Go' }
    case 'cargo':
      return { tools, language: 'Rust' }
    case 'pytest':
    case 'unittest':
      return { tools, ...(await pythonFacts(project)) }
    default:
      return { tools, ...(await javascriptFacts(project, tools)) }
  }
}

/** Of the files as they are on disk. */
export async function repositoryFacts({
  repo,
  settings,
}: Pick<RunContext, 'repo' | 'settings'>): Promise<ProjectFacts> {
  return projectFacts({
    files: await repo.files(),
    read: (path) => repo.read(path),
    settings: settings as unknown as ImplementSettings,
  })
}
