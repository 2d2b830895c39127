import type { Recipient } from '../domain/mail.ts'
import type { BrandFile } from '../domain/catalogue/brand.ts'
import type { MailFrame } from './mails/layout/layout.ts'
import type {
  ChangeAccountEmail,
  CheckPassword,
  EndAccount,
  EndIdentityProviderSession,
  EndIdentityProviderSessions,
  Invite,
  IsActiveAccount,
  EndUnprotectedRole,
  RemovePassword,
  ResendActivation,
  SendPasswordLink,
} from './adapters/identity/port.ts'
import type { ErasureLog } from './adapters/erasure-log/port.ts'
import type { EmailDomains, Screener } from './screening/port.ts'
import type { Catalogue } from './catalogue.ts'
import type { Allow } from './http/session/rate-limits.ts'
import type { Sealing } from '../platform/crypto/sealing.ts'
import type { UnsubscribeLinks } from './mails/unsubscribe-links.ts'
import type { Serialize } from '../platform/concurrency/keyed-mutex.ts'
import type { Db, Trx } from './store/tables.ts'
import type { Transact } from './store/transact.ts'

/** What the use cases work with, put together once by main.ts. */
export type AppContext = {
  db: Db
  /** Every change that may queue a job goes through it. */
  transact: Transact
  now: () => Date
  /** Writes a warning to the log. Never pass personal data. */
  warn: (entry: object, message: string) => void
  catalogue: Catalogue
  /** Why paid plans cannot be bought at the moment, by their names; another map once that changes. `readAt` is null before prices were read. */
  sales: { notSold: ReadonlyMap<string, string>; readAt: Date | null }
  brand: BrandFile
  mailFrame: MailFrame
  screener: Screener
  /** Whether two administrators have to approve a person who matches a list. */
  reviewTwo: boolean
  emailDomains: EmailDomains
  invite: Invite
  isActiveAccount: IsActiveAccount
  /** Where emails to every administrator go: those known by now, as another issuer's role claim comes with a sign-in. */
  administrators: () => Promise<Recipient[]>
  /** Whether a subscriber has an account with a role in the admin area, as far as is known: another issuer's role claim comes with a sign-in. */
  hasRole: (db: Db | Trx, subscriber: { id: string; email: string }) => Promise<boolean>
  resendActivation: ResendActivation
  sendPasswordLink: SendPasswordLink
  changeAccountEmail: ChangeAccountEmail
  checkPassword: CheckPassword
  removePassword: RemovePassword
  /** Takes the role of an account that no second factor protects. Returns the subject where it had one. */
  endUnprotectedRole: EndUnprotectedRole
  /** The host of another issuer, which keeps email addresses and passwords itself; null for the built-in provider. */
  otherIssuer: string | null
  endAccount: EndAccount
  endIdentityProviderSessions: EndIdentityProviderSessions
  endIdentityProviderSession: EndIdentityProviderSession
  endOtherIdentityProviderSessions: EndIdentityProviderSession
  /** Which people were erased. */
  erasureLog: ErasureLog
  /** How many years the evidence that the law requires is kept after an erasure. */
  retentionYears: number
  allow: Allow
  /** Runs work one after the other per key (an account or a trial token), so that one person's requests do not use all connections. */
  serialize: Serialize
  /** The keyed hashes under which an address's trials are remembered, newest key first. */
  trialHashes: (email: string) => [string, ...string[]]
  /** The keyed hashes under which it is remembered that a domain was cleared for a company, newest key first. */
  domainHashes: (pair: string) => [string, ...string[]]
  unsubscribeLinks: UnsubscribeLinks
  /** For what the database is to hold without being able to read it. */
  sealing: Sealing
  /** Says that the folder of the screening lists should be looked at again. */
  lookAtLists: () => void
}
