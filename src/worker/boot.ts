/**
 * What the package starts as a worker: `entry`, from code that an earlier worker of the same workflow
 * has kept. It stands alone in its file, so that nothing is loaded twice.
 */
import { join } from 'node:path'
import { importModule } from '../authoring/import-module.ts'
import { ENVIRONMENT, type WorkerSetup } from '../protocol/messages.ts'
import { CompiledCode } from './compiled-code.ts'
import { whenDone } from './keep-compiled-code.ts'

/** Put in by the build: the name changes with what is inside. */
declare const ENTRY_FILE: string

const { workflowName } = JSON.parse(process.env[ENVIRONMENT.setup] ?? '') as WorkerSetup
const { NODE_COMPILE_CACHE: place, NODE_DISABLE_COMPILE_CACHE: isUnwanted } = process.env
const folder = place && !isUnwanted ? join(place, 'agentos', workflowName) : undefined
const code = new CompiledCode(folder, { 'agentos:import-module': { importModule } })
whenDone(() => code.keep())
code.load(join(import.meta.dirname, ENTRY_FILE))
