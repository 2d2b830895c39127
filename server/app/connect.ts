import { createConnect, type Connect } from '../../connect/connect.ts'
import { resolveByDns } from '../../connect/webhooks/targets.ts'
import { reportEndpoint } from '../actions/webhooks/report-endpoint.ts'
import type { AppContext } from '../context.ts'
import { createKeyCallers, type KeyCallers } from '../http/session/key-callers.ts'
import { createQuota } from '../http/session/rate-limits.ts'
import { roleNow, type RoleSettings } from '../http/session/visitor.ts'
import type { KeyOwners } from '../routes/admin/keys.ts'
import { keyOwnerFinder } from '../store/accounts/key-owners.ts'
import { accountsOf } from '../store/accounts/accounts.ts'
import type { Db, Tables } from '../store/tables.ts'
import { isSandbox, type Config } from './config/config.ts'
import { machineTime } from './process/clock.ts'

export type OpenedConnect = Connect<Tables>

type ConnectParts = Pick<AppContext, 'db' | 'now' | 'sealing' | 'warn' | 'idp' | 'mailFrame'>

export function openConnect(config: Config, context: ConnectParts, resolve = resolveByDns): OpenedConnect {
  const { db, now, sealing, warn } = context
  return createConnect<Tables>({
    db,
    now,
    machineTime,
    sealing,
    warn,
    targets: { networks: config.webhookNetworks, isSandbox: isSandbox(config), resolve },
    endpointChanged: (trx, endpoint) => reportEndpoint(trx, context, endpoint),
  })
}

/** Returns the keys and webhook endpoints of a person's own accounts, for the copy of the person's data. */
export async function connectPartsOf(
  db: Db,
  connect: OpenedConnect,
  subscriberId: string,
): Promise<{ apiKeys: object[]; webhooks: object[] }> {
  const accounts = (await accountsOf(db, subscriberId)).map(({ id }) => id)
  const [keys, endpoints] = [await connect.listOf(accounts), await connect.endpointsOf(accounts)]
  return {
    apiKeys: keys.map(({ name, scopes, createdAt, expiresAt, lastUsedAt, lastUsedFrom, revokedAt }) => ({
      name,
      scopes,
      created: createdAt,
      expires: expiresAt,
      lastUsed: lastUsedAt,
      lastUsedFrom,
      revoked: revokedAt,
    })),
    webhooks: endpoints.map(({ url, description, created_at: created }) => ({ url, description, created })),
  }
}

/** Recognises callers with a key. `factor` multiplies the limit. */
export function openKeyCallers(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  connect: OpenedConnect,
  roles: RoleSettings,
  factor: number,
): { byKey: KeyCallers; ownersOf: KeyOwners } {
  const find = keyOwnerFinder(db, roles)
  const ownersOf: KeyOwners = async (accounts) =>
    (await find(accounts)).map((owner) => ({ ...owner, role: roleNow(owner, roles) }))
  const quota = createQuota(db, now, factor)
  const byKey = createKeyCallers({ now, useKey: (text, from) => connect.use(text, from), ownersOf, quota })
  return { byKey, ownersOf }
}
