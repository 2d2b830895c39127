import { addDays } from '../../domain/calendar.ts'
import { layOutMail, type MailContent, type MailFrame } from './layout/layout.ts'
import type { Mail, Recipient } from '../../domain/mail.ts'
import { cardBrandName, type PaymentCard } from '../../domain/billing/payment-card.ts'
import type { BillingInvoice } from '../../domain/billing/billing-snapshot.ts'
import type { Owed } from '../../domain/billing/owed.ts'
import { longDate, majorUnits, priceText } from '../../domain/catalogue/plan.ts'
import { paths } from '../../contract/screens.ts'
import type { PaymentFailure, SubscriptionMail } from '../../domain/subscription/commands.ts'
import type { Subscription } from '../../domain/subscription/subscription.ts'
import { wordsIn, type ServerWords } from '../../i18n/server-words.ts'
import { onHoldMail } from './on-hold.ts'
import {
  changeSentence,
  nextChargeOf,
  planChangedMail,
  priceChangedMail,
  type PlanChangeFacts,
} from './plan-changed.ts'
import { trialStartedMail } from './trial-started.ts'

/** `failure` is present if a payment is open; `next` is what the provider will charge, in minor units. */
type Facts = Recipient & {
  subscription: Subscription
  failure?: PaymentFailure
  next?: { amount: number; currency: string } | null
  /** For a receipt: the paid invoice. */
  invoice?: BillingInvoice
  card?: PaymentCard
  /** The amount that remains payable although it does not renew. */
  owed?: Owed | null
  /** For a change of plan, and for a receipt that pays for one. */
  change?: PlanChangeFacts
}
type MailText = { subject: string } & MailContent

/** Returns the email about an event of a subscription; null if there is nothing to say, as before its first day. */
export function subscriptionMail(frame: MailFrame, kind: SubscriptionMail, facts: Facts): Mail | null {
  const { to, language, subscription, change } = facts
  const { plan, endDate } = subscription
  if (kind === 'trial-started') return endDate ? trialStartedMail(frame, { to, language, plan, endDate }) : null
  if (kind === 'plan-changed') return change ? planChangedMail(frame, { to, language, subscription, change }) : null
  if (kind === 'price-changed') return change ? priceChangedMail(frame, { to, language, subscription, change }) : null
  if (kind === 'on-hold') return onHoldMail(frame, { to, language })
  const told = tellers[kind](subscription, frame, wordsIn(language), facts)
  if (!told) return null
  const { subject, ...content } = told
  return { kind, to, subject, ...layOutMail(frame, language, content) }
}

/** Sent a month before a year is charged, with the amount that the provider states, if it does. */
export function renewalComingMail(frame: MailFrame, { to, language, subscription, next }: Facts): Mail | null {
  const { mail, locale } = wordsIn(language)
  const words = mail.renewalComing
  const { plan, endDate } = subscription
  if (!endDate) return null
  const date = longDate(endDate, locale)
  const text = next
    ? words.exact(plan.title, priceText(majorUnits(next.amount, next.currency), next.currency, locale))
    : words.text(plan.title)
  const content = about(frame, words.heading(date), [text], words.button, words.note)
  return {
    kind: 'renewal-coming',
    to,
    subject: words.subject(plan.title, date),
    ...layOutMail(frame, language, content),
  }
}

/** To a customer whose stored card will expire before the next charge. `lastDay` is its last valid day. */
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
  to: string = paths.account,
): MailContent {
  return {
    preheader: paragraphs[0] ?? heading,
    heading,
    paragraphs,
    // A page of the payment provider has an absolute address.
    button: { label, address: to.startsWith('/') ? frame.publicUrl + to : to },
    note,
  }
}

const tellers: Record<
  Exclude<SubscriptionMail, 'trial-started' | 'on-hold' | 'plan-changed' | 'price-changed'>,
  (
    subscription: Subscription,
    frame: MailFrame,
    t: ServerWords,
    facts: Pick<Facts, 'failure' | 'invoice' | 'card' | 'owed' | 'change'>,
  ) => MailText | null
> = {
  receipt(subscription, frame, t, { invoice, card, change }) {
    const words = t.mail.receipt
    const { plan, startDate, paidUntil } = subscription
    const changed = change && { subscription, change }
    const next = startDate && paidUntil ? words.until(longDate(paidUntil, t.locale)) : words.waits
    const [label, to] = invoice?.url ? [words.invoice, invoice.url] : [words.button, paths.account]
    return {
      subject: invoice?.number ? words.numbered(plan.title, invoice.number) : words.subject(plan.title),
      ...about(
        frame,
        words.heading,
        [
          ...(changed ? [changeSentence(changed, t)] : []),
          words.text(plan.title),
          next,
          ...(changed ? nextChargeOf(changed, t) : []),
        ],
        label,
        words.note,
        to,
      ),
      ...(invoice ? { facts: receiptFacts(plan.title, invoice, card, t) } : {}),
    }
  },
  'payment-failed'({ plan, endDate }, frame, { mail, locale }, { failure }) {
    const words = mail.paymentFailed
    const { retryAt = null, actionRequired = false, payUrl = null } = failure ?? {}
    const { subject, heading, text, note } = actionRequired ? words.action : words
    const until = endDate ? [words.until(longDate(endDate, locale))] : []
    const day = retryAt ? longDate(retryAt, locale) : ''
    const late = retryAt && endDate && retryAt.getTime() >= addDays(endDate, 1).getTime()
    const next = retryAt ? (late ? words.retryLater(day) : words.retry(day)) : words.noRetry
    const label = actionRequired ? words.action.button : payUrl ? words.button : words.accountButton
    return {
      subject: subject(plan.title),
      ...about(
        frame,
        heading,
        [text(plan.title), ...until, ...(actionRequired ? [] : [next])],
        label,
        note,
        payUrl ?? paths.account,
      ),
    }
  },
  'trial-extended'({ plan, endDate }, frame, { mail, locale }) {
    const words = mail.trialExtended
    if (!endDate) return null
    const date = longDate(endDate, locale)
    return {
      subject: words.subject(plan.title, date),
      ...about(frame, words.heading(date), [words.text(plan.title, date)], words.button, words.note),
    }
  },
  'renewal-not-stopped'({ plan }, frame, { mail }) {
    const words = mail.renewalNotStopped
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title), words.promise], words.button, words.note),
    }
  },
  'renewal-stopped'({ plan, endDate }, frame, { mail, locale }, { owed }) {
    const words = mail.renewalStopped
    if (!endDate) return null
    const text = owed
      ? [owedText(owed, words, locale), words.onceOwedIsPaid(plan.title, longDate(owed.until, locale))]
      : [words.text(plan.title, longDate(endDate, locale))]
    return { subject: words.subject(plan.title), ...about(frame, words.heading, text, words.button, words.note) }
  },
  'renewal-resumed'({ plan, endDate }, frame, { mail, locale }) {
    const words = mail.renewalResumed
    if (!endDate) return null
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title, longDate(endDate, locale))], words.button, words.note),
    }
  },
  'subscription-ended'({ plan }, frame, { mail, locale }, { failure, owed }) {
    const words = mail.subscriptionEnded
    // An invoice that is not due yet is voided with the end; one that is being processed cannot be.
    const nothingMore = owed?.processing ? words.processing(amountOf(owed, locale)) : words.nothingMore
    const next = failure
      ? failure.retryAt
        ? words.retry(longDate(failure.retryAt, locale))
        : words.payable
      : nothingMore
    const [label, to] = failure?.payUrl ? [words.payButton, failure.payUrl] : [words.button, paths.plans]
    return {
      subject: words.subject(plan.title),
      ...about(frame, words.heading, [words.text(plan.title), next], label, words.note, to),
    }
  },
}

const amountOf = ({ amount, currency }: Owed, locale: string) =>
  priceText(majorUnits(amount, currency), currency, locale)

/** Returns what remains payable after a stop, and when. */
function owedText(owed: Owed, words: ServerWords['mail']['renewalStopped'], locale: string): string {
  const amount = amountOf(owed, locale)
  return owed.dueAt === null ? words.processing(amount) : words.due(amount, longDate(owed.dueAt, locale))
}

/** Returns the lines of a receipt: number, date, plan, period, the amounts in the order of an invoice, and the card. */
function receiptFacts(
  plan: string,
  invoice: BillingInvoice,
  card: PaymentCard | undefined,
  { mail, locale }: ServerWords,
): [string, string][] {
  const { rows } = mail.receipt
  const { number, paidAt, createdAt, period, currency, total, tax, amountPaid } = invoice
  const money = (minor: number) => priceText(majorUnits(minor, currency), currency, locale)
  const days = (one: { start: Date; end: Date }) => `${longDate(one.start, locale)} – ${longDate(one.end, locale)}`
  return [
    ...(number === null ? [] : [[rows.number, number] as [string, string]]),
    [rows.date, longDate(paidAt ?? createdAt, locale)],
    [rows.plan, plan],
    ...(period ? [[rows.period, days(period)] as [string, string]] : []),
    [rows.net, money(total - tax)],
    [rows.tax, money(tax)],
    [rows.total, money(total)],
    ...(amountPaid === total ? [] : [[rows.paid, money(amountPaid)] as [string, string]]),
    ...(card ? [[rows.card, rows.cardEnding(cardBrandName(card), card.lastDigits)] as [string, string]] : []),
  ]
}
