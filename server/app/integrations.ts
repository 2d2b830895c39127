import { defaultThresholds } from 'name-screening'
import { join } from 'node:path'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { sentenceOfFinding, type ListFinding } from '../../domain/screening/list-findings.ts'

import { termsOf, type PlanTerms } from '../../domain/subscription/subscription.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import type { PageTemplate } from '../../sandbox/page-template.ts'
import type { MailTransport } from '../adapters/mail/port.ts'
import { createSmtpTransport } from '../adapters/mail/smtp.ts'
import type { AppContext } from '../context.ts'
import type { Payments } from '../adapters/payments/port.ts'
import {
  checkSettings,
  isAboutAnswer,
  type Finding,
  type SettingsQuestion,
} from '../adapters/payments/stripe-settings.ts'
import { createStripe } from '../adapters/payments/stripe.ts'
import { webhookEvents } from '../adapters/payments/webhook-events.ts'
import { fetchLists, type FetchParts } from '../screening/lists/fetch-lists.ts'
import { watchFolder } from '../screening/lists/folder.ts'
import { sourcesOf } from '../screening/lists/sources.ts'
import { createFixedScreener } from '../screening/fixed-screener.ts'
import { openListFolder } from '../screening/lists/open-folder.ts'
import type { ListFolder, Rules, Screener } from '../screening/port.ts'
import { noLists, sampleLists } from '../screening/sample.ts'
import { createWorkerScreener } from '../screening/worker-screener.ts'
import type { Mounted } from '../http/mounted.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Metrics } from '../metrics.ts'
import type { Shutdown } from './shutdown.ts'
import type { Signals } from './signals.ts'
import { isSandbox, type Config } from './config/config.ts'
import { ownAddress } from './config/own-address.ts'
import { createListKeeper, firstLook } from '../jobs/sync-lists.ts'
import { faultsOf, listsInForce } from '../store/screening/screening-lists.ts'
import type { Db } from '../store/tables.ts'
import { isLoopback } from '../../platform/network-address.ts'

/** The context in which integrations are opened; each one adds what must be closed to `shutdown`. */
export type IntegrationContext = {
  config: Config
  now: () => Date
  pageTemplate: PageTemplate
  metrics: Metrics
  shutdown: Pick<Shutdown, 'add'>
  log: Log
  signals: Signals
}

/** Opens the transport of emails: the operator's server, otherwise the sandbox's inbox with its pages. */
export async function openMail(
  { config, now, pageTemplate, shutdown }: IntegrationContext,
  brand: () => Brand,
): Promise<{ transport: MailTransport; mounted: Mounted[] }> {
  const inbox = config.sandbox.mail
    ? await (
        await import('../../sandbox/mail/mail.ts')
      ).startMailSandbox({ folder: join(config.dataDir, 'sandbox/mail'), now, pageTemplate })
    : null
  if (inbox) shutdown.add(() => inbox.stop())
  const transport = createSmtpTransport({
    url: config.smtpUrl ?? inbox?.smtpUrl ?? '',
    from: () => config.mailFrom ?? brand().supportEmail,
  })
  shutdown.add(() => transport.close())
  const mounted: Mounted[] = inbox
    ? [
        { prefix: '/sandbox/mail', handle: inbox.handle },
        {
          prefix: '/sandbox/documents',
          handle: (await import('../../sandbox/documents.ts')).sampleDocuments(pageTemplate),
        },
      ]
    : []
  return { transport, mounted }
}

/** In the sandbox, opens a receiver to which webhooks can be sent. */
export async function openReceiver({
  config,
  now,
  pageTemplate,
}: Pick<IntegrationContext, 'config' | 'now' | 'pageTemplate'>): Promise<Mounted[]> {
  if (!isSandbox(config)) return []
  const { createReceiver } = await import('../../sandbox/webhooks/receiver.ts')
  return [{ prefix: '/sandbox/webhooks', handle: createReceiver(pageTemplate, now) }]
}

/** The credentials of the simulator. They protect nothing: it listens on loopback only. */
export const sandboxStripe = { key: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }

type SimulatorParts = Pick<IntegrationContext, 'config' | 'now'> & Partial<Pick<IntegrationContext, 'pageTemplate'>>

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
  mounted: Mounted[]
  /** Null with Stripe. `tick` runs what is due and resolves to the number of events it delivered; `begin` starts delivery. */
  simulator: { tick: () => Promise<number>; begin: () => void } | null
}> {
  const sandbox = config.sandbox.payment ? await startSimulator({ config, now, pageTemplate }) : null
  if (sandbox) shutdown.add(() => sandbox.stop())
  const access = {
    ...(config.stripe ?? { ...sandboxStripe, webhookSecrets: [sandboxStripe.webhookSecret], automaticTax: false }),
    apiBase: sandbox?.apiBase ?? config.stripe?.apiBase ?? null,
    // The simulator's own pages replace Stripe's dashboard.
    ...(sandbox ? { linkTo: () => `${config.publicUrl}/sandbox/payment` } : {}),
  }
  const payments = createStripe({ ...access, observe: metrics.stripeCalls.observe })
  const plans = paidPlans(catalogue)
  if (sandbox) await offerInSimulator(access, catalogue)
  const [notSold, findings] = await Promise.all([
    payments.checkPrices(plans).catch((error: unknown) => {
      // The findings report the same error, because they read the prices too.
      if (isAboutAnswer(error)) return null
      throw error
    }),
    checkSettings(access, settingsQuestion(config, plans)),
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
    paidPlans(catalogue),
    (product) => catalogue.products.get(product)?.title ?? product,
  )
}

/** Returns the expected settings at Stripe. */
export function settingsQuestion(config: Config, plans: readonly PlanTerms[]): SettingsQuestion {
  const reachable = !isLoopback(new URL(config.publicUrl).hostname)
  return {
    plans,
    automaticTax: config.stripe?.automaticTax ?? false,
    webhookUrl: reachable ? `${config.publicUrl}/webhooks/stripe` : null,
  }
}

/** Returns the terms of the sold plans, whose prices the payment provider must have. */
export function paidPlans(catalogue: Catalogue): PlanTerms[] {
  return [...catalogue.plans.values()].filter((plan) => plan.type === 'subscription').map(termsOf)
}

type Log = Record<'warn' | 'info', (entry: object, message: string) => void>

/** The screener, and the jobs that keep its lists up to date. */
export type Screening = {
  screener: Screener
  /** Applies the lists of the database or the folder. Rejects if production would start without any list. */
  activate(): Promise<void>
  /** Null without a folder of lists. */
  sync: {
    /** Compares the lists with the folder once; returns true while a file in it is still changing. */
    keep: () => Promise<boolean>
    /** Downloads the lists into the folder; null if the operator places them there. */
    fetch: (() => Promise<void>) | null
    /** How long, in ms, a file must be unchanged before it is read. */
    debounceMs: number
  } | null
}

/** Opens the operator's folder of official lists, otherwise the sandbox's sample, or no list at all. */
export function openScreening(
  { config, now, shutdown, log, signals }: Pick<IntegrationContext, 'config' | 'now' | 'shutdown' | 'log' | 'signals'>,
  db: Db,
  { countries }: Catalogue,
): Screening {
  const { folder, off, hold, look, lookHolds, debounceMs } = config.screening
  const warn: Log['warn'] = (entry, message) => log.warn(entry, message)
  const info: Log['info'] = (entry, message) => log.info(entry, message)
  const rules: Rules = {
    countries,
    thresholds: { ...thresholdsOf(hold, look), lookHolds },
  }
  if (folder === null) {
    const screener = createFixedScreener(off ? 'off' : 'sample', off ? noLists : sampleLists, rules, now, warn)
    shutdown.add(() => screener.stop())
    return { screener, activate: () => screener.start(), sync: null }
  }
  const screener = createWorkerScreener(rules, now, warn)
  shutdown.add(() => screener.stop())
  const watcher = watchFolder(folder, () => void signals.emit('listsChanged'))
  shutdown.add(() => watcher.stop())
  const listFolder = openListFolder(folder, warn)
  const parts = { context: { db, now }, folder: listFolder, screener, debounceMs, describe, info, warn }
  const keeper = createListKeeper({ ...parts, watchAgain: watcher.again })
  signals.on('listsRequested', () => {
    keeper.lookAgain()
    signals.emit('listsChanged')
  })
  const { fetch, mirror } = config.screening
  return {
    screener,
    async activate() {
      if ((await listsInForce(db)).length > 0) return void (await keeper.keep())
      await firstLook(keeper, debounceMs)
      if (!config.production || (await listsInForce(db)).length > 0) return
      const faults = (await faultsOf(db)).map(({ finding }) => describe(finding))
      throw new Error([`SCREENING_DIR (${folder}) contains no usable list.`, ...faults].join('\n'))
    },
    sync: {
      keep: keeper.keep,
      fetch: fetch ? () => fetchInto(listFolder, { folder, sources: sourcesOf(mirror), now }, { warn, info }) : null,
      debounceMs,
    },
  }
}

/** Logs and errors at start are in English. */
const describe = (finding: ListFinding) => sentenceOfFinding(finding, wordsIn('en').listFindings)

async function fetchInto(
  { understand }: ListFolder,
  parts: Omit<FetchParts, 'understand'>,
  { warn, info }: Log,
): Promise<void> {
  for (const { list, outcome, reason, finding } of await fetchLists({ ...parts, understand })) {
    if (outcome === 'failed')
      warn({ list, reason: finding ? describe(finding) : reason }, 'a screening list could not be downloaded')
    if (outcome === 'new') info({ list }, 'a screening list was downloaded')
  }
}

/**
 * Returns the default thresholds if the operator set none; a person on hold is always reviewed, so the lower one is
 * limited by the other.
 */
function thresholdsOf(hold: number | null, look: number | null): Omit<Rules['thresholds'], 'lookHolds'> {
  return {
    hold: hold ?? Math.max(defaultThresholds.hold, look ?? 0),
    look: look ?? Math.min(defaultThresholds.look, hold ?? 1),
  }
}
