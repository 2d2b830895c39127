import type { DeviceChange } from '../domain/account/device.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { LicenceTerms } from '../domain/catalogue/licence-terms.ts'
import type { Language } from '../domain/language.ts'
import type { RateLimitName } from '../domain/limits.ts'
import type { Entitlement } from '../domain/subscription/entitlement.ts'
import type { PlanTerms } from '../domain/subscription/subscription.ts'
import type { ServerWords } from '../i18n/server-words.ts'
import type { Html } from '../platform/html.ts'
import type { Keys } from '../platform/crypto/secrets.ts'
import type { LicenceDb, LicenceTrx } from './database/tables.ts'
import type { Keyring } from './keys/keyring.ts'

/** A product whose programs are licensed. */
export type LicensedProduct = { key: string; title: string; terms: LicenceTerms }

/** The person named in a lease. */
export type Holder = { name: string; company: string; email: string; language: Language }

/** The visitor of a page. `subscriberId` is null for an account without a subscriber, such as an administrator's. */
export type PageVisitor = { signedIn: { accountId: string; subscriberId: string | null; email: string } | null }

/** What the shop provides for the pages, because sessions and the anti-forgery token are its own. */
export type PagePorts = {
  visitorOf(request: FastifyRequest): Promise<PageVisitor>
  /** Returns the value of the form field `_csrf`. */
  formToken(request: FastifyRequest, reply: FastifyReply): Promise<string>
  isFormToken(request: FastifyRequest, token: unknown): Promise<boolean>
  wordsFor(request: FastifyRequest): ServerWords
  /** Returns the title of a product in the visitor's language. */
  titleOf(product: string, request: FastifyRequest): string
  /** Sends a page without scripts, in the visitor's language. */
  sendPage(reply: FastifyReply, page: { status?: number; title: string; body: Html }): FastifyReply
  signInAddress(returnTo: string): string
  /** Returns the page of a product's trial, null if it has none, and the page of its paid plans. */
  offersOf(product: string): { trial: string | null; plans: string }
  addressOf(request: FastifyRequest): string
  /** Responds with the error of the API that has this code. */
  refuse(code: 'NOT_FOUND' | 'CHECK_ANSWERED' | 'TOO_MANY_REQUESTS'): never
}

export type LicenceOptions<T> = {
  db: Kysely<T>
  /** Commits, then wakes the workers of queued jobs. */
  transact: <R>(work: (db: Transaction<T>) => Promise<R>) => Promise<R>
  now: () => Date
  publicUrl: string
  secrets: readonly string[]
  allow: (limit: RateLimitName, key: string) => Promise<boolean>
  /** Returns the seconds until a limit has room again. */
  resetsIn: (limit: RateLimitName) => number
  products: readonly LicensedProduct[]
  desktopProtocol: string
  /** True if signatures are for evaluation only. */
  isSandbox: boolean
  /** Returns the features in the catalogue, or those with which the plan was sold if it was removed since. */
  featuresOf(plan: PlanTerms): readonly string[]
  /**
   * Returns what a person can use of a product now, and the holder that a lease names; undefined for an unknown person.
   */
  entitlementOf(
    db: Kysely<T>,
    subscriberId: string,
    product: string,
  ): Promise<{ holder: Holder; entitlement: Entitlement } | undefined>
  /** Queues the email to the owner and the message to other systems, in the transaction of the change. */
  announce(db: Transaction<T>, change: DeviceChange): Promise<void>
  warn(entry: object, message: string): void
}

/** The options, typed with the tables of licences, and what is derived from them once. */
export type LicenceContext = Omit<
  LicenceOptions<never>,
  'db' | 'transact' | 'entitlementOf' | 'announce' | 'products'
> & {
  db: LicenceDb
  transact: <R>(work: (db: LicenceTrx) => Promise<R>) => Promise<R>
  entitlementOf: (
    db: LicenceDb,
    subscriberId: string,
    product: string,
  ) => ReturnType<LicenceOptions<never>['entitlementOf']>
  announce: (db: LicenceTrx, change: DeviceChange) => Promise<void>
  products: ReadonlyMap<string, LicensedProduct>
  /** The issuer for OAuth clients: the address of the server metadata. */
  issuer: string
  keyring: Keyring
  refreshKeys: Keys
  accessKeys: Keys
  endKeys: Keys
  nonceKeys: Keys
}
