/** The demo's repository: a to-do list, three briefs for it and an issue that somebody wrote by hand. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Git } from '../../repository/git/git.ts'

/** The issue whose code wants to change a file that its design does not name. */
export const REFUSED = { id: '1', file: 'package.json' }
/** The brief whose first draft meets a rate limit. */
export const LIMITED = 'search'
export const BASE = 'main'
const BRIEFS = 3

/** What the briefs become: they are numbered after the issue that is there, whoever is first. */
export const BUILT = Array.from({ length: BRIEFS }, (_, index) => String(index + 2))

const FILES: Readonly<Record<string, string>> = {
  'package.json': `{ "name": "todo", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test test/*.test.js" } }
`,
  'agentos.config.mts': `import { defineConfig } from 'agentos'

export default defineConfig({
  models: { drafter: 'anthropic:claude-sonnet-5', reviewer: 'google:gemini-3.8-flash' },
})
`,
  'src/list.js': `export function addItem(list, text) {
  return [...list, { text, done: false }]
}
`,
  'test/list.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addItem } from '../src/list.js'

test('adds an item', () => assert.equal(addItem([], 'milk').length, 1))
`,
  'ideas/due-dates.md': `# Due dates

Things are forgotten because nobody sees what is late. Also offered by \`src/list.js\`.

- Open items that were due before a day are listed, the oldest first
- Items that are done, or have no due date, are left out
`,
  'ideas/search.md': `# Search

- Items whose text contains a word are found, whatever its case
- A word that is nowhere gives an empty list
`,
  'ideas/tags.md': `# Tags

Lists grow, and want to be seen in part. Also offered by \`src/list.js\`.

- All items with a tag are listed
- A tag matches as a whole, not in part
`,
  'issues/1-print-the-version.md': `# Print the version

- [ ] The version of the program is printed
`,
}

export async function createRepository(folder: string, git: Git): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await git.read('init', '--quiet', '--template=', `--initial-branch=${BASE}`)
  // Hooks and signing that a user has for all of their repositories are not for this one.
  await git.read('config', 'core.hooksPath', join(folder, '.git', 'hooks'))
  await git.read('config', 'commit.gpgsign', 'false')
  await commitAll(git, 'A to-do list, three briefs and an issue')
}

export async function commitAll(git: Git, message: string): Promise<void> {
  await git.read('add', '--all')
  await git.read(...(await git.identity()), 'commit', '--quiet', '-m', message)
}
