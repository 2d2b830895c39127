import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/** To a person who registered from a country to which the operator may not sell. */
export function notAvailableMail(frame: MailFrame, facts: Recipient & { planTitle: string }): Mail {
  const words = wordsIn(facts.language).mail.notAvailable
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(facts.planTitle), words.mistake(frame.supportEmail)],
  })
  return { kind: 'not-available', to: facts.to, subject: words.subject(facts.planTitle), html, text }
}
