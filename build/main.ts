import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'

const folder = fileURLToPath(new URL('../dist', import.meta.url))
rmSync(folder, { recursive: true, force: true })
await bundle(folder)
