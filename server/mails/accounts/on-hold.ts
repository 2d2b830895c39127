import { paths } from '../../../contract/screens.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * To a customer whose account is put on hold. It states no reason and no list, because the findings are confidential,
 * and promises no review if the country is denied.
 */
export function onHoldMail(frame: MailFrame, { to, language }: Recipient, deniedCountry: boolean): Mail {
  const words = wordsIn(language).mail.onHold
  const { subject, preheader, text } = deniedCountry ? words.country : words
  const { html, text: plain } = layOutMail(frame, language, {
    preheader,
    heading: subject,
    paragraphs: [
      text(frame.brandName),
      ...(deniedCountry ? [words.country.money(frame.supportEmail)] : [words.days, words.support(frame.supportEmail)]),
    ],
    button: { label: words.button, address: frame.publicUrl + paths.account },
  })
  return { kind: 'on-hold', to, subject, html, text: plain }
}
