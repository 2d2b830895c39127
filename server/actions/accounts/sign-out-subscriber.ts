import type { AppContext } from '../../context.ts'
import { accountsOf } from '../../store/accounts/accounts.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { endSessionsOf } from '../../store/accounts/sessions.ts'
import {
  lockForAct,
  refuseRepeated,
  requireAdministrator,
  type Administrator,
  type DoneTogether,
} from './administrator.ts'

/**
 * Ends every session of a person, in the shop and at the built-in provider, including unfinished sign-ins. Another
 * issuer keeps its own sessions. Refuses an unknown id with 404, administrators' own with 409, and support acting on an
 * account with a role with 403.
 */
export async function signOutSubscriber(
  context: AppContext,
  id: string,
  administrator: Administrator,
  together?: DoneTogether,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockForAct(db, id, administrator, 'SIGN_OUT_ONESELF')
    if (await context.idp.hasRole(db, subscriber)) requireAdministrator(administrator)
    if (together) await refuseRepeated(db, 'sign-out', id, context.now())
    for (const { issuer, subject } of await accountsOf(db, id)) {
      await context.idp.signOut(db, subject)
      await endSessionsOf(db, issuer, subject, null)
    }
    // A person without a session here may still have begun to sign in there.
    await context.idp.signOut(db, subscriber.email)
    const comment = together?.comment
    await recordAct(db, { by: administrator, act: 'sign-out', subscriberId: id, comment }, context.now())
  })
}
