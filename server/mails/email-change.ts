import { layOutMail, type MailFrame } from './layout/layout.ts'
import type { Mail, Recipient } from '../../domain/mail.ts'
import { wordsIn } from '../../i18n/spoken.ts'

/** To a new address, whose owner proves it by the link. */
export function emailChangeLinkMail(
  frame: MailFrame,
  { to, language, address }: Recipient & { address: string },
): Mail {
  const words = wordsIn(language).mail.emailChange.link
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(frame.brandName)],
    button: { label: words.button, address },
    note: words.note,
  })
  return { kind: 'email-change', to, subject: words.subject(frame.brandName), html, text }
}

/** To the old address: a change was asked for. It never says the new one. */
export function emailChangeRequestedMail(frame: MailFrame, recipient: Recipient): Mail {
  return notice(frame, recipient, 'requested')
}

/** To the old address, which has no account any more. */
export function emailChangedMail(frame: MailFrame, recipient: Recipient): Mail {
  return notice(frame, recipient, 'done')
}

function notice(frame: MailFrame, { to, language }: Recipient, kind: 'requested' | 'done'): Mail {
  const words = wordsIn(language).mail.emailChange[kind]
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text(frame.brandName), words.notYou(frame.supportEmail)],
  })
  return { kind: 'email-change', to, subject: words.subject(frame.brandName), html, text }
}
