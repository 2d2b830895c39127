import { layOutMail, type MailContent, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail, Recipient } from '../../core/mail.ts'
import { longDate, majorUnits, priceText } from '../../core/plan.ts'
import { paths } from '../../core/screens.ts'
import type { SubscriptionMail } from '../../core/subscription-commands.ts'
import type { Subscription } from '../../core/subscription.ts'
import { wordsIn, type Spoken } from '../../core/words/spoken.ts'
import { trialStartedMail } from './trial-started.ts'

type Facts = Recipient & { subscription: Subscription }
type Told = { subject: string } & MailContent

/** The mail about what has just happened to a subscription; null where there is nothing to say, as before its first day. */
export function subscriptionMail(frame: MailFrame, kind: SubscriptionMail, facts: Facts): Mail | null {
  const { to, language, subscription } = facts
  const { plan, endDate } = subscription
  if (kind === 'trial-started') return endDate ? trialStartedMail(frame, { to, language, plan, endDate }) : null
  const told = tellers[kind](subscription, frame, wordsIn(language))
  if (!told) return null
  const { subject, ...content } = told
  return { kind, to, subject, ...layOutMail(frame, language, content) }
}

/** Two weeks before a year is charged. */
export function renewalComingMail(frame: MailFrame, { to, language, subscription }: Facts): Mail | null {
  const { mail, locale } = wordsIn(language)
  const words = mail.renewalComing
  const { plan, endDate } = subscription
  if (!endDate) return null
  const date = longDate(endDate, locale)
  const price = priceText(majorUnits(plan.priceMinor, plan.currency), plan.currency, locale)
  const content = about(frame, words.heading(date), [words.text(plan.title, price)], words.button, words.note)
  return {
    kind: 'renewal-coming',
    to,
    subject: words.subject(plan.title, date),
    ...layOutMail(frame, language, content),
  }
}

/** The card on file will not pay for the next period. `lastDay` is the last it is good on. */
export function cardExpiringMail(frame: MailFrame, facts: Facts & { lastDigits: string; lastDay: Date }): Mail {
  const { to, language, subscription, lastDigits, lastDay } = facts
  const { mail, locale } = wordsIn(language)
  const words = mail.cardExpiring
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(lastDay)
  const content = about(
    frame,
    words.heading,
    [words.text(subscription.plan.title, lastDigits, month)],
    words.button,
    words.note,
  )
  return { kind: 'card-expiring', to, subject: words.subject, ...layOutMail(frame, language, content) }
}

function about(
  frame: MailFrame,
  heading: string,
  paragraphs: string[],
  label: string,
  note: string,
  path: string = paths.account,
): MailContent {
  return {
    preheader: paragraphs[0] ?? heading,
    heading,
    paragraphs,
    button: { label, address: frame.publicUrl + path },
    note,
  }
}

const tellers: Record<
  Exclude<SubscriptionMail, 'trial-started'>,
  (subscription: Subscription, frame: MailFrame, say: Spoken) => Told | null
> = {
  receipt({ plan, startDate, paidUntil }, frame, { mail, locale }) {
    const words = mail.receipt
    const next = startDate && paidUntil ? words.until(longDate(paidUntil, locale)) : words.waits
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title), next], words.button, words.note),
    }
  },
  'payment-failed'({ plan, endDate }, frame, { mail, locale }) {
    const words = mail.paymentFailed
    const until = endDate ? [words.until(longDate(endDate, locale))] : []
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title), ...until], words.button, words.note),
    }
  },
  'renewal-stopped'({ plan, endDate }, frame, { mail, locale }) {
    const words = mail.renewalStopped
    if (!endDate) return null
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title, longDate(endDate, locale))], words.button, words.note),
    }
  },
  'renewal-resumed'({ plan, endDate }, frame, { mail, locale }) {
    const words = mail.renewalResumed
    if (!endDate) return null
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title, longDate(endDate, locale))], words.button, words.note),
    }
  },
  'subscription-ended'({ plan }, frame, { mail }) {
    const words = mail.subscriptionEnded
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title)], words.button, words.note, paths.plans),
    }
  },
}
