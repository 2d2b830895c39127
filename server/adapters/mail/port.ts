import type { Mail } from '../../../core/mail.ts'

/** A mail under the id it was queued with: sending the same id twice is one mail to whoever can tell. */
export type QueuedMail = Mail & { id: string }

/**
 * The way out for mails. `send` resolves once the other side has taken the mail, and rejects after a minute at the
 * latest; whether trying again can help is said by `isPermanent`. `close` ends the connections; deliveries under way have 5 seconds.
 */
export type MailTransport = {
  send(mail: QueuedMail): Promise<void>
  close(): Promise<void>
  /** True when the server refused this very mail for good, not when it is down or refuses us altogether. */
  isPermanent(error: unknown): boolean
}
