import { defineConfig } from 'vitest/config'
import { productFolders } from './scripts/folders.ts'
import { HeaviestFirst } from './test/setup/heaviest-first.ts'

/**
 * The tests. Node itself loads the sources, as in `npm run dev`: no transformation by Vite, so the same code, import
 * conditions and paths (docs/decisions/0035-tests.md).
 */
export default defineConfig({
  test: {
    include: [`{${['packages', ...productFolders, 'scripts', 'test'].join(',')}}/**/*.test.ts`],
    exclude: ['**/node_modules/**'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    pool: 'forks',
    isolate: false,
    // One more than the cores of a small machine: tests also wait, for PostgreSQL and Chromium among others.
    maxWorkers: 3,
    globalSetup: ['test/setup/global-setup.ts'],
    sequence: { sequencer: HeaviestFirst, hooks: 'list' },
    // Long enough for a busy machine: each wait in a test has its own limit (test/support/eventually.ts).
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ['default', './test/setup/count-reporter.ts'],
    restoreMocks: true,
    disableConsoleIntercept: true,
    coverage: {
      include: [`{${['packages', ...productFolders].join(',')}}/**/*.ts`],
      exclude: ['**/*.test.ts', '**/bench.ts'],
      reportsDirectory: 'test-results/coverage',
    },
  },
})
