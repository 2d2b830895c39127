/** The emails before and after a trial's end: which one is due, by the UTC days between now and its last day. */
import { addDays, utcMidnight } from './calendar.ts'
import { reminderDays } from './limits.ts'
import type { SubscriptionStatus } from './subscription/subscription.ts'

export const trialReminders = ['trial-ends-soon', 'trial-ends-tomorrow', 'trial-has-ended'] as const
export type TrialReminder = (typeof trialReminders)[number]

/** Trials of this status with an end date between the two days, inclusive, are due this reminder. */
export type Due = { reminder: TrialReminder; status: SubscriptionStatus; from: Date; to: Date }

/**
 * Returns what is due today. After a downtime, each trial gets the one reminder that applies now, never an earlier one,
 * and none once its end lies too far back.
 */
export function dueReminders(now: Date): Due[] {
  const today = utcMidnight(now)
  const { soon, tomorrow, afterEnd } = reminderDays
  return [
    { reminder: 'trial-ends-soon', status: 'active', from: addDays(today, tomorrow + 1), to: addDays(today, soon) },
    { reminder: 'trial-ends-tomorrow', status: 'active', from: today, to: addDays(today, tomorrow) },
    { reminder: 'trial-has-ended', status: 'expired', from: addDays(today, -afterEnd), to: addDays(today, -1) },
  ]
}
