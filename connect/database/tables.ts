import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely'
import type { KeyScope } from '../../domain/api-key.ts'
import type { MessageData, MessageType, testMessage } from '../../domain/messages/message-types.ts'
import type { DeliveryFault, DeliveryState, EndpointState, OffReason } from '../../domain/messages/webhook.ts'

/**
 * The tables of connect (server/store/migrations/init/connect.ts). The shop adds messages and erases people from them
 * (server/store/messages.ts); no other code reads or writes the rest.
 */
export type ConnectTables = {
  api_keys: {
    id: string
    name: string
    hash: string
    scopes: KeyScope[]
    /** The account whose role the key has; null once that account is gone. */
    created_by: string | null
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    last_used_from: string | null
    revoked_at: Date | null
    replaces: string | null
  }
  /**
   * The messages to other systems. `subject` is the subscriber, null once erased; `position` is null until a reader finds
   * it committed.
   */
  messages: {
    id: string
    seq: GeneratedAlways<number>
    position: Generated<number | null>
    /** When it was numbered. `at`, when it happened, can be much earlier. */
    numbered_at: Generated<Date | null>
    type: MessageType | typeof testMessage
    subject: string | null
    at: Date
    data: ColumnType<MessageData, string>
  }
  /**
   * `secret` and `old_secret` are sealed. `old_secret` contains all earlier secrets that still sign; `old_until` is
   * when the last of them ends.
   */
  webhook_endpoints: {
    id: string
    url: string
    description: string
    types: MessageType[]
    secret: string
    old_secret: string | null
    old_until: Date | null
    state: EndpointState
    /** Since when nothing has succeeded; null after a success. */
    failing_since: Date | null
    off_reason: OffReason | null
    off_since: Date | null
    last_success_at: Date | null
    /** When the next message that has waited can be sent. */
    paced_until: Date | null
    created_by: string | null
    created_at: Date
  }
  webhook_deliveries: {
    message_id: string
    endpoint_id: string
    state: DeliveryState
    attempts: Generated<number>
    /** True if it is sent again or has waited, so that it is sent at a limited rate. */
    paced: Generated<boolean>
    run_at: Date
    lease: Generated<string | null>
    leased_until: Generated<Date | null>
    tried_at: Generated<Date | null>
    status: Generated<number | null>
    fault: Generated<DeliveryFault | null>
    ms: Generated<number | null>
    response: Generated<string | null>
  }
  /** Requests with an `Idempotency-Key`. `status` and `response`, which is sealed, are null until it has one. */
  idempotency: {
    key_hash: string
    caller: string
    call: string
    body_hash: string
    status: number | null
    response: string | null
    at: Date
  }
}

export type ConnectDb = Kysely<ConnectTables>
export type ConnectTrx = Transaction<ConnectTables>
export type ApiKeyRow = ConnectTables['api_keys']
export type MessageRow = Selectable<ConnectTables['messages']>
export type EndpointRow = ConnectTables['webhook_endpoints']
export type IdempotencyRow = ConnectTables['idempotency']
