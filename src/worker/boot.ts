/**
 * What the package starts as a worker: `entry`, from code that an earlier worker of the same workflow
 * has kept. The build puts it into a file by itself: what it shared with others would be loaded twice.
 */
import { join, resolve } from 'node:path'
import { importModule } from '../authoring/import-module.ts'
import { ENVIRONMENT, type WorkerSetup } from '../protocol/messages.ts'
import { CompiledCode } from './compiled-code.ts'

/** Put in by the build: the name changes with what is inside. */
declare const ENTRY_FILE: string

const { workflowName } = JSON.parse(process.env[ENVIRONMENT.setup] ?? '') as WorkerSetup
const { NODE_COMPILE_CACHE: place, NODE_DISABLE_COMPILE_CACHE: isUnwanted } = process.env
const folder = place && !isUnwanted ? resolve(place, 'agentos', workflowName) : undefined
const code = new CompiledCode(folder, {
  'agentos:import-module': { importModule },
  'agentos:keep-compiled-code': { keepCompiledCode },
})
code.load(join(import.meta.dirname, ENTRY_FILE))

function keepCompiledCode(): void {
  try {
    code.keep()
  } catch {
    // A full disk, a folder that cannot be written: the next worker compiles for itself.
  }
}
