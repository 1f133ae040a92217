/** Links of the documents lead to files and headings that exist; paths of sources and scripts exist, too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
const pages = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CHANGELOG.md', ...docs]
/** Pages about the code as it is now; decisions and the changelog may name deleted files. */
const current = pages.filter((page) => !/^docs\/decisions\/|^CHANGELOG/.test(page))

test.each(pages)('links of %s lead somewhere', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|srcset="([^"]+)"/g)]
  const dead = links
    .map(([, link = '', source = '']) => link || source)
    .filter((link) => !/^https?:/.test(link) && !isThere(page, link))
  expect(dead).toEqual([])
})

test.each(current)('sources and scripts named in %s exist', (page) => {
  const text = read(page)
  const paths = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|cjs|mjs|json))`/g)]
    .map(([, path = '']) => path)
    .filter((path) => isSource(path) && !existsIn(path))
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const unknown = [...text.matchAll(/npm run ([a-z]+)/g)]
    .map(([, script = '']) => script)
    .filter((script) => !scripts.includes(script))
  expect([...paths, ...unknown]).toEqual([])
})

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || headings(read(target)).includes(anchor)
}

/** As GitHub makes anchors of headings. */
function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const ROOMS = readdirSync(join(root, 'src'))
const OWN = [...ROOMS, 'test', 'bench', 'build', 'bin', 'src', 'examples']

/** A path of this project, as opposed to one of the user's repository. */
function isSource(path: string): boolean {
  return OWN.includes(path.split('/')[0] ?? '') && !/^src\/(list|x|a)\b/.test(path)
}

function existsIn(path: string): boolean {
  return ['', 'src'].some((folder) => existsSync(join(root, folder, path)))
}
