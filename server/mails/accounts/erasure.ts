import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { paths } from '../../../contract/screens.ts'

/** To a person who asked to be erased. */
export function erasureRequestedMail(frame: MailFrame, { to, language }: Recipient): Mail {
  const words = wordsIn(language).mail.erasure.requested
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(frame.brandName), words.notYou(frame.supportEmail)],
    button: { label: words.button, address: frame.publicUrl + paths.account },
  })
  return { kind: 'erasure', to, subject: words.subject(frame.brandName), html, text }
}

/** To the same person after the erasure: the last email they get. */
export function erasedMail(frame: MailFrame, { to, language }: Recipient): Mail {
  const words = wordsIn(language).mail.erasure.done
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(frame.brandName), words.kept],
  })
  return { kind: 'erasure', to, subject: words.subject(frame.brandName), html, text }
}
