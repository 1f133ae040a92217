import { expect, test } from 'vitest'
import { changesHtml } from './changes.ts'

const DIFF = `diff --git a/src/list.js b/src/list.js
index 1..2 100644
--- a/src/list.js
+++ b/src/list.js
@@ -1,2 +1,3 @@
 const list = []
-export {}
+  export { list } // </pre><script>
+export default list`

test('a diff is counted, marked line by line, and only text', () => {
  const change = { label: 'IMPL-1', branch: 'agentos/1-list', diff: DIFF, isCut: false }
  const html = changesHtml([change])
  expect(html).toContain('1 file, 2 lines added, 1 removed')
  expect(html).toContain('<span class="removed">-export {}</span>')
  expect(html).toContain(
    '<span class="added">+  export { list } // &lt;/pre&gt;&lt;script&gt;</span>',
  )
  expect(html).toContain('\n const list = []\n')
  expect(html).not.toContain('The rest')
  expect(changesHtml([{ ...change, isCut: true }])).toContain('git diff HEAD...agentos/1-list')
  expect(changesHtml([])).toBe('')
})
