import { sql } from 'kysely'
import type { MessageType } from '../../domain/messages/message-types.ts'
import type { ConnectDb, ConnectTrx, MessageRow } from '../database/tables.ts'

const numberedAtOnce = 1000

/**
 * Numbers committed messages in the order in which they were written. One transaction at a time does so: the next one
 * sees all earlier numbers, so no message appears before one that a reader has passed
 * (docs/decisions/0004-jobs-and-messages.md). `meanwhile` runs in the same transaction. Returns whether more wait, or
 * `busy` if another transaction is numbering and `wait` is false.
 */
export function numberMessages(
  db: ConnectDb,
  now: Date,
  meanwhile: (trx: ConnectTrx, ids: string[]) => Promise<void>,
  { wait }: { wait: boolean },
): Promise<'more' | 'done' | 'busy'> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockPlaces(trx, wait))) return 'busy'
    const { rows } = await sql<{ id: string }>`
      update messages set position = last.position + next.place, numbered_at = ${now}
      from (select coalesce(max(position), 0) as position from messages) last,
        (
          select id, row_number() over (order by seq) as place
          from (select id, seq from messages where position is null order by seq limit ${numberedAtOnce}) unnumbered
        ) next
      where messages.id = next.id
      returning messages.id`.execute(trx)
    if (rows.length > 0) {
      await meanwhile(
        trx,
        rows.map(({ id }) => id),
      )
    }
    return rows.length === numberedAtOnce ? 'more' : 'done'
  })
}

/** Whether messages wait to be numbered; if not, no lock is taken. */
export async function areUnnumbered(db: ConnectDb): Promise<boolean> {
  const { rows } = await sql`select 1 from messages where position is null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Holds the numbering lock to the end of the transaction. Returns false if another transaction holds it and `wait` is
 * false.
 */
async function lockPlaces(db: ConnectTrx, wait: boolean): Promise<boolean> {
  if (wait) {
    await sql`select pg_advisory_xact_lock(hashtext('message positions'))`.execute(db)
    return true
  }
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('message positions')) as held`.execute(db)
  return rows[0]?.held === true
}

/**
 * Returns the number of a message that was numbered at a moment, or at any if it is null; undefined if there is none.
 */
export async function positionOf(db: ConnectDb, id: string, numberedAt: Date | null): Promise<number | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('position')
    .where('id', '=', id)
    .$if(numberedAt !== null, (query) => query.where('numbered_at', '=', numberedAt))
    .executeTakeFirst()
  return row?.position ?? undefined
}

/** Returns the last numbered message. */
export function lastMessage(db: ConnectDb): Promise<Pick<MessageRow, 'id' | 'position' | 'numbered_at'> | undefined> {
  return db
    .selectFrom('messages')
    .select(['id', 'position', 'numbered_at'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the messages of these types after one number, up to another. */
export function messagesAfter(
  db: ConnectDb,
  after: number,
  last: number,
  types: readonly MessageType[],
  limit: number,
): Promise<(MessageRow & { type: MessageType })[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('position', '>', after)
    .where('position', '<=', last)
    .where('type', 'in', types)
    .orderBy('position')
    .limit(limit)
    .$narrowType<{ type: MessageType }>()
    .execute()
}

/** Removes messages that were numbered before a moment. The last one stays, so that no number is used twice. */
export async function removeOldMessages(db: ConnectDb, before: Date): Promise<void> {
  await sql`
    delete from messages where numbered_at < ${before} and position < (select max(position) from messages)`.execute(db)
}
