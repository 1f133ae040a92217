import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const shared = {
  resolve: { alias: { agentos: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
}

export default defineConfig({
  test: {
    globalSetup: ['test/rig/global-setup.ts'],
    projects: [
      { ...shared, test: { name: 'architecture', include: ['test/architecture.test.ts'] } },
      { ...shared, test: { name: 'rules', include: ['{src,bench}/**/*.test.ts'] } },
      {
        ...shared,
        test: { name: 'system', include: ['test/system/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
})
