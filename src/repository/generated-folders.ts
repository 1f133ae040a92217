/** Folders that a project's own tools write anew: documents of somebody else do not last there. */
import { posix } from 'node:path'

export interface GeneratedFolder {
  readonly folder: string
  /** What writes or empties it, for people. */
  readonly why: string
}

type Read = (path: string) => string | undefined

const DOC_TOOL =
  /\b(typedoc|jsdoc|esdoc|compodoc|documentation|api-documenter|sphinx-build|mkdocs|pdoc|mdbook|doxygen|docusaurus|vitepress)\b/
const REMOVES =
  /\b(?:rm(?:\s+-\w+)+|rimraf|del-cli|shx\s+rm(?:\s+-\w+)*|remove-item)\s+([^;&|\n]+)/gi
const WRITES =
  /(?:--out(?:put)?(?:[-_]?dir(?:ectory)?)?|--outputDirectory|--destination|--site-dir|-o|-d)[=\s]+([^\s;&|]+)/g

/** Settings of tools that name a folder, and the folder that the tool takes without one. */
const SETTINGS: readonly {
  readonly files: readonly string[]
  readonly tool: string
  readonly setting: RegExp
  readonly without?: string
}[] = [
  {
    files: ['typedoc.json', 'typedoc.jsonc', 'typedoc.config.js', 'typedoc.config.mjs'],
    tool: 'typedoc',
    setting: /["']?\bout["']?\s*:\s*["']([^"']+)["']/g,
    without: 'docs',
  },
  {
    files: ['tsconfig.json'],
    tool: 'tsc',
    setting: /"(?:outDir|declarationDir)"\s*:\s*"([^"]+)"/g,
  },
  {
    files: ['mkdocs.yml'],
    tool: 'mkdocs',
    setting: /^site_dir:\s*["']?([^"'\s]+)/gm,
    without: 'site',
  },
  {
    files: ['book.toml'],
    tool: 'mdbook',
    setting: /^build-dir\s*=\s*["']([^"']+)/gm,
    without: 'book',
  },
  { files: ['Doxyfile'], tool: 'doxygen', setting: /^OUTPUT_DIRECTORY\s*=\s*(\S+)/gm },
  { files: ['docs/Makefile'], tool: 'sphinx-build', setting: /^BUILDDIR\s*\??=\s*(\S+)/gm },
]

/** By the scripts and settings that are at the usual places. */
export async function generatedFolders(
  readFile: (path: string) => Promise<string | undefined>,
): Promise<GeneratedFolder[]> {
  const paths = ['package.json', 'Makefile', ...SETTINGS.flatMap(({ files }) => files)]
  const texts = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)),
  )
  const read: Read = (path) => texts.get(path)
  const { scripts, typedocOut } = packageFacts(read('package.json'))
  const makefile = read('Makefile')
  const commands = [...scripts, ...(makefile === undefined ? [] : [['the Makefile', makefile]])]
  const set = SETTINGS.flatMap((tool) => bySettings(tool, read))
  const isTypedocSet = typedocOut !== undefined || set.some(({ why }) => why.includes('typedoc'))
  return [
    ...commands.flatMap(([name = '', text = '']) => byCommand(name, text, isTypedocSet)),
    ...(typedocOut === undefined ? [] : folderOf(typedocOut, 'typedoc (package.json) writes it')),
    ...set,
  ]
}

/** The first reason why what is put into a folder does not last; undefined if there is none. */
export function generatedBy(
  folder: string,
  generated: readonly GeneratedFolder[],
): GeneratedFolder | undefined {
  return generated.find((one) => folder === one.folder || folder.startsWith(`${one.folder}/`))
}

function byCommand(name: string, text: string, isTypedocSet: boolean): GeneratedFolder[] {
  const removed = [...text.matchAll(REMOVES)].flatMap(([, words = '']) =>
    words.split(/\s+/).filter((word) => !word.startsWith('-')),
  )
  const tool = DOC_TOOL.exec(text)?.[1]
  const written = tool === undefined ? [] : [...text.matchAll(WRITES)].map(([, path = '']) => path)
  const isDefault = tool === 'typedoc' && written.length === 0 && !isTypedocSet
  return [
    ...removed.flatMap((path) => folderOf(path, `${name} removes it`)),
    ...[...written, ...(isDefault ? ['docs'] : [])].flatMap((path) =>
      folderOf(path, `${name} (${tool}) writes it`),
    ),
  ]
}

function bySettings({ files, tool, setting, without }: (typeof SETTINGS)[number], read: Read) {
  return files.flatMap((file) => {
    const text = read(file)
    if (text === undefined) return []
    const named = [...text.matchAll(setting)].map(([, path = '']) =>
      posix.join(posix.dirname(file), path),
    )
    const paths = named.length === 0 && without !== undefined ? [without] : named
    return paths.flatMap((path) => folderOf(path, `${tool} (${file}) writes it`))
  })
}

/** A folder of the repository as it is spelled in paths; none if it is the whole of it, or outside. */
function folderOf(text: string, why: string): GeneratedFolder[] {
  const plain = text.replace(/^["']|["']$/g, '').replace(/\/\*+(\/\*+)*$/, '')
  const folder = posix.normalize(plain).replace(/\/$/, '')
  const isInside = folder !== '.' && !folder.startsWith('..') && !folder.startsWith('/')
  return isInside && !/[*$~{]/.test(folder) ? [{ folder, why }] : []
}

function packageFacts(text: string | undefined) {
  const { scripts = {}, typedocOptions = {} } = jsonOf(text)
  const named = Object.entries(scripts).map(
    ([name, script]) => [`\`npm run ${name}\``, String(script)] as const,
  )
  return { scripts: named, typedocOut: typedocOptions.out }
}

function jsonOf(text = '{}'): {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly typedocOptions?: { readonly out?: string }
} {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {} // whoever installs the project is told; here it names no folder
  }
}
