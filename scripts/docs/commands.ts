import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminsUsage } from '../../server/app/cli/admins.ts'
import { licenceUsage } from '../../server/app/cli/licence.ts'
import { moveDatabaseUsage } from '../../server/app/cli/move-database.ts'
import { textsUsage } from '../../server/app/cli/texts.ts'
import { root } from '../run.ts'
import { generatedNotice, table } from './markdown.ts'

/** Returns the examples in a command's own help, without their explanations. */
const examplesIn = (usage: string): string[] =>
  [...usage.matchAll(/npm run .*?(?= {2}|$)/gm)].map(([example]) => example)

/** The commands that a vendor or an operator runs, in the order of the page. Development has CONTRIBUTING.md. */
const ofOperators: Record<string, { meaning: string; usage?: readonly string[]; exit?: string }> = {
  start: {
    meaning: 'Builds the pages and the server if they are missing or outdated, then runs the server.',
    exit: '0 after SIGTERM or SIGINT; 1 if it could not start',
  },
  build: { meaning: 'Builds the pages and the server into `dist/`.' },
  doctor: {
    meaning: 'Checks the configuration and everything that the server depends on. Changes nothing.',
    usage: ['npm run --silent doctor -- --json', 'npm run doctor -- --variables'],
    exit: '1 if there is a fault',
  },
  administrators: {
    meaning: 'Lists, adds and removes administrators and support agents of the built-in identity provider.',
    usage: examplesIn(adminsUsage),
    exit: '1 if it could not do it, or if nobody at this address has the role or second factor to remove',
  },
  licence: {
    meaning:
      'Prints the keys that a program is built with to verify licences, rotates them, and revokes, exports or imports them.',
    usage: examplesIn(licenceUsage),
    exit: '1 if it could not do it',
  },
  backup: {
    meaning: 'Takes a base backup of the embedded database into BACKUP_DIR now, and verifies it.',
    exit: '1 if the backup failed',
  },
  restore: {
    meaning: 'Restores the embedded database from BACKUP_DIR into a DATA_DIR without a database.',
    usage: ['npm run restore', 'npm run restore -- --until 2026-11-22T14:30:00Z'],
    exit: '1 if it could not restore',
  },
  'move-database': {
    meaning:
      'Copies the database in use into an empty PostgreSQL, or back into the embedded database. Stop the server first.',
    usage: examplesIn(moveDatabaseUsage),
    exit: '1 if nothing was copied',
  },
  'upgrade-check': {
    meaning:
      'Names the migrations that the version in this folder would apply, and whether a rolling upgrade is possible.',
    usage: ['npm run --silent upgrade-check -- --json'],
    exit: '1 if it cannot check',
  },
  'stripe-check': {
    meaning:
      'Runs ten subscription scenarios in the simulator and, with a test key, at Stripe, and compares the results.',
    exit: '1 if something differs',
  },
  lists: {
    meaning: 'Downloads the screening lists into SCREENING_DIR once.',
    usage: ['SCREENING_DIR=lists npm run lists'],
    exit: '1 if a list could not be downloaded',
  },
  texts: {
    meaning: 'Prints the texts that a file in BRAND_TEXTS can replace, by key. Changes nothing.',
    usage: examplesIn(textsUsage),
    exit: '1 if it has no such language or key',
  },
  figures: { meaning: 'Computes the figures of the overview again from all events.' },
  demo: {
    meaning:
      'Starts a shop and a program that signs in to it, for evaluation. Open the address that it prints; the program then shows its licensee. Both are removed afterwards. `--forward` advances the clocks, `--offline` stops the shop for 15 days, `--copy` also runs a copy of the disk, `--proxy-403` lets a proxy answer instead of the shop, `--code` signs in by a typed code.',
    usage: [
      'npm run demo -- licence',
      'npm run demo -- licence --forward 20d',
      'npm run demo -- licence --offline',
      'npm run demo -- licence --copy',
      'npm run demo -- licence --proxy-403',
      'npm run demo -- licence --code',
    ],
    exit: '1 if it could not sign in',
  },
  seed: {
    meaning: 'Adds fictional people to the database, for evaluation.',
    usage: ['npm run seed -- --subscribers 10000'],
  },
}

/** Development has its own page. */
const ofDevelopers = [
  'dev',
  'test',
  'test:watch',
  'test:coverage',
  'check',
  'bench',
  'proof',
  'mutation',
  'regexes',
  'screenshots',
  'docs',
  'lint',
  'format',
]

/** `docs/reference/cli.md`. Throws if a script of package.json is in neither list. */
export function commandsPage(): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const own = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
  const unknown = own.filter((name) => !(name in ofOperators) && !ofDevelopers.includes(name))
  const gone = Object.keys(ofOperators).filter((name) => !own.includes(name))
  if (unknown.length + gone.length > 0)
    throw new Error(`scripts/docs/commands.ts: describe ${unknown.join(', ')}; remove ${gone.join(', ')}`)
  const rows = Object.entries(ofOperators).map(([name, { meaning, usage, exit }]) => {
    const command = name === 'start' ? 'npm start' : `npm run ${name}`
    const examples = (usage ?? []).filter((line) => line !== command).map((line) => `<br>\`${line}\``)
    const bundled = scripts[name]?.match(/dist\/server\/[\w-]+\.js/)?.[0]
    return [
      `\`${command}\`${examples.join('')}`,
      meaning,
      exit ?? '',
      bundled === undefined ? '' : `\`node ${bundled}\``,
    ]
  })
  return `# Commands

${generatedNotice}

The commands of vendors and operators. They read the same environment variables as the server ([Configuration](configuration.md)). Without npm, for example in the container, use the command of the last column. [CONTRIBUTING.md](../../CONTRIBUTING.md#commands) lists the commands of development.

${table(['Command', 'What it does', 'Exit code', 'Without npm'], rows)}
`
}
