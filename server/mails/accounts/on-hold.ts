import { paths } from '../../../contract/screens.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * To a customer whose account is put on hold. It states no reason and no list, because the findings are confidential.
 */
export function onHoldMail(frame: MailFrame, { to, language }: Recipient): Mail {
  const words = wordsIn(language).mail.onHold
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.subject,
    paragraphs: [words.text(frame.brandName), words.days, words.support(frame.supportEmail)],
    button: { label: words.button, address: frame.publicUrl + paths.account },
  })
  return { kind: 'on-hold', to, subject: words.subject, html, text }
}
