import { inSpan } from '../../platform/trace-context.ts'
import { createKeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { deriveKeys, signatures } from '../../platform/crypto/secrets.ts'
import { inviteElsewhere } from '../actions/accounts/invite-elsewhere.ts'
import { administratorRole, adminAreaRoleOf } from '../../domain/role.ts'
import { emailKey } from '../../platform/email-key.ts'
import type { AppContext } from '../context.ts'
import { timed, type Metrics } from '../metrics.ts'
import type { Screener } from '../screening/port.ts'
import { createUnsubscribeLinks } from '../mails/unsubscribe-links.ts'
import { createEmailDomains } from '../screening/email-domains.ts'
import { accountsOf, administratorEmails, recipientsAt } from '../store/accounts/accounts.ts'
import { mailboxKey } from '../../platform/email-key.ts'
import type { JobKind } from '../store/tables/jobs.ts'
import type { openBuiltInIdentityProvider } from './built-in-identity-provider.ts'
import type { Config } from './config/config.ts'
import type { openScreening } from './integrations.ts'

/** What is there only once everything stands, and is asked for before. */
export type Later = {
  warn: Log
  info: Log
  wakeWorkers: (kinds: ReadonlySet<JobKind>) => void
  lookAtLists: () => void
}
export type Log = (entry: object, message: string) => void

type Parts = Pick<
  AppContext,
  'db' | 'now' | 'catalogue' | 'sales' | 'brand' | 'allow' | 'sealing' | 'transact' | 'erasureLog'
> & {
  config: Config
  frame: AppContext['mailFrame']
  secrets: Parameters<typeof deriveKeys>[0]
  /** Null with another issuer, which keeps its accounts and sessions itself. */
  identity: Awaited<ReturnType<typeof openBuiltInIdentityProvider>> | null
  screening: ReturnType<typeof openScreening>
  metrics: Metrics
  later: Later
}

/** What actions and routes are given. */
export function createContext(parts: Parts): AppContext {
  const { db, now, catalogue, sales, brand, frame, allow, sealing, transact, erasureLog } = parts
  const { config, secrets, identity, screening, metrics, later } = parts
  const trialKeys = deriveKeys(secrets, 'trial-history')
  const domainKeys = deriveKeys(secrets, 'cleared-domains')
  return {
    db,
    transact,
    now,
    warn: (entry, message) => later.warn(entry, message),
    catalogue,
    sales,
    brand,
    mailFrame: frame,
    screener: timedScreener(screening.screener, metrics),
    reviewTwo: config.reviewTwo,
    lookAtLists: () => later.lookAtLists(),
    emailDomains: createEmailDomains(),
    invite: identity?.invite ?? inviteElsewhere(frame, { allow, now, sealing }),
    isActiveAccount: identity?.isActive ?? (() => Promise.resolve(false)),
    async administrators() {
      const own = await identity?.administrators(db)
      const active = own?.filter(({ activated, role }) => activated && role === administratorRole)
      const emails = active?.map(({ email }) => email)
      return recipientsAt(
        db,
        emails ?? (await administratorEmails(db, config.oidc?.issuer ?? '', config.adminSubjects)),
      )
    },
    async hasRole(trx, { id, email }) {
      const own = (await identity?.administrators(trx)) ?? []
      if (own.some((one) => emailKey(one.email) === emailKey(email))) return true
      const accounts = await accountsOf(trx, id)
      return accounts.some(
        ({ issuer, subject, role }) =>
          issuer === (config.oidc?.issuer ?? identity?.issuer) &&
          (config.adminSubjects.includes(subject) || (identity === null && adminAreaRoleOf(role) !== null)),
      )
    },
    resendActivation: identity?.resendActivation ?? (() => Promise.resolve(null)),
    sendPasswordLink: identity?.sendPasswordLink ?? (() => Promise.resolve(null)),
    changeAccountEmail: identity?.changeEmail ?? (() => Promise.resolve(true)),
    // Another issuer keeps passwords itself.
    checkPassword: identity?.checkPassword ?? (() => Promise.resolve(false)),
    removePassword: identity?.removePassword ?? (() => Promise.resolve()),
    // Another issuer gives and takes roles itself.
    endUnprotectedRole: identity?.endUnprotectedRole ?? (() => Promise.resolve(undefined)),
    otherIssuer: config.oidc && new URL(config.oidc.issuer).host,
    // Another issuer keeps its accounts and sessions itself.
    endAccount: identity?.end ?? (() => Promise.resolve()),
    endIdentityProviderSessions: identity?.signOut ?? (() => Promise.resolve()),
    endIdentityProviderSession: identity?.endSession ?? (() => Promise.resolve()),
    endOtherIdentityProviderSessions: identity?.endOtherSessions ?? (() => Promise.resolve()),
    erasureLog,
    retentionYears: config.retentionYears,
    allow,
    serialize: createKeyedMutex(),
    trialHashes: (email) => signatures(trialKeys, mailboxKey(email)) as [string, ...string[]],
    domainHashes: (pair) => signatures(domainKeys, pair) as [string, ...string[]],
    unsubscribeLinks: createUnsubscribeLinks(deriveKeys(secrets, 'reminders'), config.publicUrl),
    sealing,
  }
}

/** Measures how long people wait for a comparison, and how long a portion of those in the background takes. */
function timedScreener(screener: Screener, { screenings }: Metrics): Screener {
  return {
    ...screener,
    screen: (people, priority = 'now', within) =>
      timed(
        () => inSpan('screening', 'internal', () => screener.screen(people, priority, within)),
        (seconds, result) => screenings.observe(seconds, priority, result),
      ),
  }
}
