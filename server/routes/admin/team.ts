import { emailKey } from '../../../platform/email-key.ts'
import { changeRole, inviteToTeam, resendInvitation, revokeRole } from '../../actions/accounts/team.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { lastSignIns } from '../../store/admin/audit.ts'
import { administratorOf } from '../caller.ts'

/** Handles the administrators' calls about people with a role. `configuredEmail`: `ADMIN_EMAIL`, null for none. */
export function teamHandlers(context: AppContext, configuredEmail: string | null) {
  const { db, idp } = context
  const isAt = (email: string | null, one: string) => email !== null && emailKey(email) === emailKey(one)

  return {
    async 'GET /api/v1/settings/team'(_, call) {
      const caller = administratorOf(call)
      const members = await idp.team(db)
      const signIns = await lastSignIns(
        db,
        members.map(({ email }) => email),
      )
      return {
        decidedBy: idp.externalHost,
        members: members.map(({ id, email, role, activated, isNamed }) => ({
          id,
          email,
          role,
          state: activated ? ('active' as const) : ('invited' as const),
          isCaller: isAt(caller.email, email),
          setBy: isNamed
            ? ('ADMIN_SUBJECTS' as const)
            : idp.externalHost === null && isAt(configuredEmail, email)
              ? ('ADMIN_EMAIL' as const)
              : null,
          lastSignIn: signIns.get(email.toLowerCase())?.toISOString() ?? null,
        })),
      }
    },

    async 'POST /api/v1/settings/team'({ body }, call) {
      await inviteToTeam(context, administratorOf(call), body)
    },

    async 'POST /api/v1/settings/team/{id}'({ path, body }, call) {
      await changeRole(context, administratorOf(call), path.id, body.role)
    },

    async 'POST /api/v1/settings/team/{id}/invitation'({ path, body }, call) {
      await resendInvitation(context, administratorOf(call), path.id, body.language)
    },

    async 'DELETE /api/v1/settings/team/{id}'({ path }, call) {
      await revokeRole(context, administratorOf(call), path.id)
    },
  } satisfies Partial<Handlers>
}
