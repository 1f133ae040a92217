/**
 * Puts the sources and what they import into a few files: a process that starts finds and reads ten
 * files instead of five hundred, in half the time.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { SCRIPT, STYLE } from '../src/reporters/page/page-assets.ts'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))
const WORKFLOWS = ['issue', 'lld', 'implement']

/** Files that are started or imported by path; they keep their place. */
const ENTRIES = ['index', 'cli/main', 'worker/entry', 'telemetry/export-thread']

/** The page's script and style as texts: where the package lies there are no sources to make them of. */
const pageAssets: Plugin = {
  name: 'page-assets',
  load: (id) =>
    id.endsWith('/page/page-assets.ts')
      ? `export const SCRIPT = ${JSON.stringify(SCRIPT)}\nexport const STYLE = ${JSON.stringify(STYLE)}`
      : undefined,
}

/**
 * What a worker loads besides its own file, and what workflows for documents load besides theirs, in a
 * few files instead of twenty: each costs it half a millisecond. Apart is what would make light
 * commands load more than they need, and what looks for files beside its own.
 */
const TOGETHER = [
  {
    name: 'nouns',
    test: /src\/(model|authoring|protocol)\/(?!item\.|gate-hash|span-id|front-matter)/,
  },
  { name: 'store', test: /src\/(store|files)\/(?!state-directory)/ },
  { name: 'repository', test: /src\/repository\/(?!locate|describe|issues)/ },
  { name: 'item', test: /src\/model\/item\./ },
  { name: 'zod', test: /node_modules\/zod\// },
  { name: 'reviews', test: /src\/workflows\/(review\/|document\/lineage)/ },
  { name: 'front-matter', test: /front-matter|node_modules\/yaml/ },
  { name: 'documents', test: /src\/workflows\/(document|lld)\/(?!lld\.ts|prompts\.ts)/ },
]

export async function bundle(folder: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(SOURCE, `${name}.ts`)])),
    platform: 'node',
    plugins: [pageAssets, plainBuiltins],
  })
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    // As deep as the rooms, for what a source finds by `../` from its own place; workflows beside their prompts.
    chunkFileNames: ({ name }) =>
      `${WORKFLOWS.includes(name) ? `workflows/${name}` : 'shared'}/[name]-[hash].js`,
    codeSplitting: { groups: [...TOGETHER] },
  })
  await build.close()
  for (const name of WORKFLOWS) {
    const prompts = join('workflows', name, 'prompts')
    cpSync(join(SOURCE, prompts), join(folder, prompts), { recursive: true })
  }
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  writeFileSync(join(folder, 'licenses.txt'), licensesOf(modules))
}

/**
 * Importing a module of Node by `import` reads all it exports, and loads what it would load only when
 * that is used: streams, decoders, threads. Asked for by name it takes no time.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  renderChunk: (code) =>
    code.replace(
      /^import (\{[^}]+\}|[\w$]+) from "(node:[^"]+)";$/gm,
      (_, names: string, module: string) =>
        `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("${module}");`,
    ),
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
