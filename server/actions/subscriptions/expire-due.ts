import { utcMidnight } from '../../../domain/calendar.ts'
import { forEachDue, type DueRun } from '../../../platform/concurrency/for-each-due.ts'
import type { AppContext } from '../../context.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { dueBefore, type DueSubscription } from '../../store/subscriptions/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'

const batch = 200

/** Expires every subscription whose last day is over, each once, also with several instances. */
export async function expireDue(context: AppContext, run: DueRun): Promise<void> {
  const today = utcMidnight(context.now())
  await forEachDue(
    // A subscription that awaits the provider's response stays due: each is checked once in this run.
    (after: DueSubscription | null) => dueBefore(context.db, today, batch, after),
    ({ id, subscriberId }) =>
      context.transact(async (db) => {
        const subscriber = await lockSubscriber(db, subscriberId)
        if (subscriber) await changeSubscription(db, context, subscriber, id, { kind: 'end-date-over', by: 'system' })
      }),
    run,
  )
}
