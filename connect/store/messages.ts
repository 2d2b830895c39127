import { sql } from 'kysely'
import type { MessageType } from '../../domain/messages/message-types.ts'
import type { ConnectDb, ConnectTrx, MessageRow } from '../database/tables.ts'

const numberedAtOnce = 1000

/**
 * Gives committed messages the next places in the feed, in the order in which they were written. One transaction at a time does
 * so: the next one sees all places given before, and so none appears before one that a reader has passed
 * (docs/decisions/0004-jobs-and-messages.md). `meanwhile` runs in the same transaction. Returns whether more wait; `busy`, where
 * `wait` is false, while another one does so.
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

/** Whether messages wait for their place: without, no lock is taken. */
export async function areUnnumbered(db: ConnectDb): Promise<boolean> {
  const { rows } = await sql`select 1 from messages where position is null limit 1`.execute(db)
  return rows.length > 0
}

/** Held to the end of the transaction while places are given. False where another one holds it and `wait` is false. */
async function lockPlaces(db: ConnectTrx, wait: boolean): Promise<boolean> {
  if (wait) {
    await sql`select pg_advisory_xact_lock(hashtext('message positions'))`.execute(db)
    return true
  }
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('message positions')) as held`.execute(db)
  return rows[0]?.held === true
}

/** The place of a message in the feed; undefined for one that is not there, or not any more. */
export async function positionOf(db: ConnectDb, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('messages').select('position').where('id', '=', id).executeTakeFirst()
  return row?.position ?? undefined
}

/** The last message that has its place. */
export function lastMessage(db: ConnectDb): Promise<{ id: string; position: number | null } | undefined> {
  return db
    .selectFrom('messages')
    .select(['id', 'position'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The messages of these types after a place, up to another. */
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

/** Removes messages that got their place before a moment; the last one stays, so that no place is given twice. */
export async function removeOldMessages(db: ConnectDb, before: Date): Promise<void> {
  await sql`
    delete from messages where numbered_at < ${before} and position < (select max(position) from messages)`.execute(db)
}
