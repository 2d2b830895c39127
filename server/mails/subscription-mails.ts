import { layOutMail, type MailContent, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { longDate, majorUnits, priceText } from '../../core/plan.ts'
import { paths } from '../../core/screens.ts'
import type { SubscriptionMail } from '../../core/subscription-commands.ts'
import type { Subscription } from '../../core/subscription.ts'
import { mailWords } from '../../core/words/en/mail.ts'
import { trialStartedMail } from './trial-started.ts'

type Facts = { to: string; subscription: Subscription }
type Told = { subject: string } & MailContent

/** The mail about what has just happened to a subscription; null where there is nothing to say, as before its first day. */
export function subscriptionMail(frame: MailFrame, kind: SubscriptionMail, { to, subscription }: Facts): Mail | null {
  const { plan, endDate } = subscription
  if (kind === 'trial-started') return endDate ? trialStartedMail(frame, { to, plan, endDate }) : null
  const told = tellers[kind](subscription, frame)
  if (!told) return null
  const { subject, ...content } = told
  return { to, subject, ...layOutMail(frame, content) }
}

/** Two weeks before a year is charged. */
export function renewalComingMail(
  frame: MailFrame,
  { to, subscription }: Facts & { subscription: { endDate: Date | null } },
): Mail | null {
  const words = mailWords.renewalComing
  if (!subscription.endDate) return null
  const date = longDate(subscription.endDate, 'en-GB')
  const { subject, ...content } = {
    subject: words.subject(subscription.plan.title, date),
    ...about(
      frame,
      words.heading(date),
      [words.text(subscription.plan.title, price(subscription))],
      words.button,
      words.note,
    ),
  }
  return { to, subject, ...layOutMail(frame, content) }
}

/** The card on file will not pay for the next period. `month` is its last, written out. */
export function cardExpiringMail(frame: MailFrame, facts: Facts & { lastDigits: string; month: string }): Mail {
  const words = mailWords.cardExpiring
  const text = words.text(facts.subscription.plan.title, facts.lastDigits, facts.month)
  return {
    to: facts.to,
    subject: words.subject,
    ...layOutMail(frame, about(frame, words.heading, [text], words.button, words.note)),
  }
}

const price = ({ plan }: Subscription) => priceText(majorUnits(plan.priceMinor, plan.currency), plan.currency, 'en-GB')

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
  (subscription: Subscription, frame: MailFrame) => Told | null
> = {
  receipt(subscription, frame) {
    const words = mailWords.receipt
    const { plan, startDate, paidUntil } = subscription
    const next = startDate && paidUntil ? words.until(longDate(paidUntil, 'en-GB')) : words.waits
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title), next], words.button, words.note),
    }
  },
  'payment-failed'({ plan, endDate }, frame) {
    const words = mailWords.paymentFailed
    const until = endDate ? [words.until(longDate(endDate, 'en-GB'))] : []
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title), ...until], words.button, words.note),
    }
  },
  'renewal-stopped'({ plan, endDate }, frame) {
    const words = mailWords.renewalStopped
    if (!endDate) return null
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title, longDate(endDate, 'en-GB'))], words.button, words.note),
    }
  },
  'renewal-resumed'({ plan, endDate }, frame) {
    const words = mailWords.renewalResumed
    if (!endDate) return null
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title, longDate(endDate, 'en-GB'))], words.button, words.note),
    }
  },
  'subscription-ended'({ plan }, frame) {
    const words = mailWords.subscriptionEnded
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title)], words.button, words.note, paths.plans),
    }
  },
}
