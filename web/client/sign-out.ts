import { paths } from '../../contract/screens.ts'
import { call } from './api.ts'
import { tellOtherTabs } from './session.ts'

/** Ends the session here, then at the provider. */
export async function signOut(): Promise<void> {
  const answer = await call('POST /logout', { body: {} }).catch(() => undefined)
  tellOtherTabs()
  window.location.assign(answer?.redirectUrl ?? paths.home)
}
