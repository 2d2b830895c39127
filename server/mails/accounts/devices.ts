import { momentText } from '../../../domain/calendar.ts'
import { paths } from '../../../contract/screens.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/** A program's description of its computer, and the title of the product. */
type Device = { product: string; name: string; system: string }

/** To the owner of a device that was just allowed: its description, and a link to end its sign-in. */
export function deviceAddedMail(
  frame: MailFrame,
  recipient: Recipient,
  { product, name, system, network, at, endAddress }: Device & { network: string; at: Date; endAddress: string },
): Mail {
  const { deviceMails: t, locale } = wordsIn(recipient.language)
  const words = t.added
  return layOutMail(frame, recipient, 'device-added', {
    ...words,
    subject: words.subject(product),
    preheader: words.preheader(product),
    paragraphs: [words.text(product, frame.brandName), words.notYou(frame.supportEmail)],
    facts: [
      [t.facts.name, name || t.unnamed],
      [t.facts.system, system || t.unnamed],
      [t.facts.network, network],
      [t.facts.time, `${momentText(at, locale)} UTC`],
    ],
    link: endAddress,
    otherLink: { label: t.account, address: frame.publicUrl + paths.account },
  })
}

/** To the owner of a device that support signed out. The reason is the vendor's own record. */
export function deviceSignedOutMail(frame: MailFrame, recipient: Recipient, device: Device): Mail {
  const { deviceMails: t } = wordsIn(recipient.language)
  const { product, name } = device
  const words = t.signedOut
  return layOutMail(frame, recipient, 'device-signed-out', {
    ...words,
    subject: words.subject(product),
    paragraphs: [
      name ? words.text(name, product, frame.brandName) : words.unnamed(product, frame.brandName),
      words.again,
      words.support(frame.supportEmail),
    ],
    button: t.account,
  })
}
