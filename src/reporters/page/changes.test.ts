import { expect, test } from 'vitest'
import { changesHtml } from './changes.ts'

const DIFF = `diff --git a/src/list.js b/src/list.js
index 1..2 100644
--- a/src/list.js
+++ b/src/list.js
@@ -1,2 +1,3 @@
 const list = []
-export {}
--- a comment of SQL
+  export { list } // </pre><script>
+export default list  \r`

const ABOUT = { label: 'IMPL-1', branch: 'agentos/1-list', range: 'HEAD...agentos/1-list' }

function html(isCut: boolean): string {
  return changesHtml({ shown: [{ ...ABOUT, diff: { text: DIFF, isCut } }], left: 0 })
}

test('a diff is counted, marked line by line, and only text', () => {
  expect(html(false)).toContain('1 file, 2 lines added, 2 removed')
  expect(html(false)).toContain('<span class="head">--- a/src/list.js</span>')
  expect(html(false)).toContain('<span class="removed">-export {}</span>')
  expect(html(false)).toContain('<span class="removed">--- a comment of SQL</span>')
  expect(html(false)).toContain(
    '<span class="added">+  export { list } // &lt;/pre&gt;&lt;script&gt;</span>',
  )
  expect(html(false)).toContain('\n const list = []\n')
})

test('blanks and carriage returns at the end of a line are part of the change', () => {
  expect(html(false)).toContain('<span class="added">+export default list  ␍</span>')
})

test('what is not shown is told', () => {
  expect(html(false)).not.toContain('The rest')
  expect(html(true)).toContain('git diff HEAD...agentos/1-list')
  const gone = { ...ABOUT, diff: { missing: 'its branch was deleted' } }
  expect(changesHtml({ shown: [gone], left: 0 })).toContain('no diff: its branch was deleted')
  expect(changesHtml({ shown: [gone], left: 7 })).toContain('7 more are not shown')
  expect(changesHtml({ shown: [], left: 0 })).toBe('')
})
