import type { Mail, MailFault } from '../../../domain/mail.ts'

/**
 * An email with the id under which it was queued: a mail server that compares ids can ignore the second of the same id.
 */
export type QueuedMail = Omit<Mail, 'kind'> & { id: string }

/** Why an email could not be sent. */
export type MailFailure = {
  /** True if the server refused this email permanently, not if it is down or refuses the shop altogether. */
  permanent: boolean
  fault: MailFault
  /** The status in the server's response; null without a response. */
  status: number | null
  /** Its reply, on one line, short, without links and possible secrets; null without a reply. May contain an address. */
  answer: string | null
}

/**
 * Sends emails, as many at once as it has `connections`. `send` resolves once the mail server has accepted the email,
 * and rejects after half an hour at the latest, or when the signal aborts; `explain` interprets the error. `close` ends
 * the connections; running deliveries have 5 seconds.
 */
export type MailTransport = {
  connections: number
  send(mail: QueuedMail, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
  explain(error: unknown): MailFailure
}
