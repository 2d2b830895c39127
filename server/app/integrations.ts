import { defaultThresholds } from 'name-screening'
import { join } from 'node:path'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { sentenceOfFinding, type ListFinding } from '../../domain/screening/list-findings.ts'

import { termsOf, type PlanTerms } from '../../domain/subscription/subscription.ts'
import { wordsIn } from '../../i18n/spoken.ts'
import type { PageTemplate } from '../../sandbox/dress.ts'
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
import type { Config } from './config/config.ts'
import { ownAddress } from './config/own-address.ts'
import { createListKeeper, firstLook } from '../jobs/sync-lists.ts'
import { faultsOf, listsInForce } from '../store/screening/screening-lists.ts'
import type { Db } from '../store/tables.ts'
import { isLoopback } from '../../platform/network-address.ts'

/** What the parties outside are opened with; what has to be closed again is added to `closing`. */
export type IntegrationContext = {
  config: Config
  now: () => Date
  pageTemplate: PageTemplate
  metrics: Metrics
  closing: (() => Promise<unknown> | void)[]
}

/** The way out for mails: the operator's server, else the sandbox's inbox with its pages. */
export async function openMail(
  { config, now, pageTemplate, closing }: IntegrationContext,
  brand: Brand,
): Promise<{ transport: MailTransport; mounted: Mounted[] }> {
  const inbox = config.sandbox.mail
    ? await (
        await import('../../sandbox/mail/mail.ts')
      ).startMailSandbox({ folder: join(config.dataDir, 'sandbox/mail'), now, pageTemplate })
    : null
  if (inbox) closing.push(() => inbox.stop())
  const transport = createSmtpTransport({
    url: config.smtpUrl ?? inbox?.smtpUrl ?? '',
    from: config.mailFrom ?? brand.supportEmail,
  })
  closing.push(() => transport.close())
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

/** What the stand-in is spoken to with: secrets of nothing, as it listens on loopback alone. */
const sandboxStripe = { key: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }

/**
 * The billing provider: Stripe, else the sandbox's simulator with its pages. `tick` runs what is due at the simulator and
 * resolves to the number of events it delivered; `begin` has it deliver by itself, once the shop listens. A plan whose price
 * contradicts the catalogue is not sold. Rejects when other settings contradict the shop's.
 */
export async function openPayments(
  { config, now, pageTemplate, metrics, closing }: IntegrationContext,
  catalogue: Catalogue,
  say: (line: string) => void,
): Promise<{
  payments: Payments
  sales: AppContext['sales']
  mounted: Mounted[]
  tick: () => Promise<number>
  begin: () => void
}> {
  const sandbox = config.sandbox.payment
    ? await (
        await import('stripe-simulator')
      ).startStripeSimulator({
        folder: join(config.dataDir, 'sandbox/payment'),
        now,
        pageTemplate,
        publicUrl: config.publicUrl,
        webhook: { url: `${ownAddress(config)}/webhooks/stripe`, secret: sandboxStripe.webhookSecret },
        key: sandboxStripe.key,
        // As docs/operating.md tells operators: a new card repairs a renewal also after access has ended, and a change of plan
        // costs no days that were granted.
        settings: { afterRetries: 'past_due', trialUpdateBehavior: 'continue_trial' },
      })
    : null
  if (sandbox) closing.push(() => sandbox.stop())
  const access = {
    ...(config.stripe ?? { ...sandboxStripe, webhookSecrets: [sandboxStripe.webhookSecret], automaticTax: false }),
    apiBase: sandbox?.apiBase ?? config.stripe?.apiBase ?? null,
    // The simulator's own pages stand for Stripe's dashboard.
    ...(sandbox ? { linkTo: () => `${config.publicUrl}/sandbox/payment` } : {}),
  }
  const payments = createStripe({ ...access, observe: metrics.stripeCalls.observe })
  const plans = paidPlans(catalogue)
  // The stand-in first makes up for the time it was away: a year of it takes longer than anybody waits for a provider.
  if (sandbox)
    await createStripe({ ...access, timeout: 60_000 }).offerPrices(
      plans,
      (product) => catalogue.products.get(product)?.title ?? product,
    )
  const [notSold, findings] = await Promise.all([
    payments.checkPrices(plans).catch((error: unknown) => {
      // The findings tell the same: they read the prices, too.
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
  return sandbox
    ? {
        payments,
        sales,
        mounted: [{ prefix: '/sandbox/payment', handle: sandbox.handle }],
        tick: sandbox.tick,
        begin: sandbox.begin,
      }
    : { payments, sales, mounted: [], tick: () => Promise.resolve(0), begin: () => undefined }
}

/** What the settings at Stripe are compared with. */
export function settingsQuestion(config: Config, plans: readonly PlanTerms[]): SettingsQuestion {
  const reachable = !isLoopback(new URL(config.publicUrl).hostname)
  return {
    plans,
    automaticTax: config.stripe?.automaticTax ?? false,
    webhookUrl: reachable ? `${config.publicUrl}/webhooks/stripe` : null,
  }
}

/** The terms of the plans that are sold, whose prices the payment provider must have. */
export function paidPlans(catalogue: Catalogue): PlanTerms[] {
  return [...catalogue.plans.values()].filter((plan) => plan.type === 'subscription').map(termsOf)
}

type Log = (entry: object, message: string) => void

/** Who compares people with lists, and what keeps the lists up to date. */
export type Screening = {
  screener: Screener
  /** Has what the database knows or the folder holds in force. Rejects where production would start without any list. */
  begin(): Promise<void>
  /** Looks after the lists once; true while something in the folder still moves. */
  keep: (() => Promise<boolean>) | null
  /** Downloads the lists into the folder; null where the operator puts them there. */
  fetch: (() => Promise<void>) | null
  /** How long, in ms, a file must have lain still before it is read. */
  debounceMs: number
  lookAgain(): void
  onStir(onListsChanged: () => void): void
}

/** The operator's folder of official lists, else the sandbox's sample, or none at all. */
export function openScreening(
  { config, now, closing }: Pick<IntegrationContext, 'config' | 'now' | 'closing'>,
  db: Db,
  { countries }: Catalogue,
  info: Log,
  warn: Log,
): Screening {
  const { folder, off, hold, look, lookHolds, debounceMs } = config.screening
  const rules: Rules = {
    countries,
    thresholds: { ...thresholdsOf(hold, look), lookHolds },
  }
  if (folder === null) {
    const screener = createFixedScreener(off ? 'off' : 'sample', off ? noLists : sampleLists, rules, now, warn)
    closing.push(() => screener.stop())
    const nothing = () => undefined
    return {
      screener,
      begin: () => screener.start(),
      keep: null,
      fetch: null,
      debounceMs,
      lookAgain: nothing,
      onStir: nothing,
    }
  }
  const screener = createWorkerScreener(rules, now, warn)
  closing.push(() => screener.stop())
  let onListsChanged = () => undefined as void
  const watcher = watchFolder(folder, () => onListsChanged())
  closing.push(() => watcher.stop())
  const listFolder = openListFolder(folder, warn)
  const parts = {
    context: { db, now },
    folder: listFolder,
    screener,
    debounceMs,
    describe,
    info,
    warn,
  }
  const keeper = createListKeeper({ ...parts, watchAgain: watcher.again })
  return {
    screener,
    async begin() {
      if ((await listsInForce(db)).length > 0) return void (await keeper.keep())
      await firstLook(keeper, debounceMs)
      if (!config.production || (await listsInForce(db)).length > 0) return
      const faults = (await faultsOf(db)).map(({ finding }) => describe(finding))
      throw new Error([`SCREENING_DIR (${folder}) contains no usable list.`, ...faults].join('\n'))
    },
    keep: keeper.keep,
    fetch: config.screening.fetch
      ? () => fetchInto(listFolder, { folder, sources: sourcesOf(config.screening.mirror), now }, info, warn)
      : null,
    debounceMs,
    lookAgain: keeper.lookAgain,
    onStir(listener) {
      onListsChanged = listener
    },
  }
}

/** Logs and errors at start are in English. */
const describe = (finding: ListFinding) => sentenceOfFinding(finding, wordsIn('en').listFindings)

async function fetchInto(
  { understand }: ListFolder,
  parts: Omit<FetchParts, 'understand'>,
  info: Log,
  warn: Log,
): Promise<void> {
  for (const { list, outcome, reason, finding } of await fetchLists({ ...parts, understand })) {
    if (outcome === 'failed')
      warn({ list, reason: finding ? describe(finding) : reason }, 'a screening list could not be downloaded')
    if (outcome === 'new') info({ list }, 'a screening list was downloaded')
  }
}

/** The measured ones where the operator set none; whoever is held is looked at, so the lower one follows the other. */
function thresholdsOf(hold: number | null, look: number | null): Omit<Rules['thresholds'], 'lookHolds'> {
  return {
    hold: hold ?? Math.max(defaultThresholds.hold, look ?? 0),
    look: look ?? Math.min(defaultThresholds.look, hold ?? 1),
  }
}
