import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, MailContent, Recipient } from '../../../domain/mail.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** The person who requested a change of address. */
type AskedBy = 'person' | 'support'

/** To a new address, whose owner confirms it by the link. */
export function emailChangeLinkMail(frame: MailFrame, facts: Recipient & { address: string; asked: AskedBy }): Mail {
  const words = wordsIn(facts.language).mail.emailChange.link
  return layOutMail(frame, facts, 'email-change', {
    ...words,
    subject: words.subject(frame.brandName),
    paragraphs: [words.text[facts.asked](frame.brandName)],
    link: facts.address,
  })
}

/**
 * To the old address: a change was requested. It never states the new one. The links cancel the change, or make an
 * administrator's change take effect without waiting.
 */
export function emailChangeRequestedMail(
  frame: MailFrame,
  recipient: Recipient,
  { asked, cancel, agree }: { asked: AskedBy; cancel: string; agree: string },
): Mail {
  const words = wordsIn(recipient.language).mail.emailChange.requested
  return notice(frame, recipient, words, words.text[asked], {
    button: words.cancel,
    link: cancel,
    ...(asked === 'support' ? { otherLink: { label: words.agree, address: agree } } : {}),
    note: words.note[asked],
  })
}

/** To an address that a person requested for their account, and that already has an account. */
export function addressTakenMail(frame: MailFrame, recipient: Recipient): Mail {
  const words = wordsIn(recipient.language).mail.emailChange.taken
  return notice(frame, recipient, words, words.text)
}

/** To the old address, which no longer has an account. `cancel`: the link with which its owner restores the account. */
export function emailChangedMail(frame: MailFrame, recipient: Recipient, cancel: string | undefined): Mail {
  const words = wordsIn(recipient.language).mail.emailChange.done
  const links = cancel === undefined ? {} : { button: words.cancel, link: cancel, note: words.cancelNote }
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
  recipient: Recipient,
  { subject, preheader, heading, notYou }: NoticeWords,
  text: (brand: string) => string,
  links: Pick<MailContent, 'button' | 'link' | 'otherLink' | 'note'> = {},
): Mail {
  return layOutMail(frame, recipient, 'email-change', {
    subject: subject(frame.brandName),
    preheader,
    heading,
    paragraphs: [text(frame.brandName), notYou(frame.supportEmail)],
    ...links,
  })
}
