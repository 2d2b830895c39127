import { brandIn } from '../../../domain/catalogue/brand.ts'
import { createSecretKey } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { LogStream } from '../../http/log.ts'
import type { Mount } from '../../http/mounted.ts'
import { buildApp } from '../http-server.ts'
import { firstTrial } from '../../catalogue.ts'
import { isSandbox, type Config } from '../config/config.ts'
import type { PageEditions } from '../../pages/built-pages.ts'
import { addAssets } from '../../pages/assets.ts'
import { createVisitors, sessionCookieName } from '../../http/session/visitor.ts'
import { installerOrigins, openInstallers } from '../../installers.ts'
import { openApiDocument } from '../../http/calls/openapi.ts'
import { cacheLatest } from '../../http/cached-file.ts'
import { createIdempotency } from '../../http/calls/idempotency.ts'
import { createAdmission, createBusy } from '../../http/connections/admission.ts'
import { addPages } from '../../pages/pages.ts'
import { showFailure } from '../../pages/show-page.ts'
import type { PageServices } from '../../pages/page-parts.ts'
import { addTextsScripts } from '../../pages/vendor-texts.ts'
import { addApiPage } from '../../routes/api-page/api-page.ts'
import { addWebhookRoute } from '../../routes/webhooks.ts'
import { addBrandRoutes, brandStyles } from '../../routes/brand.ts'
import { addInstallerRoute } from '../../routes/downloads.ts'
import { addHealthRoutes } from '../../routes/health.ts'
import { planOf } from '../../routes/plans.ts'
import { addBackChannelLogoutRoute } from '../../routes/sign-in/back-channel-logout.ts'
import { addSignInRoute } from '../../routes/sign-in/sign-in.ts'
import { addBirthDateRoutes } from '../../routes/account/birth-date.ts'
import { addEmailChangeRoutes } from '../../routes/account/email-change.ts'
import { addReminderRoutes } from '../../routes/account/reminders.ts'
import { listAges } from '../../routes/list-ages.ts'
import { ownAddress } from '../config/own-address.ts'
import type { Identity } from '../../../identity/port.ts'
import type { Tables } from '../../store/tables.ts'
import { openKeyCallers } from '../connect.ts'
import { addLicenceRoutes } from '../licence.ts'
import { isArchiving } from '../../store/archiver.ts'
import { deriveKeys, randomToken } from '../../../platform/crypto/secrets.ts'
import type { BrandFile } from '../../../domain/catalogue/brand.ts'
import { addSiteMap } from '../../pages/site-map.ts'
import { hasOrdered } from '../../store/billing/orders.ts'
import { openIssueCounts } from '../../store/billing/payment-issues.ts'
import { jobCounts } from '../../store/jobs/jobs.ts'
import { callHandlers, type CallSources } from './call-handlers.ts'
import { adminProofOf, signInParts } from './sign-in-parts.ts'

/** Where a form's response can lead: the payment provider's own pages. */
const stripePages = ['https://checkout.stripe.com', 'https://billing.stripe.com']

export type ShopAppParts = CallSources & {
  /** The built-in provider; null with another issuer. */
  identity: Pick<Identity<Tables>, 'addRoutes' | 'sampleMails'> | null
  secrets: readonly string[]
  built: PageEditions
  /** The folder of the browser's files. */
  files: string
  mounted: Mount[]
  /** The secret that identifies the shop at the built-in provider. */
  clientSecret: string
  installersFolder: string
  ready: () => Promise<boolean>
  /** Whether the database responds and accepts writes. */
  isWritable: () => Promise<boolean>
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
  const roles = {
    issuer: idp.issuer,
    ...(idp.roleOf && { roleOf: idp.roleOf }),
    adminSubjects: config.adminSubjects,
    adminProof: adminProofOf(config),
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
  const { clientSecret } = parts
  const signIn = signInParts({ config, context, metrics, secrets, visitors, clientSecret, ownRequests })
  const downloads = {
    context,
    installers: openInstallers(parts.installersFolder),
    keys: deriveKeys(secrets, 'downloads'),
    cdnKey: config.installerCdnKey === null ? null : createSecretKey(Buffer.from(config.installerCdnKey)),
  }
  const calls = {
    handlers: callHandlers({ parts, visitors, signIn, downloads, ownersOf }),
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
      ...(config.oidc ? [new URL(idp.issuer).origin] : []),
      ...(config.stripe ? stripePages : []),
      ...installerOrigins(context.catalogue),
    ],
    brandStyles: () => brandStyles(context.brand).css,
    firstTrial: firstTrial(context.catalogue).name,
    planType: (name) => context.catalogue.plans.get(name)?.type,
    hasOrdered: (subscriberId, plan) => hasOrdered(context.db, subscriberId, plan),
  }
  const openApiOf = cacheLatest(({ name }: BrandFile) =>
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
      addAssets(app, parts.files)
      addTextsScripts(
        app,
        Object.values(built).flatMap(({ texts }) => texts),
      )
      await addWebhookRoute(app, { context, payments, metrics })
      await addReminderRoutes(app, { context, shell: parts.shell })
      addEmailChangeRoutes(app, { context, shell: parts.shell })
      addBirthDateRoutes(app, { context, shell: parts.shell })
      addSignInRoute(app, signIn)
      addBackChannelLogoutRoute(app, signIn)
      addInstallerRoute(app, downloads, visitors)
      await addLicenceRoutes(app, parts.licence, { context, visitors, shell: parts.shell })
      addPages(app, pages)
    },
  })
}

function ownHosts(config: Config): ReadonlySet<string> {
  const { port, publicUrl } = config
  const own = [publicUrl, ownAddress(config)].map((address) => new URL(address).host)
  return new Set([...own, `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
}
