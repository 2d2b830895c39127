import { randomUUID } from 'node:crypto'
import type { DeskMatter } from '../../core/subscription-commands.ts'
import type { PlanTerms } from '../../core/subscription.ts'
import type { Db, Trx } from './tables.ts'

/** Leaves something for somebody at the desk to look at, once. */
export async function addDeskMatter(
  db: Trx,
  matter: { subscriptionId: string | null; about: DeskMatter; payment: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('desk_matters')
    .values({
      id: randomUUID(),
      subscription_id: matter.subscriptionId,
      about: matter.about,
      payment: matter.payment,
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type OpenMatter = {
  id: string
  about: string
  at: Date
  payment: string | null
  subscription_id: string | null
  terms: PlanTerms | null
  subscriber_id: string | null
  email: string | null
}

/** What nobody has dealt with yet, oldest first, as many as asked for. The person may have been forgotten since. */
export function openMatters(db: Db, limit: number): Promise<OpenMatter[]> {
  return db
    .selectFrom('desk_matters as m')
    .leftJoin('subscriptions as x', 'x.id', 'm.subscription_id')
    .leftJoin('subscribers as s', 's.id', 'x.subscriber_id')
    .select([
      'm.id',
      'm.about',
      'm.at',
      'm.payment',
      'x.id as subscription_id',
      'x.terms',
      's.id as subscriber_id',
      's.email',
    ])
    .where('m.settled_at', 'is', null)
    .orderBy('m.at')
    .orderBy('m.id')
    .limit(limit)
    .execute()
}

/** Notes that a matter has been dealt with; undefined when there is none of that id, or somebody was quicker. */
export function settleMatter(
  db: Trx,
  id: string,
  by: string,
  comment: string,
  now: Date,
): Promise<{ subscription_id: string | null } | undefined> {
  return db
    .updateTable('desk_matters')
    .set({ settled_at: now, settled_by: by, comment })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('subscription_id')
    .executeTakeFirst()
}

export async function isMatter(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('desk_matters').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
