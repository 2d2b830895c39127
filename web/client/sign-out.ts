import { paths } from '../../contract/screens.ts'
import { ApiError, call } from './api.ts'
import { tellOtherTabs } from './session.ts'
import { tabStorage } from './storage.ts'

/** The prefix of the names under which this tab stores what a signed-in person enters. */
export const draftPrefix = 'draft '

/**
 * Ends the session here, then at the provider. `back` is the path to continue at. Rejects if the server was not reached
 * or failed; the session then continues.
 */
export async function signOut(back?: string): Promise<void> {
  const answer = await call('POST /logout', { body: back === undefined ? {} : { back } }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) throw error
    return undefined
  })
  leaveSession(answer?.redirectUrl)
}

/** Discards what the person entered in this tab and tells the other tabs, once the session has ended. */
export function leaveSession(to: string = paths.home): void {
  for (const key of tabStorage.keys()) if (key.includes(draftPrefix)) tabStorage.remove(key)
  tellOtherTabs()
  window.location.assign(to)
}
