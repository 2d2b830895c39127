import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/**
 * To a person whose hold has ended, by an administrator's approval or a new check. Pending subscriptions have begun or
 * continue.
 */
export function accountApprovedMail(frame: MailFrame, { to, language }: Recipient): Mail {
  const words = wordsIn(language).mail.accountApproved
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.subject,
    paragraphs: [words.text(frame.brandName), words.next],
    button: { label: words.button, address: frame.publicUrl + paths.account },
  })
  return { kind: 'account-approved', to, subject: words.subject, html, text }
}

/** To a person whom an administrator refused. It gives no reason, because the findings are confidential. */
export function accountRefusedMail(frame: MailFrame, { to, language }: Recipient): Mail {
  const words = wordsIn(language).mail.accountRefused
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.subject,
    paragraphs: [words.text(frame.brandName), words.ends, words.mistake(frame.supportEmail)],
  })
  return { kind: 'account-refused', to, subject: words.subject, html, text }
}
