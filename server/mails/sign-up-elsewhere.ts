import { layOutMail, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** To a newcomer whose account lives at another issuer: `address` is where they sign up there. */
export function signUpElsewhereMail(frame: MailFrame, facts: { to: string; address: string }): Mail {
  const words = mailWords.signUpElsewhere
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(frame.brandName)],
    button: { label: words.button, address: facts.address },
    note: words.note,
  })
  return { to: facts.to, subject: words.subject(frame.brandName), html, text }
}
