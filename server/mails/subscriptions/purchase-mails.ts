import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

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

type Words = {
  subject: (plan: string) => string
  heading: string
  text: (plan: string) => string
  next: string
  button: string
  note: string
}

function purchaseMail(
  frame: MailFrame,
  kind: 'purchase-processing' | 'purchase-failed',
  { to, language, plan }: Facts,
  words: Words,
  path: string,
): Mail {
  const text = words.text(plan.title)
  return {
    kind,
    to,
    subject: words.subject(plan.title),
    ...layOutMail(frame, language, {
      preheader: text,
      heading: words.heading,
      paragraphs: [text, words.next],
      button: { label: words.button, address: frame.publicUrl + path },
      note: words.note,
    }),
  }
}
