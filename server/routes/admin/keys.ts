import { refuse } from '../../../contract/errors.ts'
import { keyEndsAt, keyInAudit, type ApiKey, type ApiKeys, type CreatedApiKey } from '../../../domain/api-key.ts'
import type { AuditAct } from '../../../domain/audit.ts'
import { isRoleOfAdministrator } from '../../../domain/account/role.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import type { AppContext } from '../../context.ts'
import type { KeyOwner } from '../../store/accounts/key-owners.ts'
import { recordAct } from '../../store/admin/audit.ts'
import type { Trx } from '../../store/tables.ts'
import { administratorOf } from '../caller.ts'

/** Returns the owners of keys with their present roles. */
export type KeyOwners = (accounts: readonly string[]) => Promise<KeyOwner[]>

/** The administrators' calls about API keys. */
export function keyHandlers(
  { transact, now }: Pick<AppContext, 'transact' | 'now'>,
  keys: ApiKeys<Trx>,
  ownersOf: KeyOwners,
) {
  /** Changes a key, with a line in the audit that names it. */
  const changed = <Result>(
    call: Call,
    act: AuditAct,
    change: (trx: Trx, ownerId: string) => Promise<Result | 'ended' | undefined>,
    keyOf: (result: Result) => ApiKey,
  ): Promise<Result> =>
    transact(async (trx) => {
      const by = administratorOf(call)
      const result = (await change(trx, by.accountId)) ?? refuse('NOT_FOUND')
      if (result === 'ended') return refuse('KEY_ENDED')
      const changes = [keyInAudit(keyOf(result))]
      await recordAct(trx, { by, act, changes }, now())
      return result
    })

  async function shownOf(views: readonly ApiKey[]) {
    const accounts = views.flatMap(({ ownerId }) => ownerId ?? [])
    const owners = new Map((await ownersOf(accounts)).map((owner) => [owner.accountId, owner]))
    return views.map((view) => {
      const owner = view.ownerId === null ? undefined : owners.get(view.ownerId)
      return {
        id: view.id,
        name: view.name,
        scopes: [...view.scopes],
        state: keys.stateOf(view, isRoleOfAdministrator(owner?.role)),
        createdBy: owner?.email ?? null,
        createdAt: view.createdAt.toISOString(),
        expiresAt: view.expiresAt.toISOString(),
        lastUsedAt: view.lastUsedAt?.toISOString() ?? null,
        lastUsedFrom: view.lastUsedFrom,
        revokedAt: view.revokedAt?.toISOString() ?? null,
        replaces: view.replaces,
      }
    })
  }

  async function shownOnce({ view, text }: CreatedApiKey) {
    const [shown] = await shownOf([view])
    return shown ? { ...shown, key: text } : refuse('UNEXPECTED')
  }

  return {
    'GET /api/v1/keys': async () => shownOf(await keys.list()),

    async 'POST /api/v1/keys'({ body }, call) {
      const wanted = {
        name: body.name,
        scopes: [...new Set(body.scopes)],
        expiresAt: keyEndsAt(now(), body.expires),
      }
      const made = await changed(
        call,
        'make-key',
        async (trx, ownerId) => {
          const result = await keys.make(trx, { ...wanted, ownerId })
          if (result === 'taken') refuse('KEY_NAME_TAKEN')
          return result === 'full' ? refuse('KEY_LIMIT') : result
        },
        ({ view }) => view,
      )
      return shownOnce(made)
    },

    async 'POST /api/v1/keys/{id}/rotate'({ path }, call) {
      const rotate = (trx: Trx, ownerId: string) => keys.rotate(trx, path.id, ownerId)
      return shownOnce(await changed(call, 'rotate-key', rotate, ({ view }) => view))
    },

    async 'POST /api/v1/keys/{id}/take-over'({ path }, call) {
      await changed(
        call,
        'take-over-key',
        (trx, ownerId) => keys.takeOver(trx, path.id, ownerId),
        (view) => view,
      )
    },

    async 'DELETE /api/v1/keys/{id}'({ path }, call) {
      await changed(
        call,
        'revoke-key',
        (trx) => keys.revoke(trx, path.id),
        (view) => view,
      )
    },
  } satisfies Partial<Handlers>
}
