import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { describeRepository } from './describe.ts'
import { userRepository } from './user-repository.ts'

const PLAIN = ['src/upload.ts', 'AGENTS.md', 'docs/lld/TEMPLATE.md', 'src/keyboard.ts']
const SECRET = [
  ...['.env', 'app/.env.local', '.npmrc', '.netrc', '_netrc', 'tools/.pypirc', '.yarnrc.yml'],
  ...['infra/main.tfstate', 'infra/main.tfstate.backup', 'prod.tfvars', 'android/app.keystore'],
  ...['tls/server.pem', 'tls/server.key', 'id_rsa', 'aws-credentials.json', '.docker/config.json'],
]
const OWN = ['docs/lineage/1-lld/001-issue.md', 'docs/lld/LLD-1.md', 'docs/reports/1-report.md']

/** All files say `export const marker = '<path>'`, and git ignores one folder. */
async function described(paths: readonly string[], about: string) {
  const root = temporaryFolder()
  execFileSync('git', ['init', '-q'], { cwd: root })
  for (const path of [...paths, 'ignored/x.ts']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `export const marker = 'content of ${path}'\n`)
  }
  writeFileSync(join(root, '.gitignore'), 'ignored/\n')
  return describeRepository(root, about)
}

test('neither the name nor the content of what looks like a secret is shown, even if it is named', async () => {
  const { text, leftOut } = await described([...PLAIN, ...SECRET], `Read ${SECRET.join(' and ')}`)
  for (const path of SECRET) expect(text).not.toContain(path)
  for (const path of PLAIN) expect(text).toContain(path)
  expect(leftOut).toContain('.npmrc: its name is that of a file with secrets')
})

test('what looks like a secret by its content is left out, and named with its line', async () => {
  const root = temporaryFolder()
  const key = `sk-ant-api03-${'x9Y'.repeat(12)}`
  writeFileSync(join(root, 'CONTRIBUTING.md'), `# Rules\n\nUse ${key} for tests.\n`)
  writeFileSync(join(root, 'client.ts'), `export const name = 'c'\nexport const key = '${key}'\n`)
  const { text, leftOut } = await describeRepository(root, 'Change client.ts')
  expect(text).not.toContain('sk-ant')
  expect(leftOut).toEqual([
    'CONTRIBUTING.md: looks like a secret (line 3)',
    'client.ts: looks like a secret (line 2)',
  ])
})

test('no link is followed, neither of a file nor of a folder, and whatever it is called', async () => {
  const root = temporaryFolder()
  execFileSync('git', ['init', '-q'], { cwd: root })
  mkdirSync(join(root, 'elsewhere'))
  writeFileSync(join(root, '.env'), 'WORD=hidden\n')
  writeFileSync(join(root, 'elsewhere/notes.md'), 'hidden\n')
  writeFileSync(join(root, '.gitignore'), '.env\nelsewhere\n')
  symlinkSync('.env', join(root, 'CONTRIBUTING.md'))
  symlinkSync('.git/config', join(root, 'AGENTS.md'))
  symlinkSync('elsewhere', join(root, 'docs'))
  const { text, leftOut } = await describeRepository(root, 'See docs and docs/notes.md')
  expect(text).not.toMatch(/hidden|\[core\]/)
  expect(leftOut).toContain('AGENTS.md: a symbolic link')
  expect(leftOut).toContain('CONTRIBUTING.md: a symbolic link')
  const repo = userRepository(root)
  for (const path of ['CONTRIBUTING.md', 'AGENTS.md', 'docs/notes.md'])
    expect(await repo.read(path)).toBeUndefined()
  expect(await repo.list('docs')).toEqual([])
  expect(await repo.list('.')).not.toContain('AGENTS.md')
})

test('what AgentOS has written itself and what git ignores is not shown', async () => {
  const about = `Upload like ${OWN.join(' and ')} and ignored/x.ts`
  const { text } = await described([...PLAIN, ...OWN], about)
  for (const path of [...OWN, 'ignored/x.ts']) expect(text).not.toContain(path)
  expect(text).toContain('content of docs/lld/TEMPLATE.md')
})

test('files that are named are shown whole, related ones by their signatures', async () => {
  const { text, leftOut } = await described(PLAIN, 'The keyboard is slow; see src/upload.ts')
  expect(text).toContain("### src/upload.ts\n\nexport const marker = 'content of src/upload.ts'")
  expect(text).toContain('### Signatures of src/keyboard.ts')
  expect(leftOut).toEqual([])
})

test('what does not fit is left out, and that is said', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `src/${'x'.repeat(150)}${index}/a.ts`)
  const root = temporaryFolder()
  for (const path of many) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'y'.repeat(7_000))
  }
  const { text, leftOut } = await describeRepository(root, many.join(' '))
  expect(text.length).toBeLessThan(70_000)
  expect(leftOut.length).toBeGreaterThan(10)
  const [first = ''] = leftOut
  expect(text).toContain(`Left out for length: ${first.replace(': no more fits', '')}`)
})
