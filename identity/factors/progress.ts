import type { IdentityContext } from '../context.ts'
import { seal, unseal } from '../secrets.ts'

/** How far a sign-in has come that needs a second factor; the browser carries it, sealed, from page to page. */
export type Progress = {
  /** The sign-in it belongs to: it is of no use for another. */
  uid: string
  accountId: string
  /** Of the account's sessions when the password was proved. */
  generation: number
  /** What is proved, as the ID token will list it (RFC 8176). */
  amr: string[]
} & Stage

type Stage =
  /** `challenge`: what a passkey has to sign; null where the account has none. */
  | { stage: 'verify'; challenge: string | null }
  /** The secret that the person is putting into an authenticator app, or the challenge for a new passkey; null where there can be none. */
  | { stage: 'enrol'; secret: string; challenge: string | null }
  /** On the page of second factors. */
  | { stage: 'add'; challenge: string }
  /** The recovery codes are on the page. */
  | { stage: 'saved' }

/** Milliseconds; also of the challenges within. */
export const challengeLife = 10 * 60_000

export function sealProgress({ secrets, now }: IdentityContext, progress: Progress): string {
  return seal(secrets, 'second-factors', JSON.stringify({ ...progress, until: now().getTime() + challengeLife }))
}

/** The progress of this sign-in; undefined for one that is over, or another's. */
export function openProgress({ secrets, now }: IdentityContext, uid: string, sealed: string): Progress | undefined {
  const text = unseal(secrets, 'second-factors', sealed)
  if (text === undefined) return undefined
  const { until, ...progress } = JSON.parse(text) as Progress & { until: number }
  return progress.uid === uid && until > now().getTime() ? progress : undefined
}
