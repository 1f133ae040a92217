import { fileURLToPath } from 'node:url'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** Where a workflow of this name would be, if it came with AgentOS. */
export function builtInFile(workflow: string): string {
  return fileURLToPath(
    new URL(`../workflows/${workflow}/${workflow}.${extension}`, import.meta.url),
  )
}
