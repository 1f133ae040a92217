/** What a prompt says of the project that is written for: the lines of `workflows/project/project-words.ts`. */
import { posix } from 'node:path'
import { fileName, pathsIn } from './answer-parts.ts'

/** A project as prompts state it; without a word, node:test and ES modules. */
export interface Project {
  readonly framework: string
  readonly command: string
  /** False: `require` and `module.exports`, unless a file's extension says otherwise. */
  readonly isEsm: boolean
  /** How relative imports of TypeScript end; undefined: as the file does. */
  readonly ending: string | undefined
  /** Paths of a new module and its tests, and its name in imports of Python's, each with `<name>` in it. */
  readonly source: string
  readonly tests: string
  readonly importedAs: string
}

export function projectIn(context: string): Project {
  const [, framework = 'node:test', command = 'npm test'] =
    /^- Tests: (\S+), run with `([^`\n]*)`/m.exec(context) ?? []
  const [, modules, endingWords = ''] =
    /^- Modules: (ES modules|CommonJS); relative imports (.*)$/m.exec(context) ?? []
  const [, language = ''] = /^- Language: (\w+)$/m.exec(context) ?? []
  const [, source, tests] =
    /^- New files, .*: module `([^`\n]+)`, tests `([^`\n]+)`$/m.exec(context) ?? []
  const usual = USUAL[language] ?? usualIn(context)
  return {
    framework,
    command,
    isEsm: modules !== 'CommonJS',
    ending: modules === undefined ? undefined : (/`(.+)`/.exec(endingWords)?.[1] ?? ''),
    source: source ?? usual.source,
    tests: tests ?? usual.tests,
    importedAs: /^- Import: `from (\S+) import/m.exec(context)?.[1] ?? '<name>',
  }
}

/** Issues are written for any project, and name files. */
const USUAL: Readonly<Record<string, Pick<Project, 'source' | 'tests'>>> = {
  Go: { source: '<name>.go', tests: '<name>_test.go' },
  Rust: { source: 'src/<name>.rs', tests: 'tests/<name>.rs' },
}

/** Where nothing else is said: the language by the files that a prompt lists. */
function usualIn(context: string): Pick<Project, 'source' | 'tests'> {
  const isPlain = pathsIn(context).some((path) => /^src\/.*\.js$/.test(path))
  const extension = isPlain ? 'js' : 'ts'
  return { source: `src/<name>.${extension}`, tests: `test/<name>.test.${extension}` }
}

export interface FeatureNames {
  readonly source: string
  readonly tests: string
  readonly functionName: string
}

/** Names for what is new, none of which is there or means something else. */
export function namesFor(title: string, project: Project, context: string): FeatureNames {
  const there = new Set(pathsIn(context))
  const isPython = project.source.endsWith('.py')
  const slug = plainName(noTest(fileName(title)), {
    isPython,
    isTopLevel: project.importedAs === '<name>',
  })
  const at = (name: string) => ({
    source: project.source.replace('<name>', name),
    tests: project.tests.replace('<name>', name),
  })
  const isThere = ({ source, tests }: ReturnType<typeof at>) =>
    there.has(source) || there.has(tests)
  const name = isThere(at(slug)) ? `${slug}${isPython ? '_' : '-'}feature` : slug
  return { ...at(name), functionName: isPython ? name : camelOf(name) }
}

/** Runners take `test-…` and `…-test` for tests. */
function noTest(slug: string): string {
  return slug.replace(/^test(?=-|$)/, 'feature-test').replace(/(?<=-)(test|spec)$/, '$1-feature')
}

/** Words of a language, and names that tests and code use. */
const TAKEN: ReadonlySet<string> = new Set(
  `abstract and arguments as assert async await bool break case catch class const continue debugger def default del
  delete describe dict do elif else enum enumerate eval except expect export extends false final finally for from
  function global if implements import in input int interface is it lambda len let match message module new none nonlocal
  not null number or package pass private protected public pytest raise re refused require result return rule rules
  static str super switch test this throw true try type typing typeof undefined var void while with yield`.split(
    /\s+/,
  ),
)

/** A top-level module with a name of one word could hide one of Python's own. */
function plainName(
  slug: string,
  { isPython, isTopLevel }: { readonly isPython: boolean; readonly isTopLevel: boolean },
): string {
  if (!isPython) return TAKEN.has(slug) ? `${slug}-feature` : slug
  const name = slug.replaceAll('-', '_')
  if (/^\d/.test(name)) return `feature_${name}`
  const isTaken = TAKEN.has(name) || (isTopLevel && !name.includes('_'))
  return isTaken ? `${name}_feature` : name
}

function camelOf(slug: string): string {
  const name = slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return /^\d/.test(name) ? `feature${name}` : name
}

/** Existing modules beside the new one that a text speaks of by name, and a changelog. */
export function namedFiles(text: string, project: Project, context: string): string[] {
  const paths = pathsIn(context)
  const [top = ''] = project.source.split('/')
  const extension = /\.(py|[cm]?[jt]s)$/.exec(project.source)?.[1] ?? ''
  const isBeside = (path: string) =>
    path.startsWith(`${top}/`) && path.endsWith(`.${extension}`) && !/[._-](test|spec)\./.test(path)
  const named = [...text.matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path)
  return [...new Set(named)].filter(
    (path) => paths.includes(path) && (isBeside(path) || path.startsWith('CHANGELOG')),
  )
}

/** From one file of the repository to another. */
export function importPath(from: string, to: string, { ending }: Project): string {
  const path = posix.relative(posix.dirname(from), to)
  const isTyped = /\.[cm]?ts$/.test(path)
  const ended = isTyped && ending !== undefined ? path.replace(/\.[cm]?ts$/, ending) : path
  return ended.startsWith('.') ? ended : `./${ended}`
}

/** Whether a file is an ES module; its extension comes before what the project says. */
export function isEsmFile(path: string, { isEsm }: Project): boolean {
  return /\.c[jt]s$/.test(path) ? false : isEsm || /\.(mjs|[cm]?ts)$/.test(path)
}

/** Whether the features that are known word for word fit: they are ES modules with tests of node:test. */
export function isKnownStyle(
  { source, tests }: Omit<FeatureNames, 'functionName'>,
  project: Project,
) {
  const isEsm = [source, tests].every((path) => isEsmFile(path, project))
  return project.framework === 'node:test' && source.endsWith('.js') && isEsm
}
