import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brandIn, legalLinks, type BrandFile } from '../../domain/catalogue/brand.ts'
import type { Language } from '../../domain/language.ts'
import { useTexts, wordsIn } from '../../i18n/server-words.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { deriveKeys, keptSecret } from '../../platform/crypto/secrets.ts'
import type { Html } from '../../platform/html.ts'
import { page, type PageShell } from '../../platform/page.ts'
import type { createSandboxClock } from '../../sandbox/clock.ts'
import { openErasureLog, openErasureLogs } from '../adapters/erasure-log/file.ts'
import type { ErasureLog } from '../adapters/erasure-log/port.ts'
import { ConfigError, bothOrAllFaults } from '../config-error.ts'
import { createLogger, type LogStream } from '../http/log.ts'
import { createRateLimits } from '../http/session/rate-limits.ts'
import { putSampleInstallers } from '../installers.ts'
import { countRefusal, createMetrics } from '../metrics.ts'
import { createFolder } from '../folders.ts'
import { readOperatorFiles } from '../operator-files.ts'
import { setVendorAffirmations } from '../../domain/registration/affirmation.ts'
import { editionIn, type PageEditions, type builtPages } from '../pages/built-pages.ts'
import { brandStyles } from '../routes/brand.ts'
import { latestMoment } from '../store/clock.ts'
import { createTransact } from '../store/transact.ts'
import { affirmationsIn, readVendorTexts } from '../vendor-texts.ts'
import { erasureLogCopy } from './backups.ts'
import { namesIn, openBuiltInIdentityProvider, titleOfPath } from './identity/built-in-identity-provider.ts'
import { isSandbox, type Config } from './config/config.ts'
import { openCurrentBrand } from './current-brand.ts'
import { openMailTransport } from './integrations/mail.ts'
import { openPayments } from './integrations/payments.ts'
import { openScreening } from './integrations/screening.ts'
import { openShopDatabase } from './open-database.ts'
import { passwordFault, writableFaults } from './start-checks.ts'
import { startClock } from './process/clock.ts'
import type { Say } from './process/running.ts'
import type { Shutdown } from './process/shutdown.ts'
import { createSignals } from './process/signals.ts'
import type { Mount } from '../http/mounted.ts'
import type { IntegrationContext } from './integrations/integration-context.ts'

export type StartOptions = {
  config: Config
  /** Prints what the start reports. */
  say: Say
  logTo: LogStream
  createClock: typeof createSandboxClock
  pages: typeof builtPages
  shutdown: Shutdown
}

/** Everything outside the process, opened, and what is derived from the configuration. */
export type OpenedParts = Awaited<ReturnType<typeof openParts>>

/** Opens files, database, clock and integrations. Rejects with an error whose message can be shown. */
export async function openParts(settings: StartOptions) {
  const { config, say, logTo, createClock, pages, shutdown } = settings
  const [{ catalogue, brand: brandFile, sources }, texts] = await bothOrAllFaults(
    readOperatorFiles(config),
    readVendorTexts(config.textsFolder),
  )
  useTexts(texts)
  setVendorAffirmations(affirmationsIn(texts))
  const built = await pages.read(texts)
  const faults = [passwordFault(config, namesIn(brandFile, catalogue)) ?? [], writableFaults(config)].flat()
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  createFolder('DATA_DIR', config.dataDir)
  if (config.backupDir !== null) createFolder('BACKUP_DIR', config.backupDir)
  const erasureLog = await openErasureLogOf(config)
  const secrets = config.secrets ?? [await keptSecret(config.dataDir)]
  const opening = openShopDatabase(config, say)
  // Also if a signal arrives before it is open. A failed one is closed already.
  shutdown.addDatabase(() =>
    opening.then(
      ({ close }) => close(),
      () => undefined,
    ),
  )
  const database = await opening
  const { db } = database
  const now = await startClock(config, await latestMoment(db), createClock, say)
  const log = createLogger(logTo, now)
  const signals = createSignals()

  const currentBrand = await openCurrentBrand({
    db,
    file: brandFile,
    publicUrl: config.publicUrl,
    warn: (entry, message) => log.warn(entry, message),
  })
  const { brand, frame } = currentBrand

  const shell = (language: Language) => shellOf(config, brand(), built, language)
  const pageTemplate = { page: (title: string, body: Html) => page(shell('en'), title, body) }
  const metrics = createMetrics()
  const outside = { config, now, log, signals, pageTemplate, metrics, shutdown }
  const mail = await openMailTransport(outside, brand, say)
  const installersFolder = join(config.dataDir, 'installers')
  await (config.sandbox.mail
    ? putSampleInstallers(installersFolder, catalogue)
    : mkdir(installersFolder, { recursive: true }))
  const payment = await openPayments(outside, catalogue, say)
  const screening = openScreening(outside, db, catalogue)
  const receiver = await openReceiver(outside)

  const allow = createRateLimits(db, now, config.rateLimitFactor)
  const sealing = createSealing(deriveKeys(secrets, 'sealed'))
  const transact = createTransact(db, (kinds) => signals.emit('jobsQueued', kinds))
  // Identifies the shop at the built-in identity provider.
  const clientSecret = deriveKeys(secrets, 'identity-client')[0]?.export().toString('base64url') ?? ''
  const identity = config.oidc
    ? null
    : await openBuiltInIdentityProvider({
        config,
        db,
        secrets,
        clientSecret,
        now,
        allow,
        frame,
        shell,
        transact,
        sealing,
        names: () => namesIn(brand(), catalogue),
        placeOf: (path) => titleOfPath(catalogue, brand(), path),
        warn(entry, message) {
          // A sign-in that the provider accepts returns to the shop, and is counted there.
          countRefusal(metrics, entry)
          log.warn(entry, message)
        },
      })
  return {
    ...settings,
    built,
    catalogue,
    currentBrand,
    sources,
    erasureLog,
    secrets,
    database,
    db,
    now,
    log,
    signals,
    shell,
    metrics,
    mail,
    payment,
    screening,
    receiver,
    installersFolder,
    allow,
    sealing,
    transact,
    clientSecret,
    identity,
  }
}

async function openErasureLogOf({ backupDir, erasureLogFile }: Config): Promise<ErasureLog> {
  const opening = backupDir
    ? openErasureLogs(erasureLogFile, erasureLogCopy(backupDir))
    : openErasureLog(erasureLogFile)
  return opening.catch((error: NodeJS.ErrnoException) => {
    const names = backupDir ? 'FORGOTTEN_LEDGER, or its copy in BACKUP_DIR,' : 'FORGOTTEN_LEDGER'
    throw new ConfigError(`${names} cannot be written (${error.code ?? error.name}): ${error.path ?? erasureLogFile}`)
  })
}

function shellOf(config: Config, brand: BrandFile, built: PageEditions, language: Language): PageShell {
  const { shell: t, announcement } = wordsIn(language)
  const announced = brand.announcements[language]
  return {
    brandName: brand.name,
    legalName: brand.legalName,
    logo: brand.logo,
    mark: brand.mark,
    lang: language,
    stylesheets: [...editionIn(built, language).styles, brandStyles(brand).address],
    links: [
      ...legalLinks(brandIn(brand, language)).map(({ title, address }) => ({ label: title, address })),
      { label: t.support, address: `mailto:${brand.supportEmail}` },
    ],
    notice: config.testMode ? t.testMode : undefined,
    announcement: announced === undefined ? undefined : { label: announcement.label, text: announced },
  }
}

/** In the sandbox, opens a receiver to which webhooks can be sent. */
async function openReceiver({
  config,
  now,
  pageTemplate,
}: Pick<IntegrationContext, 'config' | 'now' | 'pageTemplate'>): Promise<Mount[]> {
  if (!isSandbox(config)) return []
  const { createReceiver } = await import('../../sandbox/webhooks/receiver.ts')
  return [{ prefix: '/sandbox/webhooks', handle: createReceiver(pageTemplate, now) }]
}
