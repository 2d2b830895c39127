import { layOutMail, type MailContent, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** The person who requested a change of address. */
type AskedBy = 'person' | 'support'

/** To a new address, whose owner confirms it by the link. */
export function emailChangeLinkMail(
  frame: MailFrame,
  { to, language, address, asked }: Recipient & { address: string; asked: AskedBy },
): Mail {
  const words = wordsIn(language).mail.emailChange.link
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [words.text[asked](frame.brandName)],
    button: { label: words.button, address },
    note: words.note,
  })
  return { kind: 'email-change', to, subject: words.subject(frame.brandName), html, text }
}

/**
 * To the old address: a change was requested. It never states the new one. The links cancel the change, or make an
 * administrator's change take effect without waiting.
 */
export function emailChangeRequestedMail(
  frame: MailFrame,
  { to, language }: Recipient,
  { asked, cancel, agree }: { asked: AskedBy; cancel: string; agree: string },
): Mail {
  const words = wordsIn(language).mail.emailChange.requested
  return notice(frame, { to, language }, words, words.text[asked], {
    button: { label: words.cancel, address: cancel },
    ...(asked === 'support' ? { otherLink: { label: words.agree, address: agree } } : {}),
    note: words.note[asked],
  })
}

/** To an address that a person requested for their account, and that already has an account. */
export function addressTakenMail(frame: MailFrame, { to, language }: Recipient): Mail {
  const words = wordsIn(language).mail.emailChange.taken
  return notice(frame, { to, language }, words, words.text)
}

/** To the old address, which no longer has an account. `cancel`: the link with which its owner restores the account. */
export function emailChangedMail(frame: MailFrame, recipient: Recipient, cancel: string | undefined): Mail {
  const words = wordsIn(recipient.language).mail.emailChange.done
  const links = cancel === undefined ? {} : { button: { label: words.cancel, address: cancel }, note: words.cancelNote }
  return notice(frame, recipient, words, words.text, links)
}

/**
 * To a later address, after the owner of an earlier one cancelled the change: it has lost the account or, if the
 * earlier address has another account by now (`taken`), keeps it without its password.
 */
export function emailRestoredMail(frame: MailFrame, recipient: Recipient, outcome: 'restored' | 'taken'): Mail {
  const words = wordsIn(recipient.language).mail.emailChange.restored
  return notice(frame, recipient, words, words.text[outcome])
}

type NoticeWords = Pick<ServerWords['mail']['emailChange']['done'], 'subject' | 'preheader' | 'heading' | 'notYou'>

function notice(
  frame: MailFrame,
  { to, language }: Recipient,
  words: NoticeWords,
  said: (brand: string) => string,
  links: Pick<MailContent, 'button' | 'otherLink' | 'note'> = {},
): Mail {
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader,
    heading: words.heading,
    paragraphs: [said(frame.brandName), words.notYou(frame.supportEmail)],
    ...links,
  })
  return { kind: 'email-change', to, subject: words.subject(frame.brandName), html, text }
}
