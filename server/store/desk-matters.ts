import { randomUUID } from 'node:crypto'
import type { DeskMatter } from '../../core/subscription-commands.ts'
import type { Trx } from './tables.ts'

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
