import { lifetimes } from '../../../domain/limits.ts'
import { forEachDue, type DueRun } from '../../../platform/concurrency/for-each-due.ts'
import type { AppContext } from '../../context.ts'
import { lockSubscriber, unconfirmedSince, type UnconfirmedPerson } from '../../store/subscribers/subscribers.ts'
import { erase } from '../privacy/erase-subscriber.ts'

const batch = 200

/**
 * Erases everyone who has not confirmed their address in time. Pending subscriptions are cancelled and stay in the
 * books without the person. The erasure log does not need them, because in a restored backup their time is over too.
 */
export async function eraseUnconfirmed(context: AppContext, run: DueRun): Promise<void> {
  const since = new Date(context.now().getTime() - lifetimes.unconfirmedAddress)
  await forEachDue(
    (after: UnconfirmedPerson | null) => unconfirmedSince(context.db, since, batch, after),
    ({ id }) =>
      context.transact(async (db) => {
        const subscriber = await lockSubscriber(db, id)
        if (!subscriber || subscriber.email_verified_at || subscriber.registered_at >= since) return
        await erase(db, context, subscriber, { kind: 'address-unconfirmed', by: 'system' })
      }),
    run,
  )
}
