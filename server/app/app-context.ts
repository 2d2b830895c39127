import { inSpan } from '../../platform/trace-context.ts'
import { createKeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { deriveKeys, signatures } from '../../platform/crypto/secrets.ts'
import { mailboxKey } from '../../platform/email-key.ts'
import { inviteElsewhere } from '../actions/accounts/invite-elsewhere.ts'
import type { AppContext } from '../context.ts'
import { createUnsubscribeLinks } from '../mails/unsubscribe-links.ts'
import { timed, type Metrics } from '../metrics.ts'
import { createEmailDomains } from '../screening/email-domains.ts'
import { createRequireRoom, createUncount } from '../http/session/rate-limits.ts'
import type { Screener } from '../screening/port.ts'
import { builtInIdentityProvider, externalIdentityProvider } from './identity/identity-providers.ts'
import type { OpenedParts } from './open.ts'

/** Composes the dependencies of actions and routes. */
export function createContext(parts: OpenedParts): AppContext {
  const { config, db, now, log, signals, secrets, catalogue, currentBrand, allow, sealing, transact, erasureLog } =
    parts
  const { identity, payment, mail, screening, metrics } = parts
  const trialKeys = deriveKeys(secrets, 'trial-history')
  const domainKeys = deriveKeys(secrets, 'cleared-domains')
  return {
    db,
    transact,
    now,
    warn: (entry, message) => log.warn(entry, message),
    idp: identity
      ? builtInIdentityProvider(identity, config.adminSubjects)
      : externalIdentityProvider(
          config.oidc?.issuer ?? '',
          config.adminSubjects,
          inviteElsewhere(currentBrand.frame, { allow, now, sealing }),
        ),
    payments: payment.payments,
    mail: mail.transport,
    catalogue,
    sales: payment.sales,
    currentBrand,
    get brand() {
      return currentBrand.brand()
    },
    get mailFrame() {
      return currentBrand.frame()
    },
    screener: timedScreener(screening.screener, metrics),
    reviewTwo: config.reviewTwo,
    requestListScan: () => void signals.emit('listsRequested'),
    emailDomains: createEmailDomains(),
    erasureLog,
    retentionYears: config.retentionYears,
    allow,
    requireRoom: createRequireRoom(allow, now),
    uncount: createUncount(db, now),
    serialize: createKeyedMutex(),
    trialHashes: (email) => signatures(trialKeys, mailboxKey(email)) as [string, ...string[]],
    domainHashes: (pair) => signatures(domainKeys, pair) as [string, ...string[]],
    unsubscribeLinks: createUnsubscribeLinks(deriveKeys(secrets, 'reminders'), config.publicUrl),
    sealing,
  }
}

/** Measures how long people wait for a comparison, and how long a batch in the background takes. */
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
