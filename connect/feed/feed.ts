import { setTimeout as pause } from 'node:timers/promises'
import type { FeedPage, MessageType } from '../../domain/messages/message-types.ts'
import type { ConnectDb, MessageRow } from '../database/tables.ts'
import { queueDeliveries } from '../store/deliveries.ts'
import { areUnnumbered, lastMessage, messagesAfter, numberMessages, positionOf } from '../store/messages.ts'
import { shownMessage } from '../rules/message-body.ts'

/** How often a reader checks whether another process has finished numbering, and the pause between two checks in ms. */
const looks = 10
const pauseMs = 50

/**
 * Returns up to `limit` messages after a cursor, or from the beginning; `gone` if the cursor's message was removed, or
 * was numbered again after a backup was restored.
 */
export async function readFeed(
  { db, now }: { db: ConnectDb; now: () => Date },
  after: string | null,
  types: readonly MessageType[],
  limit: number,
): Promise<FeedPage | 'gone'> {
  await numberForReader(db, now())
  const from = after === null ? 0 : await positionOf(db, ...messageAt(after))
  if (from === undefined) return 'gone'
  const last = await lastMessage(db)
  if (!last || types.length === 0) return { events: [], next: last ? cursorAt(last) : after }
  const rows = await messagesAfter(db, from, last.position ?? 0, types, limit)
  // At the end of the feed, the cursor also passes messages of other types.
  const next = rows.length < limit ? last : (rows.at(-1) ?? last)
  return { events: rows.map(shownMessage), next: cursorAt(next) }
}

/**
 * A cursor is a message and when it was numbered. A message that is written again after a restore has the same id, but
 * was numbered later, and follows messages that the reader has not seen.
 */
const cursorAt = ({ id, numbered_at: at }: Pick<MessageRow, 'id' | 'numbered_at'>): string => `${id}-${Number(at)}`

function messageAt(cursor: string): [id: string, numberedAt: Date | null] {
  const [id = '', at] = cursor.split('-')
  return [id, at === undefined ? null : new Date(Number(at))]
}

/** Numbers all committed messages, and queues them for the webhook endpoints. */
export async function numberAll(db: ConnectDb, now: Date): Promise<void> {
  if (!(await areUnnumbered(db))) return
  await numberBatches(db, now, true)
}

/**
 * Numbers messages for a reader. If another process is numbering, the reader waits only briefly and then reads what is
 * numbered. Messages are numbered in order, so it may see fewer but misses none when it continues.
 */
async function numberForReader(db: ConnectDb, now: Date): Promise<void> {
  for (let look = 0; look < looks && (await areUnnumbered(db)); look += 1) {
    if (await numberBatches(db, now, false)) return
    await pause(pauseMs)
  }
}

/** Returns false if another process is numbering and `wait` is false. */
async function numberBatches(db: ConnectDb, now: Date, wait: boolean): Promise<boolean> {
  for (;;) {
    const result = await numberMessages(db, now, (trx, ids) => queueDeliveries(trx, ids, now), { wait })
    if (result !== 'more') return result === 'done'
  }
}
