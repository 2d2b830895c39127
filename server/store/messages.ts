import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BillingSnapshot } from '../../domain/billing/billing-snapshot.ts'
import type { PaymentEntry } from '../../domain/billing/payments/payment-entries.ts'
import { billingFacts } from '../../domain/messages/of-billing.ts'
import { messagesOfPerson } from '../../domain/messages/of-subscriber.ts'
import { convertedTrial, dataOfSubscription, messagesOfChange } from '../../domain/messages/of-subscription.ts'
import type { NewMessage } from '../../domain/messages/message-types.ts'
import type { SubscriptionEvent } from '../../domain/subscription/events.ts'
import type { PersonFacts, Subscription } from '../../domain/subscription/subscription.ts'
import { lastNumber } from './subscriptions/event-log.ts'
import type { Trx } from './tables.ts'

/** The maximum number of messages in one statement. */
const batch = 1000

/**
 * Writes messages for other systems, in the transaction of the change. The folder connect/ reads and sends them. An
 * existing message is not written again.
 */
export async function addMessages(db: Trx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  await db
    .insertInto('messages')
    .values(
      messages.map(({ key, type, subscriberId, at, data }) => ({
        id: idOfMessage(key),
        type,
        subject: subscriberId,
        at,
        data: JSON.stringify(data),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const idOfMessage = (key: string): string => `msg_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`

/**
 * Writes the messages about a change of a subscription. `first` is the number of its first event, `all` the person's
 * subscriptions before.
 */
export async function tellChange(
  db: Trx,
  change: { before: Subscription | null; after: Subscription; events: readonly SubscriptionEvent[] },
  first: number,
  subscriberId: string,
  all: readonly Subscription[],
): Promise<void> {
  const messages = messagesOfChange(change, first, subscriberId)
  const trial = convertedTrial(change.after, all)
  const at = change.events[0]?.at
  if (trial && at) {
    const convertedTo = change.after.id
    const data = { ...dataOfSubscription(trial, await lastNumber(db, trial.id)), convertedTo }
    const key = `trial.converted ${trial.id} ${convertedTo}`
    messages.push({ key, type: 'trial.converted', subscriberId, at, data })
  }
  await addMessages(db, messages)
}

/** Writes the messages about a change of a person's email confirmation or clearance. */
export async function tellPerson(
  db: Trx,
  id: string,
  before: Omit<PersonFacts, 'refundForbidden'> | null,
  after: Omit<PersonFacts, 'refundForbidden'>,
  at: Date,
): Promise<void> {
  const types = messagesOfPerson(before, after)
  const key = (type: string) => `${type} ${id} ${at.toISOString()}`
  await addMessages(
    db,
    types.map((type) => ({ key: key(type), type, subscriberId: id, at, data: {} })),
  )
}

/**
 * Writes the messages about what a check at the billing provider shows, unless they exist. Its subscription is saved,
 * and `stored` has the payments from before the check.
 */
export async function tellBilling(
  db: Trx,
  subscriberId: string | null,
  subscription: Subscription,
  snapshot: BillingSnapshot,
  stored: readonly PaymentEntry[],
  now: Date,
): Promise<void> {
  const facts = billingFacts(snapshot, stored, now)
  if (facts.length === 0) return
  const added = await db
    .insertInto('sent_notices')
    .values(facts.map(({ type, about }) => ({ subscription_id: subscription.id, notice: type, about })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['notice', 'about'])
    .execute()
  if (added.length === 0) return
  const data = dataOfSubscription(subscription, await lastNumber(db, subscription.id))
  const fresh = facts.filter(({ type, about }) => added.some((one) => one.notice === type && one.about === about))
  await addMessages(
    db,
    fresh.map(({ type, about, payment, invoice, at }) => ({
      key: `${type} ${subscription.id} ${about}`,
      type,
      subscriberId,
      at,
      data: { ...data, ...(payment !== null && { payment }), ...(invoice !== null && { invoice }) },
    })),
  )
}

/**
 * Writes messages about trials that end by the given day, once per end date, whether or not the person wants reminders.
 */
export async function tellTrialsEnding(db: Trx, lastDay: Date, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; about: string }>`
    insert into sent_notices (subscription_id, notice, about)
    select id, 'trial.ending', to_char(end_date at time zone 'UTC', 'YYYY-MM-DD') from subscriptions
    where type = 'trial' and status = 'active' and end_date <= ${lastDay}
    on conflict do nothing returning subscription_id as id, about`.execute(db)
  const ending = await db
    .selectFrom('subscriptions')
    .select([
      'id',
      'subscriber_id',
      'product',
      'plan',
      'status',
      sql<number>`(select max(number) from events where subscription_id = subscriptions.id)`.as('number'),
    ])
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  const endOf = new Map(rows.map(({ id, about }) => [id, about]))
  for (let start = 0; start < ending.length; start += batch) {
    await addMessages(
      db,
      ending.slice(start, start + batch).map(({ id, subscriber_id: subscriberId, ...data }) => ({
        key: `trial.ending ${id} ${endOf.get(id)}`,
        type: 'trial.ending',
        subscriberId,
        at: now,
        data: { subscription: id, ...data },
      })),
    )
  }
}

/**
 * Removes the person from messages, which still name their subscriptions. Receivers' responses may name the person too.
 */
export async function eraseFromMessages(db: Trx, subscriberId: string, now: Date): Promise<void> {
  // Without its lease, a running attempt cannot store its response afterwards, and is repeated.
  await sql`
    update webhook_deliveries set response = null, lease = null from messages
    where messages.id = message_id and messages.subject = ${subscriberId}`.execute(db)
  await db.updateTable('messages').set({ subject: null }).where('subject', '=', subscriberId).execute()
  // Receivers must learn who was erased, so this message keeps the id, which no longer leads to a person.
  const key = `subscriber.erased ${subscriberId}`
  await addMessages(db, [{ key, type: 'subscriber.erased', subscriberId, at: now, data: {} }])
}
