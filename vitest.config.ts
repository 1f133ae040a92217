import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/rig/long-first.ts'

/** Nets, not expectations: no test may fail because the machine is busy. */
const PATIENCE_MS = { rules: 120_000, system: 600_000 }

const shared = {
  resolve: { alias: { agentos: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
}

export default defineConfig({
  test: {
    globalSetup: ['test/rig/global-setup.ts'],
    // Half of their time the system tests wait for processes that they started.
    maxWorkers: Math.ceil(2.5 * availableParallelism()),
    sequence: { sequencer: LongFirst },
    projects: [
      { ...shared, test: { name: 'architecture', include: ['test/architecture.test.ts'] } },
      // No test changes a module or a global: files may share a process and what it has loaded.
      {
        ...shared,
        test: {
          name: 'rules',
          include: ['{src,bench,build,test/docs}/**/*.test.ts'],
          setupFiles: ['test/rig/seeded-properties.ts'],
          env: { TZ: 'Europe/Berlin' },
          isolate: false,
          testTimeout: PATIENCE_MS.rules,
          hookTimeout: PATIENCE_MS.rules,
        },
      },
      {
        ...shared,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          isolate: false,
          testTimeout: PATIENCE_MS.system,
          hookTimeout: PATIENCE_MS.system,
        },
      },
      // Takes minutes: `npm run plug`.
      {
        ...shared,
        test: {
          name: 'plug',
          include: ['test/plug/*.test.ts'],
          testTimeout: PATIENCE_MS.system,
          hookTimeout: PATIENCE_MS.system,
        },
      },
    ],
  },
})
