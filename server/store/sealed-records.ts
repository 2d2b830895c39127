import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sealedKinds, type SealedKind } from '../../core/forgetting.ts'
import type { Subscriber } from './subscribers.ts'
import type { Db, Trx } from './tables.ts'

/** What must be kept of a person, by kind; a kind without rows seals nothing. */
export async function evidenceOf(db: Db | Trx, { id, email }: Subscriber): Promise<Record<SealedKind, object[]>> {
  const whose = 'subscriber_id'
  const checks = db.selectFrom('screening_checks').where(whose, '=', id).orderBy('at')
  const exceptions = db.selectFrom('screening_exceptions').where(whose, '=', id).orderBy('granted_at')
  const acceptances = db.selectFrom('acceptances').where(whose, '=', id).orderBy('accepted_at')
  const paid = db.selectFrom('subscriptions').where(whose, '=', id).where('payment', 'is not', null)
  return {
    checks: await checks.select(['at', 'occasion', 'outcome', 'lists', 'reasons', 'decided_by', 'comment']).execute(),
    exceptions: await exceptions.select(['reason', 'granted_by', 'granted_at']).execute(),
    acceptances: await acceptances.select(['document', 'version', 'address', 'accepted_at', 'from_address']).execute(),
    purchases: await paid
      .select(['id', 'terms', 'created_at', 'paid_until', 'payment', 'provider_subscription'])
      .orderBy('created_at')
      .execute(),
    acts: await db
      .selectFrom('audit')
      .select(['id', 'at', 'act', 'subscription_id'])
      .where(sql<string>`lower("by")`, '=', email.toLowerCase())
      .orderBy('at')
      .execute(),
  }
}

/** What is kept of a person, in one kind, with who they are: without that it would prove nothing. */
export type SealedRecord = { person: { id: string } & Record<string, string | null>; records: object[] }

/** Seals text for one row, and opens it; undefined when it cannot be opened. */
export type RowSealing = {
  seal(about: string, text: string): string
  open(about: string, sealed: string): string | undefined
}

const about = (id: string) => `sealed_records ${id}`

/** As the database has it: the id of the person to be found by, and the rest for holders of `SECRET` alone. */
export function sealedContent(sealing: RowSealing, id: string, record: SealedRecord): object {
  return { subscriber: record.person.id, sealed: sealing.seal(about(id), JSON.stringify(record)) }
}

/** Throws where it was sealed under a `SECRET` that is no longer set: evidence must not be missing without a word. */
export function openRecord(sealing: RowSealing, id: string, content: unknown): SealedRecord {
  const text = sealing.open(about(id), (content as { sealed: string }).sealed)
  if (text === undefined)
    throw new Error('a sealed record cannot be opened: is a SECRET missing that was in use before?')
  return JSON.parse(text) as SealedRecord
}

/** Puts away what must be kept of a person. */
export async function sealRecords(
  db: Trx,
  subscriber: Subscriber,
  evidence: Record<SealedKind, object[]>,
  { sealing, sealedAt, keepUntil }: { sealing: RowSealing; sealedAt: Date; keepUntil: Date },
): Promise<void> {
  const { id, email, first_name: firstName, last_name: lastName, company, country, state } = subscriber
  const person = { id, email, firstName, lastName, company, country, state, customer: subscriber.payment_customer }
  for (const kind of sealedKinds) {
    const records = evidence[kind]
    if (records.length === 0) continue
    const rowId = randomUUID()
    await db
      .insertInto('sealed_records')
      .values({
        id: rowId,
        kind,
        content: JSON.stringify(sealedContent(sealing, rowId, { person, records })),
        sealed_at: sealedAt,
        keep_until: keepUntil,
      })
      .execute()
  }
}

export async function removeOverSealed(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sealed_records').where('keep_until', '<=', now).execute()
}
