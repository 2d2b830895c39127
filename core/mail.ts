/** A mail ready to be sent. `html` and `text` say the same. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Where the reader can stop mails of this kind, also by a button of the mail program (RFC 8058). */
  stop?: string
}
