import type { IdentityContext } from '../context.ts'
import { seal, unseal } from '../secrets.ts'

/** The progress of a sign-in that needs a second factor; the browser sends it, sealed, from page to page. */
export type Progress = {
  /** The sign-in to which it belongs; it is invalid for another. */
  uid: string
  accountId: string
  /** The generation of the account's sessions when the password was proved. */
  generation: number
  /** The proved methods, as the ID token will list them (RFC 8176). */
  amr: string[]
} & Stage

type Stage =
  /** `challenge`: what a passkey must sign; null if the account has none. */
  | { stage: 'verify'; challenge: string | null }
  /** The secret for an authenticator app, or the challenge for a new passkey; null if it is not possible. */
  | { stage: 'enrol'; secret: string; challenge: string | null }
  /** Adding a factor on the page of second factors. */
  | { stage: 'add'; challenge: string }
  /** The recovery codes are shown. */
  | { stage: 'saved' }

/** In milliseconds; also applies to the challenges. */
export const challengeLife = 10 * 60_000

export function sealProgress({ secrets, now }: IdentityContext, progress: Progress): string {
  return seal(secrets, 'second-factors', JSON.stringify({ ...progress, until: now().getTime() + challengeLife }))
}

/** Returns the progress of this sign-in; undefined if it has expired or belongs to another. */
export function openProgress({ secrets, now }: IdentityContext, uid: string, sealed: string): Progress | undefined {
  const text = unseal(secrets, 'second-factors', sealed)
  if (text === undefined) return undefined
  const { until, ...progress } = JSON.parse(text) as Progress & { until: number }
  return progress.uid === uid && until > now().getTime() ? progress : undefined
}
