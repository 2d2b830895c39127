import type { Mail, MailFault } from '../../../domain/mail.ts'

/** A mail under the id it was queued with: a mail server that compares ids can ignore the second of the same id. */
export type QueuedMail = Omit<Mail, 'kind'> & { id: string }

/** Why a mail could not be sent. */
export type MailFailure = {
  /** True when the server refused this very mail for good, not when it is down or refuses us altogether. */
  permanent: boolean
  fault: MailFault
  /** The status the server answered with; null where it answered nothing. */
  status: number | null
  /** Its reply, on one line, short, without links and possible secrets; null without a reply. May contain an address. */
  answer: string | null
}

/**
 * The way out for mails. `send` resolves once the other side has taken the mail, and rejects after a minute at the
 * latest; what to make of that is said by `explain`. `close` ends the connections; deliveries under way have 5 seconds.
 */
export type MailTransport = {
  send(mail: QueuedMail): Promise<void>
  close(): Promise<void>
  explain(error: unknown): MailFailure
}
