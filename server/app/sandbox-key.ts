import { keyEndsAt, keyInAudit, keyScopes, type ApiKey, type ApiKeys } from '../../domain/api-key.ts'
import { administratorRole, type RoleHolder } from '../../domain/account/role.ts'
import type { AppContext } from '../context.ts'
import { saveAccount } from '../store/accounts/accounts.ts'
import { recordAct } from '../store/admin/audit.ts'
import type { Db, Trx } from '../store/tables.ts'

/** The name in the list of keys. If another administrator's key has it, none is made. */
const name = 'Sandbox'
const scopes = keyScopes.filter((scope) => scope.endsWith(':read'))

type Identity = { issuer: string; administrators(db: Db): Promise<RoleHolder[]> }

/**
 * Creates a read-only key, for the first call from a script before anyone has signed in. It is printed with the first
 * administrator's link, has that administrator's role and, like the link, is replaced at the next start. Returns its
 * text; null if none can be created.
 */
export async function makeSandboxKey(
  { transact, now }: Pick<AppContext, 'transact' | 'now'>,
  keys: ApiKeys<Trx>,
  identity: Identity,
  email: string,
): Promise<string | null> {
  return transact(async (trx) => {
    const administrator = (await identity.administrators(trx)).find((one) => one.email === email)
    if (administrator?.role !== administratorRole) return null
    const person = { issuer: identity.issuer, subject: administrator.id, email, firstName: '', lastName: '' }
    const { id: ownerId } = await saveAccount(trx, { ...person, role: administratorRole })
    const record = (act: 'make-key' | 'revoke-key', key: ApiKey) =>
      recordAct(trx, { by: 'system', act, changes: [keyInAudit(key)] }, now())
    for (const key of await keys.list()) {
      if (key.name !== name || key.ownerId !== ownerId) continue
      if ((await keys.revoke(trx, key.id)) !== 'ended') await record('revoke-key', key)
    }
    const made = await keys.make(trx, { name, scopes, expiresAt: keyEndsAt(now()), ownerId })
    if (typeof made === 'string') return null
    await record('make-key', made.view)
    return made.text
  })
}
