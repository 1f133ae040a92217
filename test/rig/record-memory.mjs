/** Loaded into a process by NODE_OPTIONS: leaves the most memory it ever had, in kilobytes. */
import { writeFileSync } from 'node:fs'

const folder = process.env.RECORD_MEMORY
process.on('exit', () => {
  writeFileSync(`${folder}/memory-${process.pid}`, String(process.resourceUsage().maxRSS))
})
