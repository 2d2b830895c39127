import { refuse } from '../../contract/errors.ts'
import type { Administrator } from '../actions/accounts/administrator.ts'
import type { Call } from '../http/calls/contract-routes.ts'

/** The administrator who makes a call. */
export const administratorOf = ({ visitor }: Call): Administrator => ({
  ...(visitor.signedIn ?? refuse('SIGN_IN_NEEDED')),
  address: visitor.address,
})
