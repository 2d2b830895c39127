import type { ShownMessage } from '../../domain/messages/message-types.ts'
import type { MessageRow } from '../database/tables.ts'

/** A stored message as the feed and the webhooks have it. */
export const shownMessage = <Type extends string>({
  id,
  type,
  subject,
  at,
  data,
}: Pick<MessageRow, 'id' | 'subject' | 'at' | 'data'> & { type: Type }): ShownMessage<Type> => ({
  id,
  type,
  timestamp: at.toISOString(),
  data: { subscriber: subject, ...data },
})
