import type { MessageType, ShownMessage } from '../../domain/messages/message-types.ts'
import type { ConnectDb } from '../database/tables.ts'
import { areUnnumbered, lastMessage, messagesAfter, numberMessages, positionOf } from '../store/messages.ts'
import { shownMessage } from '../rules/message-body.ts'

/** `next` is where to go on, null while there is nothing at all. */
export type FeedPage = { events: ShownMessage[]; next: string | null }

/** Up to `limit` messages after another one, or from the beginning. `gone`: that one is not there any more. */
export async function readFeed(
  db: ConnectDb,
  after: string | null,
  types: readonly MessageType[],
  limit: number,
): Promise<FeedPage | 'gone'> {
  await numberAll(db)
  const from = after === null ? 0 : await positionOf(db, after)
  if (from === undefined) return 'gone'
  const last = await lastMessage(db)
  if (!last || types.length === 0) return { events: [], next: last?.id ?? after }
  const rows = await messagesAfter(db, from, last.position ?? 0, types, limit)
  // Read to the end, the reader has passed what other types there were, too.
  const next = rows.length < limit ? last.id : (rows.at(-1)?.id ?? last.id)
  return { events: rows.map(shownMessage), next }
}

/** Gives all committed messages their places. */
export async function numberAll(db: ConnectDb): Promise<void> {
  if (!(await areUnnumbered(db))) return
  while (await numberMessages(db));
}
