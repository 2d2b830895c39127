import { keyScopes, type ApiKeys } from '../../domain/api-key.ts'
import { utcMidnight } from '../../domain/calendar.ts'
import { lifetimes } from '../../domain/limits.ts'
import { administratorRole, type RoleHolder } from '../../domain/role.ts'
import type { AppContext } from '../context.ts'
import { saveAccount } from '../store/accounts/accounts.ts'
import { recordAct } from '../store/admin/audit.ts'
import type { Db, Trx } from '../store/tables.ts'

/** The key's name in the list of keys. A key of an administrator that has it stays, and then none is made. */
const name = 'Sandbox'
const scopes = keyScopes.filter((scope) => scope.endsWith(':read'))

type Identity = { issuer: string; administrators(db: Db): Promise<RoleHolder[]> }

/**
 * A key that may only read, for the first call from a script before anybody has signed in; it is printed with the first
 * administrator's link, and like that link the next start replaces it. It has the role of that administrator.
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
    for (const key of await keys.list())
      if (key.name === name && key.ownerId === ownerId) await keys.revoke(trx, key.id)
    const expiresAt = new Date(utcMidnight(now()).getTime() + lifetimes.apiKey)
    const made = await keys.make(trx, { name, scopes, expiresAt, ownerId })
    if (typeof made === 'string') return null
    const comment = `${name} (${made.view.id}): ${scopes.join(', ')}`
    await recordAct(trx, { by: 'system', act: 'make-key', subscriberId: null, subscriptionId: null, comment }, now())
    return made.text
  })
}
