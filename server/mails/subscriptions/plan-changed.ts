import type { BillingInvoice, NextCharge } from '../../../domain/billing/billing-snapshot.ts'
import { longDate } from '../../../domain/calendar.ts'
import { minorUnitsText } from '../../../domain/catalogue/plan.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import type { PlanTerms, Subscription } from '../../../domain/subscription/subscription.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/**
 * A change of plan or of its price: the previous plan, the time when the change was found, the invoice of the current
 * period, and the next charge. `byAdministrator`: made here; any other change was made by the customer or at the
 * provider.
 */
export type PlanChangeFacts = {
  from: PlanTerms
  at: Date
  byAdministrator: boolean
  invoice: BillingInvoice | null
  next: NextCharge | null
}
type ChangedPlan = { subscription: Subscription; change: PlanChangeFacts }

/** To a customer whose plan changed without a payment; the receipt reports a paid change. */
export function planChangedMail(frame: MailFrame, facts: Recipient & ChangedPlan): Mail {
  const t = wordsIn(facts.language)
  const words = t.mail.planChanged
  return layOutMail(frame, facts, 'plan-changed', {
    ...words,
    subject: words.subject(facts.subscription.plan.title),
    paragraphs: [changeSentence(facts, t), ...costOf(facts.change, t), ...nextChargeOf(facts, t)],
    note: words.note(frame.supportEmail),
  })
}

/** To a customer whose plan has another price from now on. */
export function priceChangedMail(frame: MailFrame, facts: Recipient & ChangedPlan): Mail {
  const t = wordsIn(facts.language)
  const { priceChanged: words, trialReminder } = t.mail
  const { subscription, change } = facts
  const price = ({ priceMinor, currency }: PlanTerms) => money(priceMinor, currency, t)
  const interval = ({ recurringInterval, recurringIntervalCount }: PlanTerms) =>
    recurringInterval ? trialReminder.intervals[recurringInterval](recurringIntervalCount) : ''
  const { plan } = subscription
  const isSame = interval(change.from) === interval(plan)
  const before = price(change.from) + (isSame ? '' : interval(change.from))
  const sentence = words.text(plan.title, before, price(plan) + interval(plan), longDate(change.at, t.locale))
  return layOutMail(frame, facts, 'price-changed', {
    ...words,
    subject: words.subject(plan.title),
    paragraphs: [sentence, ...nextChargeOf(facts, t)],
    note: words.note(frame.supportEmail),
  })
}

export function changeSentence({ subscription, change }: ChangedPlan, { mail, locale }: ServerWords): string {
  const { bySupport, neutral } = mail.planChanged
  return (change.byAdministrator ? bySupport : neutral)(
    change.from.title,
    subscription.plan.title,
    longDate(change.at, locale),
  )
}

/**
 * Returns the next charge, or the last day of a subscription that does not renew; nothing if neither is known, as while
 * charging is paused.
 */
export function nextChargeOf({ subscription, change: { next } }: ChangedPlan, t: ServerWords): string[] {
  const words = t.mail.planChanged
  const { plan, endDate, renewal } = subscription
  if (next === null) return renewal !== 'on' && endDate ? [words.ends(plan.title, longDate(endDate, t.locale))] : []
  const date = longDate(next.at, t.locale)
  return [next.amount === null ? words.nextDate(date) : words.nextCharge(money(next.amount, next.currency, t), date)]
}

/** Without an invoice, the next charge may include the change, which its amount shows. */
function costOf({ invoice, next }: PlanChangeFacts, t: ServerWords): string[] {
  const words = t.mail.planChanged
  if (invoice === null) return next?.amount ? [] : [words.free]
  if (invoice.total < 0) return [words.credited(money(-invoice.total, invoice.currency, t))]
  const isOpen = invoice.status === 'open' || invoice.status === 'draft'
  return [isOpen && invoice.amountDue > 0 ? words.due(money(invoice.amountDue, invoice.currency, t)) : words.free]
}

const money = (minor: number, currency: string, { locale }: ServerWords) => minorUnitsText(minor, currency, locale)
