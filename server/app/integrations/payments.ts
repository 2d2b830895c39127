import { join } from 'node:path'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import { checkSettings, isAboutAnswer, type SettingsQuestion } from '../../adapters/payments/settings/check-settings.ts'
import type { Finding } from '../../adapters/payments/settings/findings.ts'
import { createStripe } from '../../adapters/payments/stripe/stripe.ts'
import { webhookEvents } from '../../adapters/payments/webhook-events.ts'
import type { Mount } from '../../http/mounted.ts'
import { paidPlans, type Catalogue } from '../../catalogue.ts'
import type { Config } from '../config/config.ts'
import { ownAddress } from '../config/own-address.ts'
import { isLoopback } from '../../../platform/network-address.ts'
import type { IntegrationContext } from './integration-context.ts'

/** The credentials of the simulator. They protect nothing: it listens on loopback only. */
export const sandboxStripe = { key: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }

type SimulatorParts = Pick<IntegrationContext, 'config' | 'now'> & Partial<Pick<IntegrationContext, 'pageTemplate'>>

/**
 * Returns a warning if instances may share the database while each simulates payments alone; null if that cannot be.
 * Other instances would not know the payments of this one, and two of them would write to one journal.
 */
export function simulatorWarning({ databaseUrl, sandbox }: Pick<Config, 'databaseUrl' | 'sandbox'>): string | null {
  return databaseUrl !== null && sandbox.payment
    ? 'Payments are simulated by this instance alone: start no other instance on the database of DATABASE_URL, or set STRIPE_SECRET_KEY.'
    : null
}

/** Starts the sandbox's simulator of Stripe, with the data of this shop. */
export async function startSimulator({ config, now, pageTemplate }: SimulatorParts) {
  const { startStripeSimulator } = await import('stripe-simulator')
  return startStripeSimulator({
    folder: join(config.dataDir, 'sandbox/payment'),
    now,
    ...(pageTemplate ? { pageTemplate } : {}),
    publicUrl: config.publicUrl,
    webhook: {
      url: `${ownAddress(config)}/webhooks/stripe`,
      secret: sandboxStripe.webhookSecret,
      // The same as with Stripe, so that nothing depends on another event.
      events: webhookEvents,
    },
    key: sandboxStripe.key,
    // As docs/how-to/stripe.md recommends: a new card repairs a renewal even after access has ended, and a change of
    // plan costs no granted days.
    settings: { afterRetries: 'past_due', trialUpdateBehavior: 'continue_trial' },
  })
}

/**
 * Opens the billing provider: Stripe, otherwise the sandbox's simulator with its pages. A plan whose price contradicts
 * the catalogue is not sold. Rejects if other settings contradict the shop's.
 */
export async function openPayments(
  { config, now, pageTemplate, metrics, shutdown }: IntegrationContext,
  catalogue: Catalogue,
  say: (line: string) => void,
): Promise<{
  payments: Payments
  sales: AppContext['sales']
  mounted: Mount[]
  /** Null with Stripe. `tick` runs what is due and resolves to the number of events it delivered; `begin` starts delivery. */
  simulator: { tick: () => Promise<number>; begin: () => void } | null
}> {
  const warning = simulatorWarning(config)
  if (warning !== null) say(`Warning: ${warning}`)
  const sandbox = config.sandbox.payment ? await startSimulator({ config, now, pageTemplate }) : null
  if (sandbox) shutdown.add(() => sandbox.stop())
  const access = {
    ...(config.stripe ?? { ...sandboxStripe, webhookSecrets: [sandboxStripe.webhookSecret], automaticTax: false }),
    apiBase: sandbox?.apiBase ?? config.stripe?.apiBase ?? null,
    // The simulator's own pages replace Stripe's dashboard.
    ...(sandbox ? { linkTo: () => `${config.publicUrl}/sandbox/payment` } : {}),
  }
  const payments = createStripe({ ...access, observe: metrics.stripeCalls.observe })
  if (sandbox) await offerInSimulator(access, catalogue)
  const [notSold, findings] = await Promise.all([
    payments.checkPrices(paidPlans(catalogue).map(termsOf)).catch((error: unknown) => {
      // The findings report the same error, because they read the prices too.
      if (isAboutAnswer(error)) return null
      throw error
    }),
    checkSettings(access, settingsQuestion(config, catalogue)),
  ])
  const ofOnePlan = ({ about, level }: Finding) => level === 'fault' && (about === 'prices' || about === 'products')
  const faults = findings.filter((finding) => finding.level === 'fault' && !ofOnePlan(finding))
  if (faults.length > 0) throw new Error(faults.map(({ sentence }) => sentence).join('\n'))
  for (const sentence of notSold?.values() ?? [])
    say(`Warning: ${sentence} The plan is not sold until this is corrected.`)
  // The simulator's settings are the shop's own.
  if (!sandbox) for (const { level, sentence } of findings) if (level === 'warning') say(`Warning: ${sentence}`)
  const sales = { notSold: notSold ?? new Map<string, string>(), readAt: null }
  const mounted = sandbox ? [{ prefix: '/sandbox/payment', handle: sandbox.handle }] : []
  return { payments, sales, mounted, simulator: sandbox }
}

/** Creates the prices of the catalogue in the simulator. */
export async function offerInSimulator(
  access: Pick<Parameters<typeof createStripe>[0], 'key' | 'webhookSecrets' | 'automaticTax' | 'apiBase'>,
  catalogue: Catalogue,
): Promise<void> {
  // The simulator first processes what fell due while it was down, which can exceed the usual timeout.
  await createStripe({ ...access, timeout: 60_000 }).offerPrices(
    paidPlans(catalogue).map(termsOf),
    (product) => catalogue.products.get(product)?.title ?? product,
  )
}

/** Returns the expected settings at Stripe. */
export function settingsQuestion(config: Config, catalogue: Catalogue): SettingsQuestion {
  const reachable = !isLoopback(new URL(config.publicUrl).hostname)
  return {
    plans: paidPlans(catalogue).map(termsOf),
    automaticTax: config.stripe?.automaticTax ?? false,
    webhookUrl: reachable ? `${config.publicUrl}/webhooks/stripe` : null,
  }
}
