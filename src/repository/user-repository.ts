import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Repository } from '../authoring/workflow.ts'
import { inside } from '../files/inside.ts'
import { writeWhole } from '../files/write-whole.ts'

/** The repository a run works on, as a workflow sees it. */
export function userRepository(root: string): Repository {
  return {
    root,
    async read(path) {
      try {
        return await readFile(inside(root, path), 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    async write(path, text) {
      const full = inside(root, path)
      await mkdir(dirname(full), { recursive: true })
      writeWhole(full, text)
    },
  }
}
