import type { BrandFile } from '../domain/catalogue/brand.ts'
import type { MailFrame } from './mails/layout/layout.ts'
import type { IdentityProvider } from './adapters/identity/port.ts'
import type { MailTransport } from './adapters/mail/port.ts'
import type { Payments } from './adapters/payments/port.ts'
import type { ErasureLog } from './adapters/erasure-log/port.ts'
import type { EmailDomains, Screener } from './screening/port.ts'
import type { Catalogue } from './catalogue.ts'
import type { RateLimitName } from '../domain/limits.ts'
import type { Allow, RequireRoom } from './http/session/rate-limits.ts'
import type { Sealing } from '../platform/crypto/sealing.ts'
import type { UnsubscribeLinks } from './mails/unsubscribe-links.ts'
import type { Serialize } from '../platform/concurrency/keyed-mutex.ts'
import type { Db } from './store/tables.ts'
import type { Transact } from './store/transact.ts'

/** The brand in force, which administrators can change while the server runs. */
export type CurrentBrand = {
  /** The values of the brand file. */
  file: BrandFile
  brand: () => BrandFile
  frame: () => MailFrame
  /** Reads changes in the database, made here or by another instance. */
  refresh: () => Promise<void>
}

/** The dependencies of the use cases, composed once at the start. A function takes the few that it uses. */
export type AppContext = {
  db: Db
  /** Every change that may queue a job uses it. */
  transact: Transact
  now: () => Date
  /** Writes a warning to the log. Never pass personal data. */
  warn: (entry: object, message: string) => void
  idp: IdentityProvider
  payments: Payments
  mail: MailTransport
  catalogue: Catalogue
  /**
   * Why paid plans cannot be bought at present, by their names; a new map at each change. `readAt` is null before
   * prices were read.
   */
  sales: { notSold: ReadonlyMap<string, string>; readAt: Date | null }
  currentBrand: CurrentBrand
  /** From `currentBrand`: read it for each request and email, because an administrator may change it. */
  readonly brand: BrandFile
  readonly mailFrame: MailFrame
  screener: Screener
  /** Whether two administrators must approve a person who matches a list. */
  reviewTwo: boolean
  emailDomains: EmailDomains
  /** Which people were erased. */
  erasureLog: ErasureLog
  /** How many years the evidence required by law is kept after an erasure. */
  retentionYears: number
  allow: Allow
  requireRoom: RequireRoom
  /** Reverts a count against a limit of failures that was not a failure. */
  uncount: (limit: RateLimitName, key: string) => Promise<void>
  /** Runs work one after the other per key (an account or a trial token), so that one person's requests do not use all connections. */
  serialize: Serialize
  /** The keyed hashes under which an address's trials are stored, newest key first. */
  trialHashes: (email: string) => [string, ...string[]]
  /** The keyed hashes under which a domain cleared for a company is stored, newest key first. */
  domainHashes: (pair: string) => [string, ...string[]]
  unsubscribeLinks: UnsubscribeLinks
  /** Encrypts values that the database stores but must not be able to read. */
  sealing: Sealing
  /** Requests that the folder of the screening lists is read again. */
  requestListScan: () => void
}
