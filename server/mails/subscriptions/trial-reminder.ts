import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import { minorUnitsText, type Plan } from '../../../domain/catalogue/plan.ts'
import { paths } from '../../../contract/screens.ts'
import type { TrialReminder } from '../../../domain/trial-reminders.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** Sent before and after a trial's end: the date, the price of the product, and a link to unsubscribe. */
export function trialReminderMail(
  frame: MailFrame,
  facts: Recipient & {
    reminder: TrialReminder
    trial: { title: string }
    endDate: Date
    plans: readonly Plan[]
    /** The day to which its owner can extend it; null if they cannot. */
    extendableTo: Date | null
    stop: string
  },
): Mail {
  const t = wordsIn(facts.language)
  const words = t.mail.trialReminder
  const reminderWords = words[facts.reminder]
  const date = longDate(facts.endDate, t.locale)
  const [only, ...more] = facts.plans
  const path = only && more.length === 0 ? paths.orderSummary(only.name) : paths.plans
  return layOutMail(frame, facts, 'trial-reminder', {
    subject: reminderWords.subject(facts.trial.title, date),
    heading: reminderWords.heading(date),
    paragraphs: [
      reminderWords.text(facts.trial.title, date),
      ...(facts.extendableTo ? [words.extend(longDate(facts.extendableTo, t.locale))] : []),
      ...(only ? [words.goOn, ...facts.plans.map((plan) => offer(plan, t))] : []),
    ],
    button: only && words.button,
    link: path,
    note: words.note,
    stop: { label: words.stop, address: facts.stop },
  })
}

function offer(plan: Plan, { mail, locale }: ServerWords): string {
  const price = minorUnitsText(plan.priceMinor, plan.currency, locale)
  const { recurringInterval: interval, recurringIntervalCount: count } = plan
  const words = mail.trialReminder
  return words.offer(plan.title, price, interval && count ? words.intervals[interval](count) : '')
}
