import { expect, test } from 'vitest'
import { changedPlaces } from './changed-places.ts'

const DIFF = `diff --git a/src/list.js b/src/list.js
index 1..2 100644
--- a/src/list.js
+++ b/src/list.js
@@ -30,3 +30,4 @@ function add() {
 one
--- a/removed.js
+two
+three
 four
@@ -80 +81 @@
-x
+y
\\ No newline at end of file
diff --git a/src/new.js b/src/new.js
new file mode 100644
--- /dev/null
+++ b/src/new.js
@@ -0,0 +1,1 @@
+export {}
diff --git a/with space.md b/with space.md
--- a/with space.md\t
+++ b/with space.md\t
@@ -2,0 +3,1 @@
+more
`

test('both ends of each hunk of files that were there', () => {
  expect(changedPlaces(DIFF)).toEqual([
    { path: 'src/list.js', line: 30 },
    { path: 'src/list.js', line: 32 },
    { path: 'src/list.js', line: 80 },
    { path: 'with space.md', line: 2 },
  ])
})

test('nothing for no diff', () => {
  expect(changedPlaces('')).toEqual([])
})
