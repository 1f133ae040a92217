/** The package as it is published, for whoever wants to try exactly that. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface BuiltPackage {
  readonly launcher: string
  remove(): void
}

/** In a folder of its own below the project, where what is not inside is found. */
export async function buildPackage(): Promise<BuiltPackage> {
  const place = join(ROOT, 'node_modules/.cache')
  mkdirSync(place, { recursive: true })
  const folder = mkdtempSync(join(place, 'agentos-'))
  await bundle(join(folder, 'dist'))
  for (const name of ['bin', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  return {
    launcher: join(folder, 'bin/agentos.cjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
