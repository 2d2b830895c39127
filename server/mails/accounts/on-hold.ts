import { paths } from '../../../contract/screens.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * To a customer whose account is put on hold. It states no finding and no list, because they are confidential. A denied
 * country is none, and is not reviewed.
 */
export function onHoldMail(frame: MailFrame, { to, language }: Recipient, deniedCountry: boolean): Mail {
  const words = wordsIn(language).mail.onHold
  const { country } = words
  const { html, text } = layOutMail(frame, language, {
    preheader: deniedCountry ? country.preheader : words.preheader,
    heading: deniedCountry ? country.heading : words.subject,
    paragraphs: deniedCountry
      ? [country.text, country.correct, country.money(frame.supportEmail)]
      : [words.text(frame.brandName), words.days, words.support(frame.supportEmail)],
    button: { label: words.button, address: frame.publicUrl + paths.account },
  })
  return { kind: 'on-hold', to, subject: deniedCountry ? country.subject : words.subject, html, text }
}
