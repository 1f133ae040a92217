import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A small project that keeps a to-do list, and six issues of different size for it. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': `{ "name": "todo", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test-isolation=none --test" } }\n`,
  'AGENTS.md': `# House rules\n\n- One module for each feature, with its tests beside it in \`test/\`.\n- No dependencies.\n`,
  'src/list.js': `export function addItem(list, text) {\n  return [...list, { text, done: false }]\n}\n\nexport function openItems(list) {\n  return list.filter((item) => !item.done)\n}\n`,
  'test/list.test.js': `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { addItem } from '../src/list.js'\n\ntest('adds an item', () => assert.equal(addItem([], 'milk').length, 1))\n`,
  'issues/1-due-dates.md': `# Due dates\n\nItems should have a day by which they are due.\n\n## Acceptance Criteria\n\n- [ ] An item may carry a due date in the form YYYY-MM-DD\n- [ ] A date that does not exist is refused with a message that names it\n- [ ] Overdue items come first when the list is shown\n`,
  'issues/2-search.md': `# Search\n\n- [ ] Searching for a word lists the items whose text contains it, ignoring case\n- [ ] No match prints nothing and exits with code 0\n`,
  'issues/3-export-csv.md': `# Export as CSV\n\nPeople want their list in a spreadsheet.\n\n## Acceptance Criteria\n\n- [ ] The first line names the columns\n- [ ] Quotes and newlines in a text are escaped as RFC 4180 says\n- [ ] An existing file is not overwritten without --force\n- [ ] 100,000 items are exported in bounded memory\n`,
  'issues/4-undo.md': `---\ntitle: Undo the last change\nlabels: [comfort]\n---\n\nA wrong key should not cost an afternoon.\n\n- [ ] Undo restores the list as it was before the last change\n- [ ] Undo without a change says so and changes nothing\n`,
  'issues/5-shared-lists.md': `---\ntitle: Lists that two people share\ndepends_on: [4]\n---\n\n## Acceptance Criteria\n\n- [ ] Two writers at the same time lose nothing\n- [ ] A conflict is shown with both versions\n- [ ] A lock older than a minute is taken over\n`,
  'issues/6-version-flag.md': `# --version\n\nPrint the version and exit.\n`,
}

export function createTodoRepository(folder: string): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const identity = [
    '-c',
    'user.name=Demo',
    '-c',
    'user.email=demo@example.com',
    '-c',
    'commit.gpgsign=false',
  ]
  for (const args of [
    ['init', '--quiet', '--initial-branch=master'],
    ['add', '.'],
    [...identity, 'commit', '--quiet', '-m', 'A to-do list'],
  ]) {
    spawnSync('git', args, { cwd: folder }) // without git there is no history
  }
}
