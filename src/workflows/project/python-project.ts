/** Python: which package new modules go to, under which name they are imported, and where tests are. */
import { posix } from 'node:path'
import { commonest, folderOf, inFolder, withoutAside } from './places.ts'
import type { ProjectFacts, ProjectFiles } from './project-facts.ts'

const TEST = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/
const IN_TEST_FOLDER = /(^|\/)(tests?|testing)\//
const NO_MODULE = /(^|\/)(conftest|setup|noxfile|tasks|manage|__main__)\.py$/
const CONFIGS = ['pyproject.toml', 'pytest.toml', 'pytest.ini', 'setup.cfg', 'tox.ini']

type PythonFacts = Required<Pick<ProjectFacts, 'language' | 'source' | 'tests' | 'importedAs'>>

export async function pythonFacts(project: ProjectFiles): Promise<PythonFacts> {
  const code = withoutAside(project.files).filter((path) => path.endsWith('.py'))
  const tests = code.filter((path) => TEST.test(path))
  const sources = code.filter(
    (path) => !TEST.test(path) && !IN_TEST_FOLDER.test(path) && !NO_MODULE.test(path),
  )
  const home = packageOf(sources)
  const folder = commonest(tests.map(folderOf)) ?? (await configuredFolder(project)) ?? 'tests'
  const isBehind = commonest(tests.map((path) => String(posix.basename(path).startsWith('test_'))))
  const module = home.replace(/^src(\/|$)/, '').replaceAll('/', '.')
  return {
    language: 'Python',
    source: inFolder(home, '<name>.py'),
    tests: inFolder(folder, isBehind === 'false' ? '<name>_test.py' : 'test_<name>.py'),
    importedAs: module === '' ? '<name>' : `${module}.<name>`,
  }
}

/** The outermost package, of several the one with most modules; without one, where the modules are. */
function packageOf(sources: readonly string[]): string {
  const packages = sources.filter((path) => path.endsWith('/__init__.py')).map(folderOf)
  const depth = (folder: string) => folder.replace(/^src\//, '').split('/').length
  const outermost = Math.min(...packages.map(depth))
  const count = (folder: string) => sources.filter((path) => path.startsWith(`${folder}/`)).length
  const [first] = packages
    .filter((folder) => depth(folder) === outermost)
    .sort((one, other) => count(other) - count(one) || (one < other ? -1 : 1))
  return first ?? commonest(sources.map(folderOf)) ?? ''
}

/** The first of `testpaths`, in whatever file pytest reads it from. */
async function configuredFolder({ files, read }: ProjectFiles): Promise<string | undefined> {
  for (const path of CONFIGS.filter((name) => files.includes(name))) {
    const [, folder] =
      /^testpaths\s*=\s*\[?\s*["']?([\w./-]+)/m.exec((await read(path)) ?? '') ?? []
    if (folder !== undefined) return posix.normalize(folder).replace(/\/$/, '')
  }
  return undefined
}
