import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely'
import type { KeyScope } from '../../domain/api-key.ts'
import type { MessageData, MessageType, testMessage } from '../../domain/messages/message-types.ts'

/** The tables of connect (server/store/migrations/init/connect.ts). The shop adds messages; no other code reads or writes the rest. */
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
  /** What other systems are told. `subject` is the subscriber, null once erased; `position` is null until a reader finds it committed. */
  messages: {
    id: string
    seq: GeneratedAlways<number>
    position: Generated<number | null>
    type: MessageType | typeof testMessage
    subject: string | null
    at: Date
    data: ColumnType<MessageData, string>
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
export type IdempotencyRow = ConnectTables['idempotency']
