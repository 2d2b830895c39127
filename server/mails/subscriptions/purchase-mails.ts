import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** `order` is its id; `plan` in the reader's language. */
type Facts = Recipient & { plan: { name: string; title: string }; order: string }

/** To a buyer whose first payment takes days, such as a bank debit. */
export function purchaseProcessingMail(frame: MailFrame, facts: Facts): Mail {
  const { mail } = wordsIn(facts.language)
  const page = `${paths.confirmation(facts.plan.name)}?order=${facts.order}`
  return purchaseMail(frame, 'purchase-processing', facts, mail.purchaseProcessing, page)
}

/** To a buyer whose first payment was returned: nothing started. */
export function purchaseFailedMail(frame: MailFrame, facts: Facts): Mail {
  const { mail } = wordsIn(facts.language)
  return purchaseMail(frame, 'purchase-failed', facts, mail.purchaseFailed, paths.orderSummary(facts.plan.name))
}

function purchaseMail(
  frame: MailFrame,
  kind: 'purchase-processing' | 'purchase-failed',
  facts: Facts,
  words: ServerWords['mail']['purchaseProcessing'],
  link: string,
): Mail {
  const { title } = facts.plan
  const paragraphs = [words.text(title), words.next]
  return layOutMail(frame, facts, kind, { ...words, subject: words.subject(title), paragraphs, link })
}
