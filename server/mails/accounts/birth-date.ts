import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * To a person in review: a reviewer asks for their date of birth. It names no list, because the findings are
 * confidential.
 */
export function birthDateMail(frame: MailFrame, { to, language, address }: Recipient & { address: string }): Mail {
  const words = wordsIn(language).mail.birthDate
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.subject,
    paragraphs: [words.text(frame.brandName), words.use, words.support(frame.supportEmail)],
    button: { label: words.button, address },
    note: words.note,
  })
  return { kind: 'birth-date', to, subject: words.subject, html, text }
}
