import type { Kysely } from 'kysely'
import type { Provider } from 'oidc-provider'
import type { RateLimitName } from '../domain/limits.ts'
import type { Mail, MailContent, MailKind, Recipient } from '../domain/mail.ts'
import type { Cookies } from '../platform/cookies.ts'
import type { PageShell } from '../platform/page.ts'
import type { Language } from '../domain/language.ts'
import type { IdentityTables } from './database/tables.ts'

/** `T`: the tables of the application. The identity provider's tables are in the same database. */
export type IdentityOptions<T> = {
  db: Kysely<T>
  /** The shop's public address, without a trailing slash; the issuer is `{publicUrl}/identity`. */
  publicUrl: string
  /** Newest first. Cookies, stored objects and signing keys depend on them; forms accept any of them. */
  secrets: string[]
  client: {
    id: string
    secret: string
    redirectUri: string
    postLogoutRedirectUri: string
    backchannelLogoutUri?: string
  }
  /** The product's clock. The library itself uses the machine's time. */
  now: () => Date
  /** Runs a transaction of the owner, who sends what it queued after the commit. */
  transact: <R>(work: (db: Kysely<T>) => Promise<R>) => Promise<R>
  /** Queues an email in the given transaction. */
  sendMail: (db: Kysely<T>, mail: Mail) => Promise<void>
  /**
   * Ends the relying party's sessions of an account, or the one that belongs to the given session, in the same
   * transaction.
   */
  sessionsEnded: (db: Kysely<T>, accountId: string, sid: string | null) => Promise<void>
  /** Records in the same transaction that the second factors of an administrator or support agent changed, or a recovery code was used. */
  factorChanged: (
    db: Kysely<T>,
    who: { account: { id: string; email: string }; clientAddress: string },
    change: FactorChange,
  ) => Promise<void>
  layOutMail: (recipient: Recipient, kind: MailKind, content: MailContent) => Mail
  shell: (language: Language) => PageShell
  /** Whether accounts with a role in the admin area need a second factor. */
  secondFactor: boolean
  /** The time of people's own devices, which authenticator apps use. */
  deviceTime: () => Date
  /**
   * Returns the path to which the relying party goes after a sign-in with this state, according to its cookie;
   * undefined if unknown.
   */
  returnToOf?: (state: string, cookies: Cookies) => string | undefined
  /** Returns the name of a path of the site, for the page that states where a sign-in leads. */
  placeOf?: (path: string, language: Language) => string
  /** Returns where a visitor without an account registers who came from a path; `buys`: for an order, else for a trial. */
  registrationOf?: (path: string) => { address: string; buys: boolean }
  /** The names of the brand and its products: a password cannot be one of them with a few digits added. */
  names: () => readonly string[]
  /**
   * Counts against a limit that all instances share; false if it is exceeded. The key is an email or network address.
   * `db` is the current transaction if there is one: waiting for another connection inside it could deadlock.
   */
  allow: (limit: IdentityLimit, key: string, db: Kysely<T>) => Promise<boolean>
  /** Returns the seconds until a limit counts from zero again. */
  resetsIn: (limit: IdentityLimit) => number
  /** Reverts a count that turned out not to apply. */
  uncount: (limit: IdentityLimit, key: string) => Promise<void>
  /** Returns a keyed hash of the network of an address, for the log. */
  networkHash: (clientAddress: string) => string
  /** Whether an error means that the database is unavailable, instead of a fault of the product. */
  isUnavailable: (error: unknown) => boolean
  /** Whether the server itself refused a request before it reached a sign-in page, for example because of overload. */
  isRefusal: (error: unknown) => boolean
  /** Never receives personal data. */
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

/** The context of the pages' handlers. */
export type IdentityContext = IdentityOptions<IdentityTables> & {
  issuer: string
  /** The origins to which forms may lead: the shop's and the relying party's. */
  origins: string[]
  secure: boolean
  cookies: CookieNames
  /** The hash of a random password, so that checking an unknown address takes as long as a wrong password. */
  decoyHash: string
}

/** A context with a running OpenID provider. */
export type OpenIdentityContext = IdentityContext & { provider: Provider }

export type CookieNames = Record<'session' | 'interaction' | 'resume' | 'form' | 'ticket' | 'browser', string>

/** Over TLS the browser binds the cookies to this host; the library binds two of them to a path. */
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
