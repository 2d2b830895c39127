import { lifetimes, rateLimits } from '../../domain/limits.ts'
import type { AppContext } from '../context.ts'
import { removeDoneJobs } from '../store/jobs/jobs.ts'
import { removeOldCounts } from '../store/accounts/rate-limits.ts'
import { removeOldActivity } from '../store/subscribers/activity.ts'
import { removeOverSealed } from '../store/subscribers/sealed-records.ts'
import { removeOldEmailChanges } from '../store/subscribers/email-changes.ts'
import { removeOldSessions } from '../store/accounts/sessions.ts'
import { removeNeedlessBirthDates } from '../store/screening/birth-dates.ts'
import { removeOldTrialTokens } from '../store/subscriptions/trials.ts'
import { removeGivenUpMails } from '../store/jobs/undelivered-mails.ts'

/** Removes expired rows that no request needs again. */
export async function deleteExpired(context: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = context.now().getTime()
  const longestWindow = Math.max(...Object.values(rateLimits).map((limit) => limit.within))
  await removeOldSessions(context.db, new Date(now - lifetimes.sessionIdle))
  await removeOldEmailChanges(context.db, new Date(now))
  await removeOldTrialTokens(context.db, new Date(now))
  await removeNeedlessBirthDates(context.db)
  await removeOverSealed(context.db, new Date(now))
  await removeGivenUpMails(context.db, new Date(now - lifetimes.undeliveredMail))
  await removeOldActivity(context.db, new Date(now - lifetimes.activity))
  await removeDoneJobs(context.db, new Date(now - lifetimes.doneJob))
  await removeOldCounts(context.db, new Date(now - 2 * longestWindow))
}
