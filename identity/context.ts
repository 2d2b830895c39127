import type { Kysely } from 'kysely'
import type { Provider } from 'oidc-provider'
import type { RateLimitName } from '../domain/limits.ts'
import type { Mail } from '../domain/mail.ts'
import type { Cookies } from '../platform/cookies.ts'
import type { PageShell } from '../platform/page.ts'
import type { Language } from '../domain/language.ts'
import type { IdentityTables } from './database/tables.ts'

/** Paragraphs and a button of an email; main.ts lays them out. */
export type MailContent = {
  preheader: string
  heading: string
  paragraphs: string[]
  button?: { label: string; address: string }
  note?: string
}

/** `T`: the tables of the application. The identity provider's tables are in the same database. */
export type IdentityOptions<T> = {
  db: Kysely<T>
  /** Where people reach the shop, without a slash at the end; the issuer is `{publicUrl}/identity`. */
  publicUrl: string
  /** Newest first. Cookies, stored objects and signing keys hang on them; forms take any of them. */
  secrets: string[]
  client: {
    id: string
    secret: string
    redirectUri: string
    postLogoutRedirectUri: string
    backchannelLogoutUri?: string
  }
  /** The product's one clock. The library itself keeps the machine's time. */
  now: () => Date
  /** Runs a transaction of its owner's, who sends what it queued once it is committed. */
  transact: <R>(work: (db: Kysely<T>) => Promise<R>) => Promise<R>
  /** Queues a mail in the transaction it is given. */
  sendMail: (db: Kysely<T>, mail: Mail) => Promise<void>
  /**
   * Ends the relying party's sessions of an account, or the one that belongs to this session of ours, in the transaction
   * that ends ours.
   */
  sessionsEnded: (db: Kysely<T>, accountId: string, sid: string | null) => Promise<void>
  /** Records in the same transaction that the second factors of an administrator or support agent changed, or a recovery code was used. */
  factorChanged: (
    db: Kysely<T>,
    who: { account: { id: string; email: string }; clientAddress: string },
    change: FactorChange,
  ) => Promise<void>
  layOutMail: (content: MailContent, language: Language) => { html: string; text: string }
  shell: (language: Language) => PageShell
  /** Whether accounts with a role in the admin area need a second factor. */
  secondFactor: boolean
  /** The time that people's own devices have, by which authenticator apps go. */
  deviceTime: () => Date
  /** The path of its site that the relying party goes to after a sign-in of this state, by its own cookie; undefined if unknown. */
  returnToOf?: (state: string, cookies: Cookies) => string | undefined
  /** The name of a path of the site, for the page that states where a sign-in leads. */
  placeOf?: (path: string, language: Language) => string
  /** Where a visitor without an account registers for the order at a path of the site; undefined where no order is. */
  registrationOf?: (path: string) => string | undefined
  /** Of the brand and its products: no password may be one of them with a few digits more. */
  names: () => readonly string[]
  /**
   * Counts one more against a limit all instances share; false when it is refused. The key is an address of mail or
   * network. `db` is the transaction under way if there is one: waiting for another connection inside it could block.
   */
  allow: (limit: IdentityLimit, key: string, db: Kysely<T>) => Promise<boolean>
  /** Takes back what was counted a moment ago, as it turned out to be none. */
  uncount: (limit: IdentityLimit, key: string) => Promise<void>
  /** A keyed hash of the network an address belongs to, for the log. */
  networkHash: (clientAddress: string) => string
  /** Whether an error means that the database is unavailable, rather than a fault of ours. */
  isUnavailable: (error: unknown) => boolean
  /** Whether the server itself refused a request before it came to a sign-in page, for example with too much to do. */
  isRefusal: (error: unknown) => boolean
  /** Never given personal data. */
  warn: (entry: object, message: string) => void
  admin?: { email: string; password: string }
}

export type FactorChange =
  | 'set-up-factor'
  | 'add-passkey'
  | 'remove-passkey'
  | 'replace-recovery-codes'
  | 'use-recovery-code'

export type IdentityLimit = Extract<
  RateLimitName,
  | 'signInPerAccount'
  | 'signInPerBrowser'
  | 'signInPerAddress'
  | 'secondFactorPerAccount'
  | 'authorizationPerAddress'
  | 'passwordLinkPerAddress'
  | 'mailsPerRecipient'
>

/** What the handlers of the pages work with. */
export type IdentityContext = IdentityOptions<IdentityTables> & {
  issuer: string
  /** The origins forms may lead to: the shop's own, and the relying party's. */
  origins: string[]
  secure: boolean
  cookies: CookieNames
  /** The hash of a random password, so that an unknown address takes as long as a wrong password. */
  decoyHash: string
}

/** A context whose OpenID provider is up. */
export type OpenIdentityContext = IdentityContext & { provider: Provider }

export type CookieNames = Record<'session' | 'interaction' | 'resume' | 'form' | 'ticket' | 'browser', string>

/** Over TLS the browser itself keeps the cookies to this host; the library binds two of them to a path. */
export function cookieNames(secure: boolean): CookieNames {
  const host = secure ? '__Host-' : ''
  const bound = secure ? '__Secure-' : ''
  return {
    session: `${host}identity-session`,
    interaction: `${bound}identity-sign-in`,
    resume: `${bound}identity-resume`,
    form: `${host}identity-form`,
    ticket: `${host}identity-ticket`,
    browser: `${host}identity-browser`,
  }
}
