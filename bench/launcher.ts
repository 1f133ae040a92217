/** What is measured is the package as it is published, built once for the benchmark. */
import { buildPackage } from '../build/package.ts'

const built = await buildPackage()
process.once('exit', () => built.remove())
process.once('SIGINT', () => process.exit(130))

export const LAUNCHER = built.launcher
