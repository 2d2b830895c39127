import { layOutMail, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** To somebody who registered from a country the operator may not sell to. */
export function notAvailableMail(frame: MailFrame, facts: { to: string; planTitle: string }): Mail {
  const words = mailWords.notAvailable
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(facts.planTitle), words.mistake(frame.supportEmail)],
  })
  return { to: facts.to, subject: words.subject(facts.planTitle), html, text }
}
