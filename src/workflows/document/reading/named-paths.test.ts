import { expect, test } from 'vitest'
import { namedPaths } from './named-paths.ts'

const files = [
  'a.ts',
  'src/a.ts',
  'src/data.ts',
  'src/app/[id]/page x.tsx',
  '.github/ci.yml',
  'lib',
]

test.each<[string, string[]]>([
  ['| `src/a.ts` | Modify |', ['src/a.ts']],
  ['see src/a.ts:12 and (./src/data.ts).', ['src/a.ts', 'src/data.ts']],
  ['In a.ts.', ['a.ts']],
  ['src/data.tsx and xsrc/a.ts are others', []],
  ['`src/app/[id]/page x.tsx`, .github/ci.yml', ['src/app/[id]/page x.tsx', '.github/ci.yml']],
  ['', []],
])('%j names %j', (text, named) => {
  expect(namedPaths(text, files)).toEqual(named)
})
