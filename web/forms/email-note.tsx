import { signInAddress } from '../../core/screens.ts'
import { shopWords } from '../../core/words/en/shop.ts'
import type { EmailLookup } from './use-email-lookup.ts'

const say = shopWords.form

/** What a look-up says beneath the email field; `path` is where signing in leads back to. */
export function EmailNote({ state, path }: { state: EmailLookup['state']; path: string }) {
  if (state === 'asking') return say.verifying
  if (state !== 'known') return null
  return (
    <>
      {say.known} <a href={signInAddress(path)}>{say.signIn}</a>
    </>
  )
}
