import type { FastifyReply } from 'fastify'
import { refuse } from '../../../contract/errors.ts'
import { scopesOf, takesKeys, type Row } from '../../../contract/rows/row.ts'
import { isAdministrator, mayEnterAdminArea } from '../../../contract/screens.ts'
import { userOf } from '../session/session.ts'
import type { Visitor } from '../session/visitor.ts'

/** Refuses a caller who cannot make a call. */
export function admit(row: Row, visitor: Visitor): void {
  const confirmation = visitor.signedIn?.confirmation
  if (mayCall(row, visitor)) {
    // A person with a role who has not used the second factor keeps access to their own data, except for acts that need
    // a recent sign-in.
    if (row.confirmed && (confirmation === 'old' || confirmation === 'missing')) refuse('CONFIRMATION_NEEDED')
    return
  }
  if ((row.who === 'administrator' || row.who === 'support') && confirmation === 'missing')
    refuse('CONFIRMATION_NEEDED')
  refuse(visitor.signedIn ? 'FORBIDDEN' : 'SIGN_IN_NEEDED')
}

export function mayCall({ who }: Row, { signedIn }: Visitor): boolean {
  if (who === 'anyone') return true
  if (signedIn === null) return false
  const user = userOf(signedIn)
  return who === 'signed-in' || (who === 'support' ? mayEnterAdminArea(user) : isAdministrator(user))
}

/** Refuses a key without the scope of a call. Returns the caller; an anonymous visitor if the call is open to everyone. */
export function admitKey(row: Row, method: string, visitor: Visitor, reply: FastifyReply): Visitor {
  const { key } = visitor
  if (!key) return visitor
  if (!takesKeys(row, method)) refuse('KEY_NOT_ACCEPTED')
  if (row.scope === undefined) return { ...visitor, signedIn: null }
  const scopes = scopesOf(row)
  if (scopes.some((scope) => key.scopes.includes(scope))) return visitor
  // RFC 6750 §3.1
  void reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`)
  return refuse('KEY_SCOPE')
}
