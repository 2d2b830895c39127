import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import { minorUnitsText } from '../../../domain/catalogue/plan.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

type Facts = Recipient & { subscription: Subscription }

/**
 * Sent a month before a year or more is charged, with the provider's amount in minor units, if it states one.
 * `otherPlan` is the title of the plan that is scheduled to begin then, null for one without a title.
 */
export function renewalComingMail(
  frame: MailFrame,
  facts: Facts & { next?: { amount: number; currency: string } | null; otherPlan?: string | null | undefined },
): Mail | null {
  const { mail, locale } = wordsIn(facts.language)
  const words = mail.renewalComing
  const { next, otherPlan } = facts
  const { plan, endDate } = facts.subscription
  if (!endDate || plan.type === 'trial') return null
  const date = longDate(endDate, locale)
  const term = words.terms[plan.recurringInterval](plan.recurringIntervalCount)
  const amount = next ? minorUnitsText(next.amount, next.currency, locale) : null
  const same = amount === null ? words.text(plan.title, term) : words.exact(plan.title, term, amount)
  const other = [words.otherPlan(otherPlan ?? null), ...(amount === null ? [] : [words.total(amount)])]
  return layOutMail(frame, facts, 'renewal-coming', {
    ...words,
    subject: words.subject(plan.title, date),
    heading: words.heading(date),
    paragraphs: otherPlan === undefined ? [same] : other,
  })
}

/** To a customer whose stored card will expire before the next charge. `lastDay` is its last valid day. */
export function cardExpiringMail(frame: MailFrame, facts: Facts & { lastDigits: string; lastDay: Date }): Mail {
  const { subscription, lastDigits, lastDay } = facts
  const { mail, locale } = wordsIn(facts.language)
  const words = mail.cardExpiring
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(lastDay)
  const paragraphs = [words.text(subscription.plan.title, lastDigits, month)]
  return layOutMail(frame, facts, 'card-expiring', { ...words, paragraphs })
}
