import type { PaymentIssueNotice } from '../../domain/billing/payments/payment-issues.ts'
import { longDate } from '../../domain/calendar.ts'
import type { Language } from '../../domain/language.ts'
import type { Mail, Recipient } from '../../domain/mail.ts'
import { paths } from '../../contract/screens.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from './layout/layout.ts'

/** To an administrator, once a webhook endpoint has failed for a day, and once it was switched off. */
export function endpointFailingMail(
  frame: MailFrame,
  facts: Recipient & { url: string; state: 'failing' | 'off' },
): Mail {
  const { shared, ...states } = wordsIn(facts.language).mail.endpoint
  const words = states[facts.state]
  return layOutMail(frame, facts, 'endpoint-failing', {
    ...shared,
    ...words,
    paragraphs: [words.text(frame.brandName)],
    facts: [[shared.url, facts.url]],
    link: paths.connect,
  })
}

/** To an administrator, once lists have become old; `age` in whole days. */
export function oldListsMail(
  frame: MailFrame,
  { lists, ...recipient }: Recipient & { lists: readonly { name: string; age: number }[] },
): Mail {
  const words = wordsIn(recipient.language).mail.oldLists
  return layOutMail(frame, recipient, 'old-lists', {
    ...words,
    subject: words.subject(lists.length),
    preheader: words.preheader(lists.length),
    paragraphs: [words.text(frame.brandName, lists.length), words.todo],
    facts: lists.map(({ name, age }) => [name, words.age(age)] as const),
    link: paths.screening,
  })
}

/** To an administrator, about kinds of payment issues with new ones. It names no customer. */
export function paymentIssuesMail(
  frame: MailFrame,
  { notices, ...recipient }: Recipient & { notices: readonly PaymentIssueNotice[] },
): Mail {
  const { mail, locale, paymentIssues } = wordsIn(recipient.language)
  const words = mail.paymentIssues
  const count = notices.reduce((sum, { fresh }) => sum + fresh, 0)
  return layOutMail(frame, recipient, 'payment-issues', {
    ...words,
    subject: words.subject(count),
    preheader: words.preheader(count),
    paragraphs: [
      words.text(frame.brandName),
      ...notices.map(
        ({ kind, open, fresh, since }) =>
          `${paymentIssues.kinds[kind]} ${words.count(open, fresh, longDate(since, locale))}`,
      ),
    ],
    link: paths.queue,
  })
}

/**
 * Returns a sample to send: marked in its subject, and without the link to unsubscribe, which a mail program could use.
 */
export function testMail({ kind, to, subject, html, text }: Mail, language: Language): Mail {
  return { kind, to, subject: wordsIn(language).mail.test(subject), html, text }
}
