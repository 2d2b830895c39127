import type { ReactNode } from 'react'
import { signInAddress } from '../../../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import type { EmailLookup } from './use-email-lookup.ts'

const t = shopWords.form

/** Returns the result of a look-up below the email field; signing in as `email` leads back to `path`. */
export function emailNote(state: EmailLookup['state'], path: string, email: string): ReactNode {
  if (state === 'asking') return <span className="field__passing">{t.verifying}</span>
  if (state !== 'known') return null
  return (
    <>
      {t.known} <a href={signInAddress(path, email)}>{t.signIn}</a>
    </>
  )
}
