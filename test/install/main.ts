/**
 * `npm run tarball`: packs AgentOS, installs it as users do on each Node that it supports, globally and as a
 * dev dependency, and tries command, types and the import of a workflow. Needs npm's registry, for the Nodes and TypeScript.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODES = ['22', '24']
const CONFIG = `import { defineConfig } from 'agentos'
export default defineConfig({ maxParallel: 3 })
`
const WORKFLOW = `import { defineWorkflow } from 'agentos'
import { z } from 'zod'

export default defineWorkflow({
  name: 'greet',
  settings: z.strictObject({ tone: z.string().default('warm') }),
  collect: () => [{ id: 'ada' }],
  async run(item, { step, repo }) {
    const text = await step('compose', () => \`Hello, \${item.id}!\`)
    await step('write', () => repo.write('hello.txt', text))
  },
})
`

const place = mkdtempSync(join(tmpdir(), 'agentos-install-'))
try {
  const tarball = packed()
  const tools = installed('tools', 'typescript@7')
  for (const version of NODES) {
    const node = join(installed(`node${version}`, `node@${version}`), 'node_modules/node/bin')
    tryGlobal(`global, Node ${version}`, { tarball, node, tools })
    tryDevDependency(`dev dependency, Node ${version}`, { tarball, node, tools })
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}

interface Parts {
  readonly tarball: string
  readonly node: string
  readonly tools: string
}

function tryGlobal(name: string, { tarball, node, tools }: Parts): void {
  const prefix = folder(`${name} prefix`)
  npm(place, 'install', '--global', '--prefix', prefix, tarball)
  const project = repository(name)
  const bin = join(prefix, 'bin')
  run('agentos', ['init', '--types'], { cwd: project, path: [bin, node] })
  tryProject(project, { name, path: [bin, node], tools })
}

function tryDevDependency(name: string, { tarball, node, tools }: Parts): void {
  const project = repository(name)
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  npm(project, 'install', '--save-dev', tarball)
  tryProject(project, { name, path: [join(project, 'node_modules/.bin'), node], tools })
}

function tryProject(
  project: string,
  { name, path, tools }: { readonly name: string; readonly path: string[]; readonly tools: string },
): void {
  const tsc = join(tools, 'node_modules/.bin/tsc')
  const files = ['agentos.config.mts', 'greet.mts']
  run(tsc, ['--noEmit', '--strict', '--module', 'nodenext', ...files], { cwd: project, path })
  const version = run('agentos', ['--version'], { cwd: project, path }).trim()
  const said = run('agentos', ['run', 'greet.mts', '--all'], { cwd: project, path })
  if (!/1 done/.test(said) || /Warning/.test(said)) throw new Error(`${name}: ${said}`)
  process.stdout.write(`ok  ${name}: agentos ${version}, types, workflow\n`)
}

function repository(name: string): string {
  const root = folder(name)
  writeFileSync(join(root, 'agentos.config.mts'), CONFIG)
  writeFileSync(join(root, 'greet.mts'), WORKFLOW)
  writeFileSync(join(root, '.gitignore'), 'node_modules\n')
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  return root
}

function packed(): string {
  npm(ROOT, 'run', 'build')
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', place)
  rmSync(join(ROOT, 'dist'), { recursive: true })
  return join(place, readdirSync(place).find((name) => name.endsWith('.tgz')) ?? '')
}

function installed(name: string, wanted: string): string {
  const where = folder(name)
  writeFileSync(join(where, 'package.json'), '{ "private": true }\n')
  npm(where, 'install', wanted)
  return where
}

function folder(name: string): string {
  const path = join(place, name.replaceAll(/\W+/g, '-'))
  mkdirSync(path)
  return path
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd, stdio: 'pipe' })
}

/** What it prints, on both streams. */
function run(
  program: string,
  args: readonly string[],
  { cwd, path }: { readonly cwd: string; readonly path: readonly string[] },
): string {
  const PATH = [...path, process.env.PATH].join(delimiter)
  const quoted = [program, ...args].map((word) => `'${word}'`).join(' ')
  return execFileSync('/bin/sh', ['-c', `${quoted} 2>&1`], {
    cwd,
    env: { ...process.env, PATH },
    encoding: 'utf8',
  })
}
