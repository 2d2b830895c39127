import { layOutMail, type MailFrame } from '../../mails/layout/layout.ts'
import type { PageShell } from '../../../platform/page.ts'
import type { Language } from '../../../domain/language.ts'
import { createIdentity } from '../../../identity/identity.ts'
import type { Identity } from '../../../identity/port.ts'
import type { Brand } from '../../../domain/catalogue/brand.ts'
import type { Catalogue } from '../../catalogue.ts'
import type { Config } from '../config/config.ts'
import { isRefusal } from '../../../contract/errors.ts'
import { isUnavailable } from '../../../platform/database-errors.ts'
import { createNetworkHash } from '../../http/session/network-hash.ts'
import { createUncount, resetsIn, type Allow } from '../../http/session/rate-limits.ts'
import { ownAddress } from '../config/own-address.ts'
import { registrationAddress } from '../../../contract/screens.ts'
import { backChannelPath } from '../../routes/sign-in/back-channel-logout.ts'
import { callbackPath } from '../../routes/sign-in/sign-in.ts'
import { returnToOf, signInSealing } from '../../routes/sign-in/sign-in-attempts.ts'
import { createSealing, type Sealing } from '../../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../../platform/crypto/secrets.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { queueSealedMail } from '../../store/jobs/jobs.ts'
import { accountOf } from '../../store/accounts/accounts.ts'
import { endSessionsOf } from '../../store/accounts/sessions.ts'
import { withdrawOwnEmailChange } from '../../store/subscribers/email-changes.ts'
import type { Db, Tables } from '../../store/tables.ts'
import type { Transact } from '../../store/transact.ts'

export type IdentityProviderParts = {
  config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'adminMfa'>
  db: Db
  secrets: string[]
  /** The secret that identifies the shop. */
  clientSecret: string
  now: () => Date
  allow: Allow
  frame: () => MailFrame
  shell: (language: Language) => PageShell
  names: () => readonly string[]
  /** Returns the name of a page of the shop, for the sign-in page that states where it leads. */
  placeOf?: (path: string) => string
  transact: Transact
  sealing: Sealing
  warn: (entry: object, message: string) => void
}

/** The built-in OpenID Connect provider, whose only client is the shop. Its emails are jobs of the shop. */
export function openBuiltInIdentityProvider(parts: IdentityProviderParts): Promise<Identity<Tables>> {
  const { config, db, secrets, clientSecret, now, allow, frame, shell, names, placeOf, transact, sealing, warn } = parts
  const signIns = createSealing(deriveKeys(secrets, signInSealing))
  return createIdentity<Tables>({
    publicUrl: config.publicUrl,
    client: {
      id: 'shop',
      secret: clientSecret,
      redirectUri: config.publicUrl + callbackPath,
      postLogoutRedirectUri: `${config.publicUrl}/`,
      // Provider and client are both this process.
      backchannelLogoutUri: ownAddress(config) + backChannelPath,
    },
    db,
    secrets,
    now,
    allow,
    resetsIn: (limit) => resetsIn(limit, now()),
    uncount: createUncount(db, now),
    networkHash: createNetworkHash(secrets),
    transact,
    sendMail: (trx, mail) => queueSealedMail(trx, sealing, null, mail, now()),
    async sessionsEnded(trx, subject, sid) {
      const issuer = `${config.publicUrl}/identity`
      await endSessionsOf(trx, issuer, subject, sid)
      if (sid === null) await withdrawOwnEmailChange(trx, issuer, subject)
    },
    async factorChanged(trx, { account: { id, email }, clientAddress }, act) {
      const subscriberId = await accountOf(trx, { issuer: `${config.publicUrl}/identity`, subject: id })
      const by = { email, address: clientAddress }
      await recordAct(trx, { by, act, subscriberId, account: id }, now())
    },
    layOutMail: (recipient, kind, content) => layOutMail(frame(), recipient, kind, content),
    secondFactor: config.adminMfa,
    // oxlint-disable-next-line no-restricted-properties -- a sandbox's clock may be moved; the phones of its administrators are not.
    deviceTime: () => new Date(Date.now()),
    shell,
    returnToOf: (state, cookies) => returnToOf({ sealing: signIns, publicUrl: config.publicUrl }, state, cookies),
    ...(placeOf ? { placeOf } : {}),
    registrationOf: registrationAddress,
    names,
    isUnavailable,
    isRefusal,
    warn,
  })
}

/** Returns the subject of a path of the shop, in words: the plan in it, otherwise the brand. */
export function titleOfPath({ plans }: Catalogue, brand: Brand, path: string): string {
  const [, name = ''] = /^\/(?:plans|try)\/([^/?]+)/.exec(path) ?? []
  return plans.get(name)?.title ?? brand.name
}

/** Returns the names of the brand and its products, which are rejected as passwords. */
export function namesIn(brand: Brand, { products }: Catalogue): string[] {
  return [brand.name, ...[...products.values()].flatMap(({ key, title }) => [title, key])]
}
