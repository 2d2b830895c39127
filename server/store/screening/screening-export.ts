import { sql, type Selectable } from 'kysely'
import type { Reason } from '../../../domain/screening/screening.ts'
import type { DplStatus } from '../../../domain/screening/dpl-status.ts'
import { openRecord, type RowSealing } from '../subscribers/sealed-records.ts'
import { beyond } from '../beyond.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import type { CheckedPerson, ScreenedList, ScreeningThresholds } from '../tables/screening.ts'

/** Checks per batch: enough that the query takes little time, and few enough that no reader waits long for the next. */
const piece = 500
const sealedPiece = 20

type Person = CheckedPerson & {
  /** The keys of the products that the person has or had; absent in retained evidence. */
  products?: string[]
  id: string
}
type Check = {
  at: Date | string
  occasion: string
  outcome: DplStatus
  person: CheckedPerson
  lists: ScreenedList[]
  reasons: Reason[]
  decided_by: string
  comment: string | null
  thresholds: ScreeningThresholds | null
  last_checked_at: Date | string | null
  repeats: number
}

type SealedScreening = { person: { id: string }; records: Check[] }

/** Whether there is evidence about a person: they exist, or were erased with retained evidence. */
export async function hasEvidence(db: Db, subscriberId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from subscribers where id = ${subscriberId}::uuid
    union all
    select 1 from sealed_records where kind = 'checks' and keep_until > ${now} and content ->> 'subscriber' = ${subscriberId}
    limit 1`.execute(db)
  return rows.length > 0
}

/** An edition of a list; a full re-screening, which records a check only of people whose result changed; or a check of one person. */
export type Evidence =
  | { list: ListEdition }
  | { run: Selectable<Tables['screening_runs']> }
  | { person: Person; check: Omit<Check, 'person'>; erasedAt: Date | null }

/**
 * Yields every check of one person or of all, erased people last, in batches and as of the first one. Holds a read-only
 * transaction open until the last batch.
 */
export async function* evidenceOf(
  db: Db,
  subscriberId: string | null,
  now: Date,
  sealing: RowSealing,
): AsyncGenerator<Evidence[], void, undefined> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    if (subscriberId === null) {
      yield* lists(trx)
      yield* runs(trx)
    }
    yield* known(trx, subscriberId)
    yield* sealed(trx, subscriberId, now, sealing)
  } finally {
    await trx.rollback().execute()
  }
}

/** An edition of a list, in force or retired, to which checks refer by its hash. Files of retired ones are not kept. */
export type ListEdition = Pick<
  Selectable<Tables['screening_lists']>,
  'name' | 'files' | 'hash' | 'date' | 'entries' | 'read_at' | 'retired_at' | 'accepted_by' | 'comment'
>

async function* lists(db: Trx): AsyncGenerator<Evidence[]> {
  const all = await db
    .selectFrom('screening_lists')
    .select(['name', 'files', 'hash', 'date', 'entries', 'read_at', 'retired_at', 'accepted_by', 'comment'])
    .orderBy('read_at')
    .orderBy('id')
    .execute()
  yield all.map((list) => ({ list }))
}

async function* runs(db: Trx): AsyncGenerator<Evidence[]> {
  const all = await db.selectFrom('screening_runs').selectAll().orderBy('began_at').orderBy('id').execute()
  yield all.map((run) => ({ run }))
}

async function* known(db: Trx, subscriberId: string | null): AsyncGenerator<Evidence[]> {
  let after: { subscriber_id: string; at: Date; id: string } | null = null
  for (;;) {
    const rows: (Check & { check_id: string; at: Date; subscriber_id: string; products: string[] })[] = await db
      .selectFrom('screening_checks as c')
      .select(['c.subscriber_id', 'person'])
      .select(['c.id as check_id', 'c.at', 'occasion', 'outcome', 'lists', 'reasons', 'decided_by', 'c.comment'])
      .select(['last_checked_at', 'repeats', 'thresholds'])
      .select(
        sql<
          string[]
        >`array(select distinct x.product from subscriptions x where x.subscriber_id = c.subscriber_id order by 1)`.as(
          'products',
        ),
      )
      .$if(subscriberId !== null, (query) => query.where('c.subscriber_id', '=', subscriberId))
      .where(beyond(sql`c.subscriber_id, c.at, c.id`, '>', after && [after.subscriber_id, after.at, after.id]))
      .orderBy('c.subscriber_id')
      .orderBy('c.at')
      .orderBy('c.id')
      .limit(piece)
      .execute()
    yield rows.map(({ person, products, ...check }) => ({
      person: { id: check.subscriber_id, products, ...person },
      check,
      erasedAt: null,
    }))
    const last = rows.at(-1)
    if (!last || rows.length < piece) return
    after = { subscriber_id: last.subscriber_id, at: last.at, id: last.check_id }
  }
}

async function* sealed(
  db: Trx,
  subscriberId: string | null,
  now: Date,
  sealing: RowSealing,
): AsyncGenerator<Evidence[]> {
  let after: string | null = null
  for (;;) {
    const records: { id: string; sealed_at: Date; content: unknown }[] = await db
      .selectFrom('sealed_records')
      .select(['id', 'sealed_at', 'content'])
      .where('kind', '=', 'checks')
      .where('keep_until', '>', now)
      .$if(subscriberId !== null, (query) => query.where(sql<boolean>`content ->> 'subscriber' = ${subscriberId}`))
      .$if(after !== null, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(sealedPiece)
      .execute()
    for (const { id, content, sealed_at } of records) {
      const { person: about, records: checks } = openRecord(sealing, id, content) as unknown as SealedScreening
      yield checks.map(({ person, ...check }) => ({ person: { id: about.id, ...person }, check, erasedAt: sealed_at }))
    }
    after = records.at(-1)?.id ?? null
    if (records.length < sealedPiece) return
  }
}
