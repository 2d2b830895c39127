import { refuse } from '../../core/errors.ts'
import { isRoleOfAdministrator } from '../../core/role.ts'
import type { User } from '../../core/screens.ts'
import type { Administrator } from '../actions/administrator.ts'
import type { Call } from '../http/contract-routes.ts'
import type { SignedIn } from '../store/sessions.ts'

/** The signed-in person as the API shows them. */
export function userOf(signedIn: SignedIn): User {
  return {
    id: signedIn.subscriberId ?? signedIn.accountId,
    email: signedIn.email,
    firstName: signedIn.firstName,
    lastName: signedIn.lastName,
    role: isRoleOfAdministrator(signedIn.role) ? 'SUBSCRIPTION_ADMIN' : null,
    deniedCountry: signedIn.deniedCountry ?? false,
    dplStatus: signedIn.dplStatus,
  }
}

/** The administrator who makes a call. */
export const administratorOf = ({ visitor }: Call): Administrator => visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
