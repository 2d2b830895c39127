import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/** To a registrant whose account is at another issuer: `address` is where they sign up there. */
export function signUpElsewhereMail(frame: MailFrame, facts: Recipient & { address: string }): Mail {
  const words = wordsIn(facts.language).mail.signUpElsewhere
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(frame.brandName)],
    button: { label: words.button, address: facts.address },
    note: words.note,
  })
  return { kind: 'sign-up', to: facts.to, subject: words.subject(frame.brandName), html, text }
}
