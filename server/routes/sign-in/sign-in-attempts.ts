import type { Cookies } from '../../../platform/cookies.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInAttempt } from '../../adapters/identity/port.ts'
import type { Sealing } from '../../../platform/crypto/sealing.ts'
import type { AppContext } from '../../context.ts'
import { hostCookie } from '../../../platform/cookies.ts'

/** The purpose of the keys that seal a sign-in attempt. */
export const signInSealing = 'sign-in'
/** In seconds. */
const attemptLifetime = 15 * 60

type AttemptParts = { sealing: Sealing; publicUrl: string }

/**
 * `confirms`: what the session of an administrator lacks, for which the issuer is asked. `repeats`: the issuer was asked
 * for the password again.
 */
export type StoredAttempt = SignInAttempt & {
  returnTo: string
  confirms: 'missing' | 'old' | null
  repeats: boolean
  begun: number
}

/** Whether a text can be the state of an attempt, which is base64url: a cookie is named after it. */
export const isState = (text: string) => /^[\w-]{1,128}$/.test(text)

const cookiePrefix = (publicUrl: string) => hostCookie('sign-in-', publicUrl)
const cookieOf = (state: string, publicUrl: string) => cookiePrefix(publicUrl) + state.slice(0, 16)
/** The maximum number of a browser's pending attempts, because more cookies would fill the headers of its requests. */
const mostAttempts = 8

/** Removes the cookies of the oldest attempts: browsers send those first (datatracker.ietf.org/doc/html/rfc6265#section-5.4). */
export function forgetOldest({ cookies }: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const begun = Object.keys(cookies).filter((name) => name.startsWith(cookiePrefix(publicUrl)))
  for (const name of begun.slice(0, Math.max(0, begun.length + 1 - mostAttempts)))
    void reply.clearCookie(name, { path: '/', secure: publicUrl.startsWith('https:') })
}

/** One cookie per attempt, so that two tabs do not interfere; sealed, because it contains the verifier. */
export function rememberAttempt(
  reply: FastifyReply,
  sealing: Sealing,
  publicUrl: string,
  attempt: StoredAttempt,
): void {
  const name = cookieOf(attempt.state, publicUrl)
  void reply.setCookie(name, sealing.seal(name, JSON.stringify(attempt)), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: attemptLifetime,
  })
}

/**
 * Returns where the sign-in with this state leads on this site, from the browser's cookies; undefined for an unknown
 * state.
 */
export function returnToOf({ sealing, publicUrl }: AttemptParts, state: string, cookies: Cookies): string | undefined {
  const name = cookieOf(state, publicUrl)
  const text = sealing.open(name, cookies[name] ?? '')
  return text === undefined ? undefined : (JSON.parse(text) as StoredAttempt).returnTo
}

/** Returns the attempt with this state if it has not expired: a browser may keep a cookie for longer. */
export function recallAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, sealing, publicUrl }: AttemptParts & { context: Pick<AppContext, 'now'> },
  state: string,
): StoredAttempt | null {
  const name = cookieOf(state, publicUrl)
  const text = sealing.open(name, request.cookies[name] ?? '')
  void reply.clearCookie(name, { path: '/', secure: publicUrl.startsWith('https:') })
  if (text === undefined) return null
  const attempt = JSON.parse(text) as StoredAttempt
  const age = context.now().getTime() - attempt.begun
  return attempt.state === state && age <= attemptLifetime * 1000 ? attempt : null
}
