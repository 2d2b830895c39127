import { adminAreaRoleOf } from '../../../domain/account/role.ts'
import type { User } from '../../../contract/screens.ts'
import type { SignedInNow } from './visitor.ts'

/** The signed-in person as the API shows them. */
export function userOf(signedIn: SignedInNow): User {
  return {
    id: signedIn.subscriberId ?? signedIn.accountId,
    email: signedIn.email,
    firstName: signedIn.firstName,
    lastName: signedIn.lastName,
    role: adminAreaRoleOf(signedIn.role),
    deniedCountry: signedIn.deniedCountry ?? false,
    dplStatus: signedIn.dplStatus,
    ...(signedIn.confirmation === null ? {} : { confirmation: signedIn.confirmation }),
  }
}
