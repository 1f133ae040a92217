/** What lies beside this file's room, in the sources and in the package alike. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const manifest = new URL('../../package.json', import.meta.url)
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version

/** The program of a worker; started by path. */
export const WORKER_ENTRY = fileURLToPath(new URL(`../worker/entry.${extension}`, import.meta.url))
