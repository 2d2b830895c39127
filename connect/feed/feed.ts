import { setTimeout as pause } from 'node:timers/promises'
import type { MessageType, ShownMessage } from '../../domain/messages/message-types.ts'
import type { ConnectDb } from '../database/tables.ts'
import { queueDeliveries } from '../store/deliveries.ts'
import { areUnnumbered, lastMessage, messagesAfter, numberMessages, positionOf } from '../store/messages.ts'
import { shownMessage } from '../rules/message-body.ts'

/** How often a reader looks whether another process has given the places, and the pause between two looks in ms. */
const looks = 10
const pauseMs = 50

/** `next` is where to go on, null while there is nothing at all. */
export type FeedPage = { events: ShownMessage[]; next: string | null }

/** Up to `limit` messages after another one, or from the beginning. `gone`: that one is not there any more. */
export async function readFeed(
  { db, now }: { db: ConnectDb; now: () => Date },
  after: string | null,
  types: readonly MessageType[],
  limit: number,
): Promise<FeedPage | 'gone'> {
  await numberForReader(db, now())
  const from = after === null ? 0 : await positionOf(db, after)
  if (from === undefined) return 'gone'
  const last = await lastMessage(db)
  if (!last || types.length === 0) return { events: [], next: last?.id ?? after }
  const rows = await messagesAfter(db, from, last.position ?? 0, types, limit)
  // Read to the end, the reader has passed what other types there were, too.
  const next = rows.length < limit ? last.id : (rows.at(-1)?.id ?? last.id)
  return { events: rows.map(shownMessage), next }
}

/** Gives all committed messages their places, and queues them for the webhook endpoints. */
export async function numberAll(db: ConnectDb, now: Date): Promise<void> {
  if (!(await areUnnumbered(db))) return
  await numberBatches(db, now, true)
}

/**
 * Does the same for a reader. While another process gives places, a reader waits for a moment only, and then reads what has its
 * place: places are committed in their order, so it may see less, but misses nothing when it reads on.
 */
async function numberForReader(db: ConnectDb, now: Date): Promise<void> {
  for (let look = 0; look < looks && (await areUnnumbered(db)); look += 1) {
    if (await numberBatches(db, now, false)) return
    await pause(pauseMs)
  }
}

/** False where another process gives places, and `wait` is false. */
async function numberBatches(db: ConnectDb, now: Date, wait: boolean): Promise<boolean> {
  for (;;) {
    const result = await numberMessages(db, now, (trx, ids) => queueDeliveries(trx, ids, now), { wait })
    if (result !== 'more') return result === 'done'
  }
}
