/** JavaScript and TypeScript: which of the two, which kind of modules, and where new files go. */
import { posix } from 'node:path'
import type { TestTools } from '../implement/proof/test-tools.ts'
import { commonest, folderOf, inFolder, testedFolder, withoutAside } from './places.ts'
import type { ProjectFacts, ProjectFiles } from './project-facts.ts'

const CODE = /\.[cm]?[jt]sx?$/
const CONFIG = /(^|\/)([^/]+\.config|\.[^/]+|[gG]runtfile|[gG]ulpfile)\.[cm]?[jt]s$|\.d\.[cm]?ts$/
const TEST = /[._-](?:test|spec)\.[cm]?[jt]sx?$|(^|\/)test[._-][^/]+$/
const IN_TEST_FOLDER = /(^|\/)(tests?|__tests__|specs?)\//
/** Files that are read for how they import others. */
const MOST_READ = 4

type JavaScriptFacts = Required<
  Pick<ProjectFacts, 'language' | 'source' | 'tests' | 'modules' | 'ending'>
>

export async function javascriptFacts(
  project: ProjectFiles,
  tools: TestTools,
): Promise<JavaScriptFacts> {
  const code = withoutAside(project.files).filter((path) => CODE.test(path) && !CONFIG.test(path))
  const tests = testsAmong(code, tools)
  const sources = code.filter((path) => !TEST.test(path) && !IN_TEST_FOLDER.test(path))
  const folder = commonest(tests.map(folderOf))
  const around = folder === undefined ? '' : testedFolder(folder)
  const home = sourceFolder(sources, around)
  const type = await moduleType(project, around)
  const isTyped = isTypeScript(project.files, sources)
  const extension = extensionFor({ sources, home, isTyped, tools, type })
  const names = tests.filter((path) => folderOf(path) === folder).flatMap(nameLike)
  const name =
    commonest(names) ?? `<name>.${tools.framework === 'mocha' ? 'spec' : 'test'}.${extension}`
  const place = folder ?? (tools.framework === 'jest' ? '__tests__' : 'test')
  return {
    language: isTyped ? 'TypeScript' : 'JavaScript',
    source: inFolder(home, `<name>.${extension}`),
    tests: inFolder(place, name),
    modules: isEsmFor({ extension, tools, type }) ? 'ES modules' : 'CommonJS',
    ending: await endingFor(project, { code: [...tests, ...sources], extension, tools }),
  }
}

/** By their names; where none has such a name, all in a folder of tests, as jest, mocha and node:test take them. */
function testsAmong(code: readonly string[], { framework }: TestTools): string[] {
  const named = code.filter((path) => TEST.test(path))
  if (named.length > 0 || framework === 'vitest') return named
  return code.filter((path) => IN_TEST_FOLDER.test(path))
}

/** `list.test.tsx` as `<name>.test.ts`; none if only that one name makes it a test, such as `test.js`. */
function nameLike(path: string): string[] {
  const plain = posix.basename(path).replace(/([jt]s)x$/, '$1')
  const [, mark = '', end = ''] = /([._-](?:test|spec))?(\.[cm]?[jt]s)$/.exec(plain) ?? []
  const [before = ''] = mark === '' ? (/^test[._-](?=.+\.)/.exec(plain) ?? []) : []
  const isTest = before !== '' || mark !== '' || IN_TEST_FOLDER.test(path)
  return isTest ? [`${before}<name>${mark}${end}`] : []
}

function sourceFolder(sources: readonly string[], around: string): string {
  const near = sources.filter((path) => around === '' || path.startsWith(`${around}/`))
  const has = (folder: string) => near.some((path) => path.startsWith(`${folder}/`))
  const usual = ['src', 'lib'].map((name) => inFolder(around, name)).find(has)
  if (usual !== undefined) return usual
  if (near.some((path) => folderOf(path) === around)) return around
  return commonest(near.map(folderOf)) ?? inFolder(around, 'src')
}

function isTypeScript(files: readonly string[], sources: readonly string[]): boolean {
  const typed = sources.filter((path) => /\.[cm]?tsx?$/.test(path)).length
  return sources.length === 0 ? files.includes('tsconfig.json') : typed * 2 > sources.length
}

async function moduleType({ files, read }: ProjectFiles, around: string) {
  const own = inFolder(around, 'package.json')
  const path = files.includes(own) ? own : 'package.json'
  const text = files.includes(path) ? await read(path) : undefined
  return /"type"\s*:\s*"(module|commonjs)"/.exec(text ?? '')?.[1]
}

interface Kind {
  readonly extension: string
  readonly tools: TestTools
  readonly type: string | undefined
}

function extensionFor(
  kind: Omit<Kind, 'extension'> & {
    readonly sources: readonly string[]
    readonly home: string
    readonly isTyped: boolean
  },
): string {
  const { sources, home, isTyped, tools, type } = kind
  const own = sources.filter((path) => path.startsWith(inFolder(home, '')))
  const language = isTyped ? /\.([cm]?ts)x?$/ : /\.([cm]?js)x?$/
  const there = own.flatMap((path) => language.exec(path)?.[1] ?? [])
  const extension = commonest(there) ?? (isTyped ? 'ts' : 'js')
  // Node reads a `.ts` of a CommonJS package as CommonJS, whose syntax TypeScript does not have.
  const isStripped = tools.framework === 'node:test' && !hasLoader(tools)
  return extension === 'ts' && isStripped && type === 'commonjs' ? 'mts' : extension
}

function isEsmFor({ extension, tools, type }: Kind): boolean {
  if (extension === 'cjs') return false
  return extension !== 'js' || tools.framework === 'vitest' || type === 'module'
}

function hasLoader({ all, script = '' }: TestTools): boolean {
  return /\b(tsx|ts-node|swc|esbuild|babel)\b/.test(`${all} ${script}`)
}

const IMPORT = /\b(?:from|import|require\()\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** As the project's own imports have it, or else as its compiler wants it. */
async function endingFor(
  { files, read }: ProjectFiles,
  { code, extension, tools }: Omit<Kind, 'type'> & { readonly code: readonly string[] },
): Promise<string> {
  const isStripped = tools.framework === 'node:test' && !hasLoader(tools)
  if (/js$/.test(extension) || isStripped) return `.${extension}`
  const textOf = async (path: string) => (await read(path)) ?? ''
  const seen = commonest(
    (await Promise.all(code.slice(0, MOST_READ).map(textOf))).flatMap(endingsIn),
  )
  if (seen !== undefined) return seen.endsWith('ts') ? `.${extension}` : seen && compiled(extension)
  const config = files.includes('tsconfig.json') ? await textOf('tsconfig.json') : ''
  const settings = config.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  if (/"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(settings))
    return `.${extension}`
  const isNode = /"module(?:Resolution)?"\s*:\s*"node(?:next|\d\d)"/i.test(settings)
  return isNode || extension !== 'ts' ? compiled(extension) : ''
}

/** Of relative imports; those of styles and pictures do not count. */
function endingsIn(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, path = '']) => {
    const [ending = ''] = /\.\w+$/.exec(path) ?? []
    return ending === '' || CODE.test(ending) ? [ending] : []
  })
}

function compiled(extension: string): string {
  return `.${extension.replace('ts', 'js')}`
}
