import { sql } from 'kysely'
import type { Due } from '../../../domain/trial-reminders.ts'
import { beyond } from '../beyond.ts'
import type { Db } from '../tables.ts'

export type TrialToRemind = { id: string; subscriberId: string; about: string; endDate: Date }

/**
 * Returns up to `most` trials with a due reminder that was not processed yet, those after the given one. `about` names
 * the end date in the reminder.
 */
export function trialsToRemind(
  db: Db,
  { reminder, status, from, to }: Due,
  most: number,
  after: Pick<TrialToRemind, 'id' | 'endDate'> | null,
): Promise<TrialToRemind[]> {
  const about = sql<string>`to_char(subscriptions.end_date at time zone 'UTC', 'YYYY-MM-DD')`
  return db
    .selectFrom('subscriptions')
    .innerJoin('subscribers', 'subscribers.id', 'subscriptions.subscriber_id')
    .select(['subscriptions.id', 'subscribers.id as subscriberId', about.as('about'), 'end_date as endDate'])
    .where('subscriptions.type', '=', 'trial')
    .where('subscriptions.status', '=', status)
    .where('end_date', '>=', from)
    .where('end_date', '<=', to)
    .where('reminders_stopped_at', 'is', null)
    .where(beyond(sql`end_date, subscriptions.id`, '>', after && [after.endDate, after.id]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sent_notices')
            .select('notice')
            .whereRef('subscription_id', '=', 'subscriptions.id')
            .where('notice', '=', reminder)
            .where('about', '=', about),
        ),
      ),
    )
    .orderBy('end_date')
    .orderBy('subscriptions.id')
    .limit(most)
    .$narrowType<{ endDate: Date }>()
    .execute()
}
