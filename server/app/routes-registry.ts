import { brandIn } from '../../domain/catalogue/brand.ts'
import { createSecretKey } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AdminProof } from '../../domain/account/authentication.ts'
import { lifetimes } from '../../domain/limits.ts'
import type { PageShell } from '../../platform/page.ts'
import type { Language } from '../../domain/language.ts'
import { createOpenId } from '../adapters/identity/open-id.ts'
import type { LogStream } from '../http/log.ts'
import type { Mount } from '../http/mounted.ts'
import { buildApp } from './http-server.ts'
import { firstTrial } from '../catalogue.ts'
import { isSandbox, type Config } from './config/config.ts'
import type { PageEditions } from '../pages/built-pages.ts'
import { addAssets } from '../pages/assets.ts'
import type { Handlers } from '../http/calls/contract-routes.ts'
import { createNetworkHash } from '../http/session/network-hash.ts'
import { createVisitors, sessionCookieName } from '../http/session/visitor.ts'
import { installerOrigins, openInstallers } from '../installers.ts'
import { openApiDocument } from '../http/calls/openapi.ts'
import { keptFor } from '../http/kept-text.ts'
import { createIdempotency } from '../http/calls/idempotency.ts'
import { createAdmission, createBusy, ownRequestHeader } from '../http/connections/admission.ts'
import { addPages } from '../pages/pages.ts'
import { showFailure } from '../pages/show-page.ts'
import type { PageServices } from '../pages/page-parts.ts'
import { addTextsScripts } from '../pages/vendor-texts.ts'
import { addApiPage } from '../routes/api-page/api-page.ts'
import { accountHandlers } from '../routes/account/account.ts'
import { deviceHandlers } from '../routes/account/devices.ts'
import { ownAccountHandlers } from '../routes/account/own-account.ts'
import { activityHandlers } from '../routes/admin/people/activity.ts'
import { auditHandlers } from '../routes/admin/audit.ts'
import { addWebhookRoute } from '../routes/webhooks.ts'
import { addBrandRoutes, brandStyles } from '../routes/brand.ts'
import { configHandlers } from '../routes/config.ts'
import { addInstallerRoute, downloadHandlers } from '../routes/downloads.ts'
import { addHealthRoutes } from '../routes/health.ts'
import { mailHandlers } from '../routes/admin/mails.ts'
import { paymentIssueHandlers } from '../routes/admin/payment-issues.ts'
import { keyHandlers } from '../routes/admin/keys.ts'
import { eventHandlers } from '../routes/admin/events.ts'
import { webhookHandlers } from '../routes/admin/webhooks.ts'
import { settingsHandlers } from '../routes/admin/settings.ts'
import { brandHandlers } from '../routes/admin/brand.ts'
import { teamHandlers } from '../routes/admin/team.ts'
import { viewHandlers } from '../routes/admin/views.ts'
import { catalogueHandlers } from '../routes/admin/catalogue.ts'
import { overviewHandlers } from '../routes/admin/overview.ts'
import { planHandlers, planOf } from '../routes/plans.ts'
import { addSignInRoutes, callbackPath, signInHandlers, type SignInParts } from '../routes/sign-in/sign-in.ts'
import { signInSealing } from '../routes/sign-in/sign-in-attempts.ts'
import { addBirthDateRoutes } from '../routes/account/birth-date.ts'
import { addEmailChangeRoutes } from '../routes/account/email-change.ts'
import { addReminderRoutes } from '../routes/account/reminders.ts'
import { preferenceHandlers } from '../routes/preferences.ts'
import { erasureRequestHandlers } from '../routes/admin/people/erasure-requests.ts'
import { queueHandlers } from '../routes/admin/queue.ts'
import { listAges } from '../routes/list-ages.ts'
import { reviewHandlers } from '../routes/admin/checks/reviews.ts'
import { retainedEvidenceHandlers } from '../routes/admin/retained-evidence.ts'
import { screeningHandlers } from '../routes/admin/checks/screening.ts'
import { planChangeHandlers } from '../routes/admin/people/plan-changes.ts'
import { subscriberHandlers } from '../routes/admin/people/subscribers.ts'
import { subscriptionHandlers } from '../routes/account/subscriptions.ts'
import { subscriptionActHandlers } from '../routes/admin/people/subscription-acts.ts'
import { subscriptionListHandlers } from '../routes/admin/people/subscription-list.ts'
import { userHandlers } from '../routes/users.ts'
import { ownAddress } from './config/own-address.ts'
import type { Licence } from '../../licence/licence.ts'
import type { Identity } from '../../identity/port.ts'
import type { Tables } from '../store/tables.ts'
import { endpointsOfPerson, keysOfPerson, openKeyCallers, type OpenedConnect } from './connect.ts'
import { addLicenceRoutes } from './licence.ts'
import { isArchiving } from '../store/archiver.ts'
import type { OperatorFiles } from '../operator-files.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { deriveKeys, randomToken } from '../../platform/crypto/secrets.ts'
import { inSpan, traceHeaders } from '../../platform/trace-context.ts'
import type { CallName } from '../../contract/contract.ts'
import type { BrandFile } from '../../domain/catalogue/brand.ts'
import type { AppContext } from '../context.ts'
import { counted, type Metrics } from '../metrics.ts'
import { addSiteMap } from '../pages/site-map.ts'
import { hasOrdered } from '../store/billing/orders.ts'
import { openIssueCounts } from '../store/billing/payment-issues.ts'
import { jobCounts } from '../store/jobs/jobs.ts'

/** Where a form's response can lead: the payment provider's own pages. */
const stripePages = ['https://checkout.stripe.com', 'https://billing.stripe.com']

export type ShopAppParts = {
  config: Config
  context: AppContext
  licence: Licence<Tables>
  /** The built-in provider; null with another issuer. */
  identity: Pick<Identity<Tables>, 'addRoutes' | 'sampleMails'> | null
  connect: OpenedConnect
  /** The operator's files. */
  sources: OperatorFiles['sources']
  metrics: Metrics
  secrets: readonly string[]
  built: PageEditions
  /** The folder of the browser's files. */
  files: string
  mounted: Mount[]
  shell: (language: Language) => PageShell
  /** The secret that identifies the shop at the built-in provider. */
  clientSecret: string
  installersFolder: string
  ready: () => Promise<boolean>
  /** Whether the last write to the database succeeded. */
  isWritable: () => boolean
  /** Whether requests wait for a connection to the database. */
  waitsForDatabase: () => boolean
  backupAge: (() => Promise<number | null>) | null
  log: FastifyBaseLogger
  logTo: LogStream
}

/** Builds all routes of the shop on one Fastify instance, which does not listen yet. */
export async function buildShopApp(parts: ShopAppParts): Promise<FastifyInstance> {
  const { config, context, metrics, secrets, built } = parts
  const { payments, idp } = context
  const adminProof = adminProofOf(config)
  const roles = {
    issuer: idp.issuer,
    ...(idp.roleOf && { roleOf: idp.roleOf }),
    adminSubjects: config.adminSubjects,
    adminProof,
  }
  const visitors = createVisitors(
    context.db,
    context.now,
    deriveKeys(secrets, 'anti-forgery'),
    config.publicUrl.startsWith('https:'),
    roles,
  )
  const { byKey, ownersOf } = openKeyCallers(context, parts.connect, roles, config.rateLimitFactor)
  const ownRequests = randomToken()
  const { issuer } = idp
  const claims = { role: config.roleClaim, emailVerified: config.emailVerifiedClaim }
  const signIn: SignInParts = {
    context,
    visitors,
    issuer,
    openId: createOpenId({
      issuer,
      clientId: config.oidc?.clientId ?? 'shop',
      clientSecret: config.oidc?.clientSecret ?? parts.clientSecret,
      clientAuth: config.oidc?.clientAuth ?? 'basic',
      // The built-in provider uses the product's clock, and its library the machine's.
      maxAge: config.oidc ? lifetimes.sessionAbsolute / 1000 : null,
      redirectUri: config.publicUrl + callbackPath,
      postLogoutRedirectUri: `${config.publicUrl}/`,
      claims,
      adminAcr: config.oidc?.adminAcr ?? null,
      fetch: inTrace(config.oidc ? fetch : fetchFromOneself(config, ownRequests)),
    }),
    sealing: createSealing(deriveKeys(secrets, signInSealing)),
    publicUrl: config.publicUrl,
    claims,
    signupUrl: config.oidc?.signupUrl ?? null,
    adminProof,
    networkHash: createNetworkHash(secrets),
    metrics,
  }
  const downloads = {
    context,
    installers: openInstallers(parts.installersFolder),
    keys: deriveKeys(secrets, 'downloads'),
    cdnKey: config.installerCdnKey === null ? null : createSecretKey(Buffer.from(config.installerCdnKey)),
  }
  const handlers: Handlers = {
    ...planHandlers(context, payments),
    ...accountHandlers(context, payments, visitors, parts.shell, async (id) => ({
      devices: await parts.licence.exportOf(id),
      apiKeys: await keysOfPerson(context.db, parts.connect, id),
      webhooks: await endpointsOfPerson(context.db, parts.connect, id),
    })),
    ...ownAccountHandlers(context, visitors, config.publicUrl),
    ...deviceHandlers(context, parts.licence),
    ...userHandlers(context, visitors),
    ...subscriptionHandlers(context, payments),
    ...subscriptionListHandlers(context, payments),
    ...subscriptionActHandlers(context, payments),
    ...planChangeHandlers(context, payments),
    ...downloadHandlers(downloads),
    ...subscriberHandlers(context, payments),
    ...activityHandlers(context),
    ...paymentIssueHandlers(context, payments),
    ...auditHandlers(context),
    ...retainedEvidenceHandlers(context),
    ...overviewHandlers(context),
    ...catalogueHandlers(context, payments),
    ...viewHandlers(context),
    ...settingsHandlers(context, parts.sources, (recipient) => parts.identity?.sampleMails(recipient) ?? []),
    ...brandHandlers(context, parts.sources.brand),
    ...teamHandlers(context, config.admin?.email ?? null),
    ...keyHandlers(context, parts.connect, ownersOf),
    ...eventHandlers(parts.connect),
    ...webhookHandlers(context, parts.connect.webhooks, ownersOf),
    ...reviewHandlers(context),
    ...screeningHandlers(context),
    ...mailHandlers(context),
    ...queueHandlers(context),
    ...erasureRequestHandlers(context),
    ...configHandlers(config.tssUrl),
    ...signInHandlers(signIn),
    ...preferenceHandlers(context, config.publicUrl),
  }
  count(handlers, 'POST /api/v1/users', metrics.registrations)
  count(handlers, 'POST /api/v1/plans/{name}/checkout', metrics.checkouts)
  count(handlers, 'POST /api/v1/products/{name}/checkout', metrics.checkouts)
  const calls = {
    handlers,
    readContext: {
      now: context.now,
      plan: (name: string | undefined) => (name === undefined ? firstTrial(context.catalogue) : planOf(context, name)),
    },
  }
  const pages: PageServices = {
    shell: parts.shell,
    built,
    calls,
    visitors,
    now: context.now,
    brandIn: (language) => brandIn(context.brand, language),
    defaultCountry: config.defaultCountry,
    testMode: config.testMode,
    sandboxMail: config.sandbox.mail,
    publicUrl: config.publicUrl,
    formOrigins: [
      ...(config.oidc ? [new URL(issuer).origin] : []),
      ...(config.stripe ? stripePages : []),
      ...installerOrigins(context.catalogue),
    ],
    brandStyles: () => brandStyles(context.brand).css,
    firstTrial: firstTrial(context.catalogue).name,
    planType: (name) => context.catalogue.plans.get(name)?.type,
    hasOrdered: (subscriberId, plan) => hasOrdered(context.db, subscriberId, plan),
  }
  const openApiOf = keptFor(({ name }: BrandFile) =>
    openApiDocument({
      title: name,
      version: '1',
      publicUrl: config.publicUrl,
      sessionCookie: sessionCookieName(config.publicUrl.startsWith('https:')),
    }),
  )
  const openApi = () => openApiOf(context.brand)
  return buildApp({
    publicUrl: config.publicUrl,
    now: context.now,
    hosts: isSandbox(config) ? ownHosts(config) : null,
    trustedProxies: config.trustedProxies,
    calls,
    callers: { visitors, byKey, idempotency: createIdempotency((request) => parts.connect.beginIdempotent(request)) },
    mounted: parts.mounted,
    logger: parts.log,
    logTo: parts.logTo,
    admission: createAdmission(createBusy(parts.waitsForDatabase)),
    ownRequests,
    metrics,
    showFailure: (error, request, reply) => showFailure(pages, error, request, reply),
    async addRoutes(app) {
      await parts.identity?.addRoutes(app)
      addHealthRoutes(app, {
        ready: parts.ready,
        isWritable: parts.isWritable,
        openApi,
        metrics,
        jobs: () => jobCounts(context.db, context.now()),
        backupAge: parts.backupAge,
        isArchiving: () => isArchiving(context.db),
        listAges: () => listAges(context),
        paymentIssues: () => openIssueCounts(context.db),
        webhooks: () => parts.connect.webhooks.counts(),
        metricsToken: config.metricsToken,
      })
      addApiPage(
        app,
        openApi,
        () => parts.shell('en'),
        () => context.brand,
      )
      addBrandRoutes(app, context)
      addSiteMap(app, config.publicUrl, context.catalogue)
      addAssets(app, parts.files, (error, request, reply) => void showFailure(pages, error, request, reply))
      addTextsScripts(
        app,
        Object.values(built).flatMap(({ texts }) => texts),
      )
      await addWebhookRoute(app, { context, payments, metrics })
      await addReminderRoutes(app, { context, shell: parts.shell })
      addEmailChangeRoutes(app, { context, shell: parts.shell })
      addBirthDateRoutes(app, { context, shell: parts.shell })
      addSignInRoutes(app, signIn)
      addInstallerRoute(app, downloads, visitors)
      await addLicenceRoutes(app, parts.licence, { context, visitors, shell: parts.shell })
      addPages(app, pages)
    },
  })
}

/** Counts the results of a call, whether made by a script or a form. */
function count<C extends CallName>(handlers: Handlers<C>, name: C, results: Metrics['registrations']): void {
  const handle = handlers[name]
  handlers[name] = (input, call) => counted(results, () => handle(input, call))
}

/** Calls the identity provider as part of the current trace. */
const inTrace =
  (ask: typeof fetch): typeof fetch =>
  (input, init) =>
    inSpan(`identity provider ${init?.method ?? 'GET'}`, 'client', () => {
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value)
      return ask(input, { ...init, headers })
    })

/** Another issuer is asked for what the operator configures, otherwise trusted to enforce second factors. */
function adminProofOf({ adminMfa, oidc }: Config): AdminProof {
  if (!adminMfa) return 'nothing'
  return oidc === null ? 'mfa' : (oidc.adminAcr ?? 'issuer')
}

function ownHosts(config: Config): ReadonlySet<string> {
  const { port, publicUrl } = config
  const own = [publicUrl, ownAddress(config)].map((address) => new URL(address).host)
  return new Set([...own, `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
}

/** The built-in provider is this process: it is called where it listens, whatever its public address is. */
function fetchFromOneself(config: Config, ownRequests: string): typeof fetch {
  const { publicUrl } = config
  const own = ownAddress(config)
  return (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input)
    if (address.origin !== publicUrl) return fetch(address, init)
    const headers = new Headers(init?.headers)
    headers.set(ownRequestHeader, ownRequests)
    return fetch(new URL(address.pathname + address.search, own), { ...init, headers })
  }
}
