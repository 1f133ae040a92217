/** Puts the sources and what they import into `dist/`: one graph of ES modules, split by rolldown. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { GRAMMARS } from '../src/context/index/code-languages.ts'
import { SCRIPT, STYLE } from '../src/reporters/page/page-assets.ts'
import { grammarFile } from '../src/syntax/grammar-files.ts'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))
const WORKFLOWS = ['issue', 'lld', 'implement']

/** Files that are started or imported by path, or that read prompts beside them; they keep their place. */
const ENTRIES = [
  'index',
  'cli/main',
  'worker/entry',
  'context/index-process',
  'telemetry/export-thread',
  'workflows/issue/issue',
  'workflows/lld/lld',
  'workflows/implement/implement',
]

/** The page's script and style as texts: where the package lies there are no sources to make them of. */
const pageAssets: Plugin = {
  name: 'page-assets',
  load: (id) =>
    id.endsWith('/page/page-assets.ts')
      ? `export const SCRIPT = ${JSON.stringify(SCRIPT)}\nexport const STYLE = ${JSON.stringify(STYLE)}`
      : undefined,
}

/** The grammars are copied; the files that look for them are one folder deep. */
const grammarFiles: Plugin = {
  name: 'grammar-files',
  load: (id) =>
    id.endsWith('/syntax/grammar-files.ts')
      ? `import { fileURLToPath } from 'node:url'
export const grammarFile = (name = 'runtime') => fileURLToPath(new URL('../grammars/' + name + '.wasm', import.meta.url))`
      : undefined,
}

export async function bundle(folder: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(SOURCE, `${name}.ts`)])),
    platform: 'node',
    transform: { target: 'node22' },
    plugins: [pageAssets, grammarFiles],
    checks: { eval: false }, // of web-tree-sitter: constants of the grammars
  })
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    // As deep as the rooms, for what a source finds by `../` from its own place.
    chunkFileNames: 'shared/[name]-[hash].js',
  })
  await build.close()
  for (const name of WORKFLOWS) {
    const prompts = join('workflows', name, 'prompts')
    cpSync(join(SOURCE, prompts), join(folder, prompts), { recursive: true })
  }
  const grammars = join(folder, 'grammars')
  mkdirSync(grammars)
  cpSync(grammarFile(), join(grammars, 'runtime.wasm'))
  for (const name of GRAMMARS) cpSync(grammarFile(name), join(grammars, `${name}.wasm`))
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  writeFileSync(join(folder, 'licenses.txt'), licensesOf([...modules, grammarFile('css')]))
}

/** The licence texts of the packages that are inside. */
function licensesOf(modules: readonly string[]): string {
  const packages = new Set(modules.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []))
  return [...packages].sort().map(licenseOf).join('\n')
}

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  return `# ${name} ${version} (${license})\n\n${text}`
}
