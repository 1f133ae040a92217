import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/rig/long-first.ts'

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
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      // Takes minutes: `npm run plug`.
      {
        ...shared,
        test: { name: 'plug', include: ['test/plug/*.test.ts'], testTimeout: 300_000 },
      },
    ],
  },
})
