/** What the documents tell a newcomer to type is typed here. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { GitHubServer, TOKEN } from '../rig/github-server.ts'
import { Project } from '../rig/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(isPage)
    .map((name) => `docs/${name}`),
]

/** Commands that set up or test this very project; CI runs them. */
const BY_CI = ['npm ci', 'npm test']
/** Typed by demo.test.ts. */
const DEMO = 'npx agentos demo'

/** Typed by testing-a-workflow.test.ts. */
const TESTS = 'node --test'

/** Read one after the other, in one project: a command that was typed before is not typed again. */
const READ_TOGETHER = [
  [
    'README.md',
    'issues',
    'dry-run',
    'inspecting-runs',
    'writing-a-workflow',
    'tracing',
    'stopping',
  ],
  ['gates', 'designs', 'implement'],
].map((group) => group.map((name) => (name.includes('.') ? name : `docs/${name}.md`)))
const together = READ_TOGETHER.flat()
const readings = [
  ...READ_TOGETHER,
  ...pages
    .filter((page) => !together.includes(page) && commands(page).some(isOurs))
    .map((page) => [page]),
].map((group) => [group.join(', '), group] as const)

test.each(readings)('every agentos command of %s works as told', async (_, group) => {
  const project = new Project()
  const greet = blocks(read('README.md'), 'ts')[0] ?? ''
  project.write('greet.mts', greet)
  project.write('changes/first.md', 'Something new.\n')
  project.write('ideas/search.md', '# Find words\n\n- It finds a word\n')
  if (group.flatMap(commands).some((line) => / (lld|implement) 1\b/.test(line)))
    project.write('issues/1-search.md', '# Search\n\n- [ ] Finds a word\n')
  project.git('init', '--quiet')
  project.write('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }\n')
  project.write('src/list.js', 'export const list = []\n')
  project.commit('.')
  const github = await GitHubServer.start()
  const keys = group.flatMap((page) => keyVariables(read(page)))
  const env = {
    ...Object.fromEntries(keys.map((name) => [name, 'no-real-key'])),
    ...{ GITHUB_API_URL: github.url, GITHUB_TOKEN: TOKEN },
  }
  const typed = new Set<string>()
  for (const page of group)
    for (const [language, text] of allBlocks(read(page))) {
      if (language === 'md') project.write('review.md', text)
      if (language === 'ts') project.write(fileNameOf(text, page), text)
      if (language !== 'sh') continue
      for (const line of text.trim().split('\n').filter(isOurs)) {
        if (typed.has(line)) continue
        typed.add(line)
        const { words, exitCode } = readCommand(line)
        const { code, stderr } = await project.agentos(words, { env })
        expect({ page, line, code, stderr }).toEqual({ page, line, code: exitCode, stderr: '' })
      }
    }
})

test('every page with a command is read, and none with a config together with others', () => {
  const listed = readings.flatMap(([, group]) => group)
  expect(listed.sort()).toEqual(pages.filter((page) => commands(page).some(isOurs)).sort())
  expect(together.filter((page) => read(page).includes('defineConfig('))).toEqual([])
})

test('nothing in the documents is typed by nobody', () => {
  const all = pages.flatMap(commands)
  const known = (line: string) =>
    isOurs(line) || line === DEMO || line === TESTS || BY_CI.includes(line)
  expect(all.filter((line) => !known(line))).toEqual([])
})

test('CI runs for the tests exactly what the README says', () => {
  const told = blocks(read('README.md'), 'sh').at(-1)?.trim().split('\n')
  const done = read('.ci/run')
    .trim()
    .split('\n')
    .filter((line) => !/^(#|set |cd )/.test(line))
  expect(done).toEqual(told)
})

test('the README is short', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

/** Variables that a config of the page takes keys from. */
function keyVariables(markdown: string): string[] {
  return [...markdown.matchAll(/'env:(\w+)'/g)].map(([, name = '']) => name)
}

function commands(page: string): string[] {
  return blocks(read(page), 'sh').flatMap((block) => block.trim().split('\n'))
}

/** The words behind `agentos`, quoted ones as one, and the exit code that is promised. */
function readCommand(line: string): { words: string[]; exitCode: number } {
  const [command = '', promise] = line.split(/ +# exits with /)
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word)
  return { words: words.slice(1) as string[], exitCode: Number(promise ?? 0) }
}

function isOurs(line: string): boolean {
  return line.startsWith('agentos ')
}

function blocks(markdown: string, language: string): string[] {
  return allBlocks(markdown).flatMap(([name, text]) => (name === language ? [text] : []))
}

/** In the order in which somebody reads them. */
function allBlocks(markdown: string): [language: string, text: string][] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', text = '']) => [language, text],
  )
}

function fileNameOf(code: string, page: string): string {
  if (code.includes('defineConfig(')) return 'agentos.config.mts'
  const name = /name: '([a-z-]+)'/.exec(code)?.[1]
  if (name === undefined) throw new Error(`An example of ${page} has no name`)
  return `${name}.mts`
}

function isPage(name: string): boolean {
  return name.endsWith('.md')
}
