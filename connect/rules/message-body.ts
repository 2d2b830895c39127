import { testMessage, type MessageType, type ShownMessage } from '../../domain/messages/message-types.ts'
import type { MessageRow } from '../database/tables.ts'
import type { SampleData } from './sample.ts'

type StoredMessage<Type> = Pick<MessageRow, 'id' | 'subject' | 'at' | 'data'> & { type: Type }

/** Returns a stored message as the feed and webhooks show it. A test message has the type of which it is a sample. */
export function shownMessage<Type extends MessageType | typeof testMessage>({
  id,
  type,
  subject,
  at,
  data,
}: StoredMessage<Type>): ShownMessage<Type> {
  const sample = type === testMessage ? (data as Partial<SampleData>) : {}
  const { test = type, ...shown } = { ...data, ...sample }
  return { id, type: test as Type, timestamp: at.toISOString(), data: { subscriber: subject, ...shown } }
}
