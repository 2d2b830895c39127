import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The scenarios of `npm run proof`, one after the other: each starts two instances and puts them under load. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/proof/*.proof.ts', 'test/spec/renewals/webhooks.test.ts', 'test/spec/people/races.test.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    pool: 'forks',
    maxWorkers: 1,
    sequence: { hooks: 'list' },
    // The environment sets the number of kills of some scenarios, and so their duration.
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
})
