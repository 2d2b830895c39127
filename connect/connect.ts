import type { Kysely, Transaction } from 'kysely'
import { lifetimes } from '../domain/limits.ts'
import type { EventFeed } from '../domain/messages/message-types.ts'
import type { Sealing } from '../platform/crypto/sealing.ts'
import type { ApiKey, ApiKeys, CreatedApiKey } from '../domain/api-key.ts'
import type { BegunRequest, KeyedRequest } from '../domain/idempotency.ts'
import type { ConnectContext } from './context.ts'
import type { ApiKeyRow, ConnectDb, ConnectTrx, EndpointRow } from './database/tables.ts'
import {
  changeUsableKey,
  datesOf,
  createApiKey,
  removedBefore,
  rotateKey,
  useKey,
  type MadeKey,
} from './keys/api-keys.ts'
import { readFeed } from './feed/feed.ts'
import { begin } from './idempotency/idempotency.ts'
import { apiKeyState } from './rules/key-dates.ts'
import { removeOldClaims } from './store/idempotency.ts'
import { removeOldMessages } from './store/messages.ts'
import { endpointsOfAccounts } from './store/endpoints.ts'
import { sealSecretsAgain } from './webhooks/endpoints.ts'
import { createTargets, type TargetRules } from './webhooks/targets.ts'
import { createWebhooks, type CountedWebhooks } from './webhooks/webhooks.ts'
import { startWebhooks, type WebhookWorker } from './webhooks/worker.ts'
import { allKeys, keysOfAccounts, removeOldKeys } from './store/api-keys.ts'

/** API keys and idempotent requests. `ownerId` is the id of an account. */
export type Connect<T> = ApiKeys<Transaction<T>> & {
  use(text: string, from: string): Promise<ApiKey | undefined>
  listOf(accounts: readonly string[]): Promise<ApiKey[]>
  /** Claims an idempotency key, or returns the response stored for it. */
  beginIdempotent(request: KeyedRequest): Promise<BegunRequest>
  readFeed: EventFeed['readFeed']
  webhooks: CountedWebhooks<Transaction<T>>
  /** The endpoints that one of these accounts added. */
  endpointsOf(accounts: readonly string[]): Promise<Pick<EndpointRow, 'url' | 'description' | 'created_at'>[]>
  /** Starts sending. `alone`: no other process uses the same database. */
  startWebhooks(alone: boolean): Promise<WebhookWorker>
  /** Removes keys that ended long ago, messages past their retention, and responses that are no longer repeated. */
  cleanUp(): Promise<void>
}

export type ConnectOptions<T> = {
  db: Kysely<T>
  now: () => Date
  machineTime: () => Date
  sealing: Sealing
  targets: TargetRules
  /** Notifies administrators, in the same transaction, that an endpoint is failing or was switched off. */
  endpointChanged(trx: Transaction<T>, endpoint: { url: string; state: 'failing' | 'off' }): Promise<void>
  warn(entry: object, message: string): void
}

/** Requires that its tables exist. */
export function createConnect<T>(options: ConnectOptions<T>): Connect<T> {
  const { now, sealing } = options
  // This is the shop's database, typed here with the tables of connect only.
  const db = options.db as unknown as ConnectDb
  const within = (trx: Transaction<T>) => trx as unknown as ConnectTrx
  const context: ConnectContext = {
    db,
    now,
    machineTime: options.machineTime,
    sealing,
    checkTarget: createTargets(options.targets),
    warn: options.warn,
    endpointChanged: (trx, { url }, state) => options.endpointChanged(trx as unknown as Transaction<T>, { url, state }),
  }
  return {
    async use(text, from) {
      const key = await useKey(db, text, from, now())
      return key && view(key)
    },
    list: async () => (await allKeys(db)).map(view),
    listOf: async (accounts) => (accounts.length === 0 ? [] : (await keysOfAccounts(db, accounts)).map(view)),
    async make(trx, input) {
      const made = await createApiKey(within(trx), input, now())
      return typeof made === 'string' ? made : shown(made)
    },
    async rotate(trx, id, ownerId) {
      const made = await rotateKey(within(trx), id, ownerId, now())
      return typeof made === 'object' ? shown(made) : made
    },
    revoke: async (trx, id) => viewed(await changeUsableKey(within(trx), id, { revoked_at: now() }, now())),
    takeOver: async (trx, id, ownerId) =>
      viewed(await changeUsableKey(within(trx), id, { created_by: ownerId }, now())),
    stateOf: (key, isOwned) => apiKeyState(key, isOwned, now()),
    beginIdempotent: (request) => begin({ db, sealing, now: now() }, request),
    readFeed: (after, types, limit) => readFeed(context, after, types, limit),
    webhooks: createWebhooks(context) as unknown as CountedWebhooks<Transaction<T>>,
    endpointsOf: async (accounts) => (accounts.length === 0 ? [] : endpointsOfAccounts(db, accounts)),
    async startWebhooks(alone) {
      await sealSecretsAgain(context)
      return startWebhooks(context, { alone })
    },
    async cleanUp() {
      await removeOldMessages(db, new Date(now().getTime() - lifetimes.message))
      await removeOldKeys(db, removedBefore(now()))
      await removeOldClaims(db, new Date(now().getTime() - lifetimes.keptResponse))
    },
  }
}

const viewed = (key: ApiKeyRow | 'ended' | undefined) => (typeof key === 'object' ? view(key) : key)
const shown = ({ key, text }: MadeKey): CreatedApiKey => ({ view: view(key), text })

function view(key: ApiKeyRow): ApiKey {
  const { id, name, scopes, replaces } = key
  return {
    id,
    name,
    scopes,
    ownerId: key.created_by,
    createdAt: key.created_at,
    ...datesOf(key),
    lastUsedAt: key.last_used_at,
    lastUsedFrom: key.last_used_from,
    replaces,
  }
}
