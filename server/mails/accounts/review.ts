import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * To a customer whose account is put on hold. It states no reason and no list, because the findings are confidential,
 * and promises no review if the country is denied.
 */
export function onHoldMail(frame: MailFrame, recipient: Recipient, deniedCountry: boolean): Mail {
  const words = wordsIn(recipient.language).mail.onHold
  const { subject, preheader, text } = deniedCountry ? words.country : words
  const more = deniedCountry
    ? [words.country.money(frame.supportEmail)]
    : [words.days, words.support(frame.supportEmail)]
  const paragraphs = [text(frame.brandName), ...more]
  return layOutMail(frame, recipient, 'on-hold', { subject, preheader, paragraphs, button: words.button })
}

/**
 * To a person in review: a reviewer asks for their date of birth. It names no list, because the findings are
 * confidential.
 */
export function birthDateMail(frame: MailFrame, facts: Recipient & { address: string }): Mail {
  const words = wordsIn(facts.language).mail.birthDate
  return layOutMail(frame, facts, 'birth-date', {
    ...words,
    paragraphs: [words.text(frame.brandName), words.use, words.support(frame.supportEmail)],
    link: facts.address,
  })
}

/**
 * To a person whose hold has ended, by an administrator's approval or a new check. Pending subscriptions have begun or
 * continue.
 */
export function accountApprovedMail(frame: MailFrame, recipient: Recipient): Mail {
  const words = wordsIn(recipient.language).mail.accountApproved
  const paragraphs = [words.text(frame.brandName), words.next]
  return layOutMail(frame, recipient, 'account-approved', { ...words, paragraphs })
}

/** To a person whom an administrator refused. It gives no reason, because the findings are confidential. */
export function accountRefusedMail(frame: MailFrame, recipient: Recipient): Mail {
  const words = wordsIn(recipient.language).mail.accountRefused
  const paragraphs = [words.text(frame.brandName), words.ends, words.mistake(frame.supportEmail)]
  return layOutMail(frame, recipient, 'account-refused', { ...words, paragraphs })
}
