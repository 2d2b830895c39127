import { lifetimes, rateLimits } from '../../domain/limits.ts'
import type { Shop } from '../context.ts'
import { removeDoneJobs } from '../store/jobs/jobs.ts'
import { removeOldCounts } from '../store/accounts/rate-limits.ts'
import { removeOverSealed } from '../store/subscribers/sealed-records.ts'
import { removeOldSessions } from '../store/accounts/sessions.ts'
import { removeOldTrialTokens } from '../store/subscriptions/trials.ts'
import { removeGivenUpMails } from '../store/jobs/undelivered-mails.ts'

/** Removes what is over and nobody asks for again. */
export async function tidyUp(shop: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const now = shop.now().getTime()
  const longestWindow = Math.max(...Object.values(rateLimits).map((limit) => limit.within))
  await removeOldSessions(shop.db, new Date(now - lifetimes.sessionIdle))
  await removeOldTrialTokens(shop.db, new Date(now))
  await removeOverSealed(shop.db, new Date(now))
  await removeGivenUpMails(shop.db, new Date(now - lifetimes.undeliveredMail))
  await removeDoneJobs(shop.db, new Date(now - lifetimes.doneJob))
  await removeOldCounts(shop.db, new Date(now - 2 * longestWindow))
}
