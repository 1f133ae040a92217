import { expect, test } from 'vitest'
import { ModuleLinks } from './module-links.ts'

const PATHS = [
  'src/task.ts',
  'src/model/index.ts',
  'boltons/dictutils.py',
  'boltons/__init__.py',
  'gson/src/main/java/com/google/gson/Gson.java',
  'include/fmt/format.h',
  'pkg/a/util.go',
  'pkg/b/util.go',
]
const links = new ModuleLinks(PATHS)

test.each([
  ['src/bench.ts', './task', ['src/task.ts']],
  ['src/bench.ts', './task.js', ['src/task.ts']],
  ['src/deep/x.ts', '../model', ['src/model/index.ts']],
  ['boltons/urlutils.py', './dictutils', ['boltons/dictutils.py']],
  ['tests/test_x.py', 'boltons/dictutils', ['boltons/dictutils.py']],
  ['tests/test_x.py', 'boltons', ['boltons/__init__.py']],
  ['x/A.java', 'com/google/gson/Gson', ['gson/src/main/java/com/google/gson/Gson.java']],
  ['src/format.cc', 'fmt/format.h', ['include/fmt/format.h']],
  ['main.go', 'util', ['pkg/a/util.go', 'pkg/b/util.go']],
  ['src/bench.ts', 'node:fs', []],
  ['src/bench.ts', './missing', []],
])('in %s, %s is %j', (from, module, expected) => {
  expect(links.resolve(from, module).map((index) => PATHS[index])).toEqual(expected)
})
