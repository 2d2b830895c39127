import { addDays, longDate } from '../../../domain/calendar.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, MailContent, Recipient } from '../../../domain/mail.ts'
import type { PaymentCard } from '../../../domain/billing/payments/payment-card.ts'
import type { BillingInvoice } from '../../../domain/billing/billing-snapshot.ts'
import type { OwedAmount } from '../../../domain/billing/payments/owed.ts'
import { minorUnitsText } from '../../../domain/catalogue/plan.ts'
import { paths } from '../../../contract/screens.ts'
import type { OpenPayment, SubscriptionMail } from '../../../domain/subscription/commands.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'
import { onHoldMail } from '../accounts/review.ts'
import { planChangedMail, priceChangedMail, type PlanChangeFacts } from './plan-changed.ts'
import { trialStartedMail } from './trials.ts'
import { receiptText } from './receipt.ts'

/** `failure` is present if a payment is open or may be. */
type Facts = Recipient & {
  subscription: Subscription
  failure?: OpenPayment
  /** For a receipt: the paid invoice. */
  invoice?: BillingInvoice
  card?: PaymentCard
  /** The amount that remains payable although it does not renew. */
  owed?: OwedAmount | null
  /** Whether a stopped renewal can be resumed. */
  resumable?: boolean
  /** Whether the person's country is denied. */
  deniedCountry?: boolean
  /** For a change of plan, and for a receipt that pays for one. */
  change?: PlanChangeFacts
}

/** Returns the email about an event of a subscription; null if it needs no email, as before the first day. */
export function subscriptionMail(frame: MailFrame, kind: SubscriptionMail, facts: Facts): Mail | null {
  const { language, subscription, change } = facts
  const { plan, endDate } = subscription
  if (kind === 'trial-started') return endDate ? trialStartedMail(frame, { ...facts, plan, endDate }) : null
  if (kind === 'plan-changed') return change ? planChangedMail(frame, { ...facts, change }) : null
  if (kind === 'price-changed') return change ? priceChangedMail(frame, { ...facts, change }) : null
  if (kind === 'on-hold') return onHoldMail(frame, facts, facts.deniedCountry ?? false)
  const content = tellers[kind](subscription, wordsIn(language), facts, frame)
  return content && layOutMail(frame, facts, kind, content)
}

const tellers: Record<
  Exclude<SubscriptionMail, 'trial-started' | 'on-hold' | 'plan-changed' | 'price-changed'>,
  (
    subscription: Subscription,
    t: ServerWords,
    facts: Pick<Facts, 'failure' | 'invoice' | 'card' | 'owed' | 'resumable' | 'deniedCountry' | 'change'>,
    frame: MailFrame,
  ) => MailContent | null
> = {
  receipt: receiptText,
  'payment-failed'({ plan, endDate }, { mail, locale }, { failure }) {
    const words = mail.paymentFailed
    const { retryAt = null, actionRequired = false, payUrl = null } = typeof failure === 'object' ? failure : {}
    const { subject, heading, text, note } = actionRequired ? words.action : words
    const until = endDate ? [words.until(longDate(endDate, locale))] : []
    const day = retryAt ? longDate(retryAt, locale) : ''
    const late = retryAt && endDate && retryAt.getTime() >= addDays(endDate, 1).getTime()
    const next = retryAt ? (late ? words.retryLater(day) : words.retry(day)) : words.noRetry
    return {
      subject: subject(plan.title),
      heading,
      paragraphs: [text(plan.title), ...until, ...(actionRequired ? [] : [next])],
      button: actionRequired ? words.action.button : payUrl ? words.button : words.accountButton,
      link: payUrl ?? paths.account,
      note,
    }
  },
  'trial-extended'({ plan, endDate }, { mail, locale }) {
    const words = mail.trialExtended
    if (!endDate) return null
    const date = longDate(endDate, locale)
    return {
      ...words,
      subject: words.subject(plan.title, date),
      heading: words.heading(date),
      paragraphs: [words.text(plan.title, date)],
    }
  },
  'renewal-not-stopped'({ plan }, { mail }) {
    const words = mail.renewalNotStopped
    return { ...words, subject: words.subject(plan.title), paragraphs: [words.text(plan.title), words.promise] }
  },
  'renewal-stopped'(
    { plan, endDate, onHoldSince },
    { mail, locale },
    { owed, resumable = false, deniedCountry = false },
  ) {
    const words = mail.renewalStopped
    const held = deniedCountry ? words.country : words
    if (!endDate) return null
    const until = owed
      ? words.onceOwedIsPaid(plan.title, longDate(owed.until, locale))
      : words.text(plan.title, longDate(endDate, locale))
    const notes = onHoldSince ? held.onHoldNotes : words.notes
    return {
      ...words,
      subject: words.subject(plan.title),
      paragraphs: [...(owed ? [owedText(owed, words, locale)] : []), onHoldSince ? held.onHold(plan.title) : until],
      note: notes[resumable ? 'resumable' : 'over'],
    }
  },
  'renewal-resumed'({ plan, endDate, onHoldSince }, { mail, locale }, { deniedCountry = false }) {
    const words = mail.renewalResumed
    if (!endDate) return null
    const held = deniedCountry ? words.country : words
    const text = onHoldSince ? held.onHold(plan.title) : words.text(plan.title, longDate(endDate, locale))
    const note = onHoldSince ? words.onHoldNote : words.note
    return { ...words, subject: words.subject(plan.title), paragraphs: [text], note }
  },
  'subscription-ended'({ plan }, { mail, locale }, { failure, owed }) {
    const words = mail.subscriptionEnded
    // An invoice that is not due yet is voided with the end; one that is being processed cannot be.
    const nothingMore = owed?.processing ? words.processing(amountOf(owed, locale)) : words.nothingMore
    const open = typeof failure === 'object' ? failure : undefined
    const ofOpen = open?.retryAt ? words.retry(longDate(open.retryAt, locale)) : words.payable
    const next = failure === 'unknown' ? words.unknown : open ? ofOpen : nothingMore
    return {
      ...words,
      subject: words.subject(plan.title),
      paragraphs: [words.text(plan.title), next],
      ...(open?.payUrl ? { button: words.payButton, link: open.payUrl } : { link: paths.plans }),
    }
  },
}

const amountOf = ({ amount, currency }: OwedAmount, locale: string) => minorUnitsText(amount, currency, locale)

/** Returns what remains payable after a stop, and when. */
function owedText(owed: OwedAmount, words: ServerWords['mail']['renewalStopped'], locale: string): string {
  const amount = amountOf(owed, locale)
  return owed.dueAt === null ? words.processing(amount) : words.due(amount, longDate(owed.dueAt, locale))
}
