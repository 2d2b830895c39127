import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/** To a person who asked to be erased. */
export function erasureRequestedMail(frame: MailFrame, recipient: Recipient): Mail {
  const words = wordsIn(recipient.language).mail.erasure.requested
  return layOutMail(frame, recipient, 'erasure', {
    ...words,
    subject: words.subject(frame.brandName),
    paragraphs: [words.text(frame.brandName), words.notYou(frame.supportEmail)],
  })
}

/** To the same person after the erasure: the last email they get. */
export function erasedMail(frame: MailFrame, recipient: Recipient): Mail {
  const words = wordsIn(recipient.language).mail.erasure.done
  return layOutMail(frame, recipient, 'erasure', {
    ...words,
    subject: words.subject(frame.brandName),
    paragraphs: [words.text(frame.brandName), words.kept],
  })
}
