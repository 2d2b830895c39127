import { paths } from '../../contract/screens.ts'
import { ApiError, call } from './api.ts'
import { tellOtherTabs } from './session.ts'

/** Ends the session here, then at the provider. Rejects where the server was not reached: the session goes on. */
export async function signOut(): Promise<void> {
  const answer = await call('POST /logout', { body: {} }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 0) throw error
    return undefined
  })
  tellOtherTabs()
  window.location.assign(answer?.redirectUrl ?? paths.home)
}
