import { isRoleOfAdministrator } from '../../../domain/role.ts'
import type { User } from '../../../contract/screens.ts'
import type { SignedInNow } from './visitor.ts'

/** The signed-in person as the API shows them. */
export function userOf(signedIn: SignedInNow): User {
  return {
    id: signedIn.subscriberId ?? signedIn.accountId,
    email: signedIn.email,
    firstName: signedIn.firstName,
    lastName: signedIn.lastName,
    role: isRoleOfAdministrator(signedIn.role) ? 'SUBSCRIPTION_ADMIN' : null,
    deniedCountry: signedIn.deniedCountry ?? false,
    dplStatus: signedIn.dplStatus,
    ...(signedIn.confirmation === null ? {} : { confirmation: signedIn.confirmation }),
  }
}
