import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from './run.ts'

/**
 * `npm run mutation`: changes the rules of the domain in thousands of places, one at a time, and counts the changes
 * that their tests do not detect. Accepts areas (`subscription`) to run only those, and passes other arguments to
 * Stryker. Stryker is not a dependency: npm fetches it when it runs (docs/decisions/0035).
 */
const version = '10.1.1'
/** The command fails if the share of detected changes, in percent, is below this. */
const goal = 90

/** Tests that take seconds for each change: one measures only the amount of work, two run thousands of random lives. */
const slow = [
  'domain/screening/budget.test.ts',
  'domain/billing/billing-lives.test.ts',
  'domain/subscription/life.test.ts',
]
/** What is changed, by area. Tables of words and letters are data, which the bench measures. */
const areas: Record<string, { mutate: string[]; tests: string }> = {
  subscription: { mutate: ['domain/subscription/**/*.ts'], tests: 'domain/subscription/**/*.test.ts' },
  registration: {
    mutate: ['domain/registration/**/*.ts', 'domain/person/**/*.ts'],
    tests: 'domain/{registration,person}/**/*.test.ts',
  },
  screening: { mutate: ['domain/screening/*.ts'], tests: 'domain/screening/**/*.test.ts' },
  names: {
    mutate: [
      'packages/name-screening/{matching,spelling}/**/*.ts',
      'packages/name-screening/name-screening.ts',
      '!packages/name-screening/matching/word-lists.ts',
      '!packages/name-screening/spelling/{pinyin,scripts,sounds,transliterate,look-alikes}.ts',
    ],
    tests: 'packages/name-screening/{,matching/,spelling/}*.test.ts',
  },
  billing: { mutate: ['domain/billing/**/*.ts'], tests: 'domain/billing/**/*.test.ts' },
  catalogue: { mutate: ['domain/catalogue/**/*.ts'], tests: 'domain/catalogue/**/*.test.ts' },
  other: {
    mutate: ['domain/*.ts', 'domain/{account,figures,messages}/**/*.ts'],
    tests: 'domain/{*,account/*,figures/*,messages/*}.test.ts',
  },
}

const given = process.argv.slice(2)
const named = given.filter((argument) => argument in areas)
const options = given.filter((argument) => !(argument in areas))
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-mutation-'))

try {
  for (const area of named.length > 0 ? named : Object.keys(areas)) if (!(await mutate(area))) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function mutate(area: string): Promise<boolean> {
  const { mutate = [], tests = '' } = areas[area] ?? {}
  const file = join(folder, `${area}.json`)
  writeFileSync(
    file,
    JSON.stringify({
      testRunner: 'vitest',
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
      mutate: [...mutate, '!**/*.test.ts', '!domain/**/*.d.ts'],
      ignorePatterns: [
        '**',
        '!domain/**',
        '!packages/**',
        '!brand/**',
        '!i18n/**',
        '!test/support/**',
        '!scripts/mutation/**',
        '!*.json',
      ],
      // Node strips the types; there is no compiler to set up.
      tsconfigFile: 'none',
      tempDirName: join(folder, area),
      reporters: ['progress-append-only', 'clear-text', 'json'],
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
      jsonReporter: { fileName: join(root, 'test-results', `mutation-${area}.json`) },
      thresholds: { high: 100, low: goal, break: goal },
      allowConsoleColors: false,
    }),
  )
  const packages = ['core', 'vitest-runner'].map((name) => `--package=@stryker-mutator/${name}@${version}`)
  // Stryker starts the tests by the `node` that it finds.
  const PATH = dirname(process.execPath) + delimiter + (process.env['PATH'] ?? '')
  const MUTATION_TESTS = globSync(tests, { cwd: root })
    .filter((test) => !slow.includes(test))
    .join('\n')
  return new Promise((resolve, reject) => {
    const stryker = spawn('npm', ['exec', '--yes', ...packages, '--', 'stryker', 'run', file, ...options], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH, MUTATION_TESTS },
    })
    stryker.on('error', reject)
    stryker.on('close', (code) => resolve(code === 0))
  })
}
