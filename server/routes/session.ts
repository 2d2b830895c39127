import { isRoleOfAdministrator } from '../../core/role.ts'
import type { User } from '../../core/screens.ts'
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
