import type { PaymentIssueNotice } from '../../../domain/billing/payments/payment-issues.ts'
import { longDate } from '../../../domain/calendar.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/** To an administrator, about kinds of payment issues with new ones. It names no customer. */
export function paymentIssuesMail(
  frame: MailFrame,
  { to, language, notices }: Recipient & { notices: readonly PaymentIssueNotice[] },
): Mail {
  const { mail, locale, paymentIssues } = wordsIn(language)
  const words = mail.paymentIssues
  const count = notices.reduce((sum, { fresh }) => sum + fresh, 0)
  const subject = words.subject(count)
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader(count),
    heading: subject,
    paragraphs: [
      words.text(frame.brandName),
      ...notices.map(
        ({ kind, open, fresh, since }) =>
          `${paymentIssues.kinds[kind]} ${words.count(open, fresh, longDate(since, locale))}`,
      ),
    ],
    button: { label: words.button, address: frame.publicUrl + paths.queue },
    note: words.note,
  })
  return { kind: 'payment-issues', to, subject, html, text }
}
