import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStripeSimulator } from 'stripe-simulator'
import type { StripeAccess } from '../../adapters/payments/stripe/client.ts'
import { keyMode } from '../config/contradictions.ts'
import { readStripeAccess } from '../config/config.ts'
import { machineTime } from '../process/clock.ts'
import { compare, describeRows, play, type Result, type Row } from './stripe-check/compare.ts'
import { lives, type Life } from './stripe-check/lives.ts'
import { readArguments, run } from './run-command.ts'
import { openProvider } from './stripe-check/provider.ts'

const usage = `Usage: npm run stripe-check
Runs ten subscription scenarios in the simulator and, with a test key in STRIPE_SECRET_KEY, at Stripe, and compares the results.`

/** The command's options: the access to a Stripe sandbox or test mode, or none for the simulator alone. */
type CheckOptions = { access: StripeAccess | null; chosen?: readonly Life[]; progress?: (line: string) => void }

/**
 * Runs the lives in `lives.ts` in the simulator and, with a key, at Stripe on a test clock, and compares them. Creates
 * its own customers, products and prices there and cleans up. Rejects a live key, because it creates and charges test
 * objects.
 */
export async function checkStripe({
  access,
  chosen = lives,
  progress = () => undefined,
}: CheckOptions): Promise<Row[]> {
  if (access !== null && keyMode(access.key) !== 'test')
    throw new Error('STRIPE_SECRET_KEY must be the key of a Stripe sandbox or of test mode (sk_test_…, rk_test_…).')
  const start = machineTime()
  start.setUTCHours(10, 0, 0, 0)
  const simulated: Result[] = []
  const real: Result[] = []
  for (const [index, life] of chosen.entries()) {
    progress(`${life.name} (${index + 1} of ${chosen.length})`)
    simulated.push(...(await inSimulator(start, life)))
    if (access !== null) real.push(...(await onTestClock(access, start, life)))
  }
  return compare(simulated, access === null ? null : real)
}

/** Each life has a separate clock, so that the days correspond. */
async function onTestClock(access: StripeAccess, start: Date, life: Life, pauseMs?: number): Promise<Result[]> {
  const provider = await openProvider(access, start, pauseMs)
  try {
    return await play(provider, life)
  } finally {
    await provider.clean()
  }
}

/** Starts a separate simulator, whose time a test clock moves. */
async function inSimulator(start: Date, life: Life): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-stripe-check-'))
  const time = { at: start }
  const key = 'sk_test_simulator'
  const sandbox = await startStripeSimulator({
    folder,
    now: () => time.at,
    setNow: (to) => void (time.at = to),
    pageTemplate: { page: (title) => title },
    publicUrl: 'http://127.0.0.1',
    // Nothing is delivered: the lives read what they need.
    webhook: { url: 'http://127.0.0.1/webhooks/stripe', secret: 'whsec_simulator' },
    key,
    settings: { afterRetries: 'past_due' },
  })
  try {
    return await onTestClock({ key, apiBase: sandbox.apiBase }, start, life, 0)
  } finally {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  await run(usage, async (args) => {
    readArguments(args, usage, {})
    const access = readStripeAccess()
    const rows = await checkStripe({ access, progress: (line) => process.stderr.write(`${line}\n`) })
    const wrong = rows.filter(({ verdict }) => verdict !== 'ok').length
    const where = access === null ? 'the simulator alone: set STRIPE_SECRET_KEY to compare with Stripe' : 'Stripe'
    process.stdout.write(
      `${describeRows(rows)}\n${rows.length - wrong} of ${rows.length} steps as expected, in ${where}.\n`,
    )
    process.exitCode = wrong === 0 ? 0 : 1
  })
}
