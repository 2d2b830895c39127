import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** How Stryker runs the tests of an area, which scripts/mutation.ts names in MUTATION_TESTS. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split('\n'),
    setupFiles: ['scripts/mutation/fixed-seed.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    restoreMocks: true,
    // A busy machine must not end the first run; Stryker itself ends mutants that loop.
    testTimeout: 60_000,
  },
})
