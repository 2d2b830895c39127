import { sql, type Insertable, type Selectable } from 'kysely'
import { emailKey } from '../../../platform/email-key.ts'
import type { Recipient } from '../../../domain/mail.ts'
import { personColumns, type PersonColumns } from '../../../domain/person/fields.ts'
import type { PersonFacts } from '../../../domain/subscription/subscription.ts'
import { beyond } from '../beyond.ts'
import { preparedLookUp } from '../prepared.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import { openUntil } from './email-changes.ts'

export type Subscriber = Selectable<Tables['subscribers']>
/**
 * The columns that a person sees of themselves. Listed by name, because the kept plan of a `*` fails once a later
 * version adds a column.
 */
export const profileColumns = ['id', ...personColumns, 'correction'] as const satisfies (keyof Subscriber)[]
export type Profile = Pick<Subscriber, (typeof profileColumns)[number]>

const reviewColumns = [
  ...profileColumns,
  'erasure_requested_at',
  'registered_at',
  'email_verified_at',
  'dpl_status',
  'denied_country',
] as const satisfies (keyof Subscriber)[]
/** A person as the admin area shows them. */
export type ReviewedPerson = Pick<Subscriber, (typeof reviewColumns)[number]>
/** With each field of a person, null if the form does not ask for it. */
export type NewSubscriber = Insertable<Tables['subscribers']> & PersonColumns

export function findSubscriber(db: Db, id: string): Promise<Subscriber | undefined> {
  return db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
}

const reviewedPerson = preparedLookUp(`select ${reviewColumns.map((column) => `s.${column}`).join(', ')},
    (select email from email_changes where subscriber_id = s.id and ${openUntil} > $2) as "newEmail"
  from subscribers s where s.id = $1::uuid`)

/** Returns a person with their new address that awaits confirmation; null if there is none. In one statement. */
export async function findReviewedPerson(
  db: Db,
  id: string,
  now: Date,
): Promise<(ReviewedPerson & { newEmail: string | null }) | undefined> {
  return (await reviewedPerson<ReviewedPerson & { newEmail: string | null }>(db, [id, now]))[0]
}

/** Returns the subscriber of an address, locked until the transaction ends. */
export function lockSubscriberByEmail(db: Trx, email: string): Promise<Subscriber | undefined> {
  return db
    .selectFrom('subscribers')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst()
}

export function lockSubscriber(db: Trx, id: string): Promise<Subscriber | undefined> {
  return db.selectFrom('subscribers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Returns those of these ids that belong to a subscriber. */
export async function subscribersAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

const knownAddress = preparedLookUp(`
    select 1 from subscribers where email_key = $1 and email_verified_at is not null
    union all
    select 1 from accounts where lower(email) in ($1, $2) and ($3::uuid is null or subscriber_id is distinct from $3::uuid)
    union all
    select 1 from administrator_addresses a join accounts on accounts.id = a.account_id
    where a.email_key = $1 and ($3::uuid is null or subscriber_id is distinct from $3::uuid)
    limit 1`)

/**
 * Whether an address belongs to a person who has confirmed it: a subscriber, or an account that has signed in here. One
 * under which an account with a role has acted always belongs to that account. The addresses of `subscriberId`, who can
 * return to them, do not count.
 */
export async function isKnownAddress(db: Db, email: string, subscriberId: string | null = null): Promise<boolean> {
  const rows = await knownAddress(db, [emailKey(email), email.trim().toLowerCase(), subscriberId])
  return rows.length > 0
}

/** Adds a subscriber; undefined if the address already has one. */
export function addSubscriber(db: Trx, subscriber: NewSubscriber): Promise<{ id: string } | undefined> {
  return db
    .insertInto('subscribers')
    .values(subscriber)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function updateSubscriber(db: Trx, id: string, change: Partial<Omit<Subscriber, 'id'>>): Promise<void> {
  await db.updateTable('subscribers').set(change).where('id', '=', id).execute()
}

export type UnconfirmedPerson = { id: string; registeredAt: Date }

/**
 * Returns subscribers whose address has not been confirmed since the given time: the earliest first, those after the
 * given one.
 */
export function unconfirmedSince(
  db: Db,
  moment: Date,
  limit: number,
  after: UnconfirmedPerson | null,
): Promise<UnconfirmedPerson[]> {
  return db
    .selectFrom('subscribers')
    .select(['id', 'registered_at as registeredAt'])
    .where('email_verified_at', 'is', null)
    .where('registered_at', '<', moment)
    .where(beyond(sql`registered_at, id`, '>', after && [after.registeredAt, after.id]))
    .orderBy('registered_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function removeSubscriber(db: Trx, id: string): Promise<void> {
  await db.deleteFrom('subscribers').where('id', '=', id).execute()
}

/** Returns a person's address and language for emails. */
export function asRecipient({ email, language }: Pick<Subscriber, 'email' | 'language'>): Recipient {
  return { to: email, language }
}

/** A subscriber as the billing provider's customer. */
export function asCustomer(subscriber: Subscriber) {
  const { id, email, first_name: first, last_name: last, company, country, state, language } = subscriber
  const { billing_address: address, vat_id: vatId } = subscriber
  return { subscriberId: id, email, name: `${first} ${last}`, company, country, state, language, address, vatId }
}

/** Returns the facts that the rules of subscriptions need about a subscriber, except those from checks. */
export function asPerson(
  subscriber: Pick<Subscriber, 'email_verified_at' | 'dpl_status' | 'denied_country'>,
): Omit<PersonFacts, 'refundForbidden'> {
  return {
    emailVerified: subscriber.email_verified_at !== null,
    dplStatus: subscriber.dpl_status,
    deniedCountry: subscriber.denied_country,
    erased: false,
  }
}
