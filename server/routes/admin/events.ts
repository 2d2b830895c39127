import { refuse } from '../../../contract/errors.ts'
import { messageTypes, scopeOfMessage, type EventFeed } from '../../../domain/messages/message-types.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'

/** The event feed. An administrator's session reads all types, a key those that its scopes cover. */
export function eventHandlers(feed: EventFeed) {
  return {
    async 'GET /api/v1/events'({ query }, { visitor }) {
      const scopes = visitor.key?.scopes
      const types = (query.types ?? messageTypes).filter((type) => !scopes || scopes.includes(scopeOfMessage(type)))
      const page = await feed.readFeed(query.after ?? null, types, query.limit)
      return page === 'gone' ? refuse('CURSOR_GONE') : page
    },
  } satisfies Partial<Handlers>
}
