/** File systems of a test's own: small ones, and files that even root may only read. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { onTestFinished, type TestContext } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder with room for so many bytes. Skips the test where mounting is not permitted. */
export function smallDisk(context: TestContext, bytes: number): string {
  const folder = temporaryFolder()
  mount(context, ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', folder], folder)
  return folder
}

/** Nobody can write to the file until the test ends, or until it is called back. */
export function makeReadOnly(context: TestContext, path: string): () => void {
  const release = mount(context, ['--bind', path, path], path)
  execFileSync('mount', ['-o', 'remount,bind,ro', path])
  return release
}

/** Leaves no room at all; returns the path of what takes it. */
export function fill(folder: string): string {
  const path = `${folder}/filler`
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  return path
}

function mount(context: TestContext, args: readonly string[], path: string): () => void {
  try {
    execFileSync('mount', args, { stdio: 'pipe' })
  } catch (error) {
    context.skip(`mounting is not permitted here: ${error instanceof Error ? error.message : ''}`)
  }
  let isMounted = true
  const release = () => {
    if (isMounted) execFileSync('umount', ['--lazy', path])
    isMounted = false
  }
  onTestFinished(release)
  return release
}
