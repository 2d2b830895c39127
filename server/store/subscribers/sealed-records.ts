import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sealedKinds, type SealedKind } from '../../../domain/retention.ts'
import type { Subscriber } from './subscribers.ts'
import { administratorAddressesOf } from '../accounts/administrator-addresses.ts'
import type { Db, Trx } from '../tables.ts'

/** The number of records that are read and sealed together, because a person may have hundreds of thousands. */
const pieceSize = 500

/** Returns how much must be kept of a person, by kind; kinds without records are omitted. */
export async function countEvidence(db: Db | Trx, subscriber: Subscriber): Promise<Record<SealedKind, number>> {
  const { id } = subscriber
  const { rows } = await sql<Record<SealedKind, number>>`
    select (select count(*)::int from screening_checks where subscriber_id = ${id}) as checks,
      (select count(*)::int from screening_exceptions where subscriber_id = ${id}) as exceptions,
      (select count(*)::int from acceptances where subscriber_id = ${id}) as acceptances,
      (select count(*)::int from subscriptions where subscriber_id = ${id} and payment is not null) as purchases,
      (select count(*)::int from audit where lower("by") = any(${await administratorAddressesOf(db, subscriber)})) as acts`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('a count returned nothing')
  return counts
}

/** A retained record of one kind, with the identity of the person, without which it would prove nothing. */
export type SealedRecord = { person: { id: string } & Record<string, string | null>; records: object[] }

/** Seals text for one row, and opens it; undefined when it cannot be opened. */
export type RowSealing = {
  seal(about: string, text: string): string
  open(about: string, sealed: string): string | undefined
}

const about = (id: string) => `sealed_records ${id}`

/** Returns the stored form: the person's id for look-ups, and the rest only for holders of `SECRET`. */
function sealedContent(sealing: RowSealing, id: string, record: SealedRecord): object {
  return { subscriber: record.person.id, sealed: sealing.seal(about(id), JSON.stringify(record)) }
}

/** Throws if it was sealed with a `SECRET` that is no longer set, so that evidence is never missing silently. */
export function openRecord(sealing: RowSealing, id: string, content: unknown): SealedRecord {
  const text = sealing.open(about(id), (content as { sealed: string }).sealed)
  if (text === undefined)
    throw new Error('a sealed record cannot be opened: is a SECRET missing that was in use before?')
  return JSON.parse(text) as SealedRecord
}

type Piece = readonly { id: string; at: Date; record: object }[]
type ReadPiece = (after: string) => Promise<Piece>

/** Reads what must be kept of a person, in batches ordered by id. */
function readersOf(db: Trx, subscriber: Subscriber): Record<SealedKind, ReadPiece> {
  const { id } = subscriber
  const noMore: Piece = []
  return {
    async checks(after) {
      const rows = await db
        .selectFrom('screening_checks')
        .select(['id', 'at', 'occasion', 'outcome', 'person', 'lists', 'reasons', 'decided_by', 'comment'])
        .select(['last_checked_at', 'repeats', 'thresholds'])
        .where('subscriber_id', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(pieceSize)
        .execute()
      return rows.map(({ id: row, ...record }) => ({ id: row, at: record.at, record }))
    },
    async exceptions(after) {
      if (after !== first) return noMore
      const rows = await db
        .selectFrom('screening_exceptions')
        .select(['reason', 'granted_by', 'granted_at'])
        .where('subscriber_id', '=', id)
        .execute()
      return rows.map((record) => ({ id: last, at: record.granted_at, record }))
    },
    async acceptances(after) {
      const rows = await db
        .selectFrom('acceptances')
        .select(['id', 'document', 'version', 'address', 'accepted_at', 'from_address'])
        .where('subscriber_id', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(pieceSize)
        .execute()
      return rows.map(({ id: row, ...record }) => ({ id: row, at: record.accepted_at, record }))
    },
    async purchases(after) {
      if (after !== first) return noMore
      const rows = await db
        .selectFrom('subscriptions')
        .select(['id', 'terms', 'created_at', 'paid_until', 'payment', 'provider_subscription'])
        .where('subscriber_id', '=', id)
        .where('payment', 'is not', null)
        .execute()
      return rows.map((record) => ({ id: last, at: record.created_at, record }))
    },
    async acts(after) {
      const rows = await db
        .selectFrom('audit')
        .select(['id', 'at', 'act', 'subscription_id'])
        .where(sql<boolean>`lower("by") = any(${await administratorAddressesOf(db, subscriber)})`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(pieceSize)
        .execute()
      return rows.map((record) => ({ id: record.id, at: record.at, record }))
    },
  }
}
/** Before and after every id. */
const first = '00000000-0000-0000-0000-000000000000'
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Stores what must be kept of a person as sealed records. */
export async function sealRecords(
  db: Trx,
  subscriber: Subscriber,
  { sealing, sealedAt, keepUntil }: { sealing: RowSealing; sealedAt: Date; keepUntil: Date },
): Promise<void> {
  const { id, email, first_name: firstName, last_name: lastName, company, country, state } = subscriber
  const person = { id, email, firstName, lastName, company, country, state, customer: subscriber.payment_customer }
  const readers = readersOf(db, subscriber)
  for (const kind of sealedKinds) {
    for (let after: string | undefined = first; after !== undefined;) {
      const piece = await readers[kind](after)
      after = piece.at(-1)?.id
      if (piece.length === 0) break
      const records = piece.toSorted((one, other) => one.at.getTime() - other.at.getTime()).map(({ record }) => record)
      const row = randomUUID()
      const content = JSON.stringify(sealedContent(sealing, row, { person, records }))
      await db
        .insertInto('sealed_records')
        .values({ id: row, kind, content, sealed_at: sealedAt, keep_until: keepUntil })
        .execute()
    }
  }
}

/** One record of an erased person, with their identity, the time of erasure and the retention period. */
export type RetainedRecord = Pick<SealedRecord, 'person'> & {
  kind: string
  sealedAt: Date
  keepUntil: Date
  record: object
}

const rowsAtOnce = 20

/** Yields all retained records of erased people, in batches. Throws for a record that cannot be opened. */
export async function* retainedRecords(
  db: Db,
  now: Date,
  sealing: RowSealing,
): AsyncGenerator<RetainedRecord[], void, undefined> {
  for (let after = first; ;) {
    const rows = await db
      .selectFrom('sealed_records')
      .select(['id', 'kind', 'content', 'sealed_at', 'keep_until'])
      .where('keep_until', '>', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    yield rows.flatMap(({ id, kind, content, sealed_at: sealedAt, keep_until: keepUntil }) => {
      const { person, records } = openRecord(sealing, id, content)
      return records.map((record) => ({ kind, sealedAt, keepUntil, person, record }))
    })
    after = rows.at(-1)?.id ?? last
    if (rows.length < rowsAtOnce) return
  }
}

export async function removeOverSealed(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sealed_records').where('keep_until', '<=', now).execute()
}
