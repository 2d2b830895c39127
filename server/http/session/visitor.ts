import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieAttributes } from '../../../platform/cookies.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { confirmationOf, type AdminProof, type Confirmation } from '../../../domain/account/authentication.ts'
import { administratorRole, adminAreaRoleOf } from '../../../domain/account/role.ts'
import { isSigned, randomToken, sign, tokenHash, type Keys } from '../../../platform/crypto/secrets.ts'
import { unmaskToken } from '../../../platform/crypto/masked-token.ts'
import { bearerOf, type PresentedKey } from './bearer.ts'
import { clientAddress } from '../../../platform/network-address.ts'
import { sessionFinder, sessionSeen, type RoleSource, type SignedIn } from '../../store/accounts/sessions.ts'
import type { Db } from '../../store/tables.ts'

/**
 * A session at the time of a request. `confirmation` applies to a person with a role who needs a second factor: their
 * sign-in had none (then they have no role), was long ago, or recent; null if none is needed.
 */
export type SignedInNow = SignedIn & {
  confirmation: Confirmation | null
  /** With an API key: the email address of its owner. `email` then names the key, and there is no session. */
  keyOwner?: string
}

/** The sender of a request. The cookie of an anonymous one is not stored, so anonymous requests need no database. */
export type Visitor = {
  cookie: string | null
  /** The cookie of a session that has ended. */
  endedSession?: string
  signedIn: SignedInNow | null
  address: string
  /** The anti-forgery token, once it was issued. */
  token?: string
  /** The API key that the request came with. */
  key?: PresentedKey
}

export type Visitors = {
  /** Returns the sender of a request, by their session. With a bearer token cookies are ignored. */
  fromRequest(request: FastifyRequest): Promise<Visitor>
  /**
   * Issues, once per request, what later unsafe calls need: a cookie, and the anti-forgery token bound to it. Returns
   * the token.
   */
  issueCsrfToken(request: FastifyRequest, reply: FastifyReply, visitor: Visitor): string
  /** Returns the id under which a new session is to be stored, and a function that sets its cookies once it is. */
  newSession(): { id: string; setCookies: (reply: FastifyReply) => void }
  clearSession(reply: FastifyReply): void
  verifyCsrf(visitor: Pick<Visitor, 'cookie'>, token: unknown): boolean
}

const signedInMark = 's.'
const anonymousMark = 'a.'
const seenEvery = 60_000
const forgeryCookie = 'XSRF-TOKEN'

/** Returns the stored form of a session's cookie. */
export function sessionId(cookie: string): string {
  return tokenHash(cookie)
}

/** Returns what identifies a visitor's browser; null for one without a cookie. */
export function browserOf({ cookie }: Pick<Visitor, 'cookie'>): string | null {
  return cookie && sessionId(cookie)
}

/** Roles, and the subjects in ADMIN_SUBJECTS, read at each request. */
export type RoleSettings = RoleSource & { adminSubjects: readonly string[]; adminProof: AdminProof }

/** Returns the current role, which ADMIN_SUBJECTS can grant. */
export function roleNow(
  { issuer, subject, role }: Pick<SignedIn, 'issuer' | 'subject' | 'role'>,
  roles: Pick<RoleSettings, 'issuer' | 'adminSubjects'>,
): string | null {
  return issuer === roles.issuer && roles.adminSubjects.includes(subject) ? administratorRole : role
}

/** Over https, a name that no other host of the domain can set. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session')

export function createVisitors(db: Db, now: () => Date, keys: Keys, secure: boolean, roles: RoleSettings): Visitors {
  const name = sessionCookieName(secure)
  const options = { path: '/', sameSite: 'lax', secure } as const
  // Precomputed, because every visitor gets both.
  const [readable, hidden] = [cookieAttributes({ secure, httpOnly: false }), cookieAttributes({ secure })]
  const findSession = sessionFinder(db, roles)

  async function signedInBy(cookie: string): Promise<SignedInNow | null> {
    const moment = now()
    const id = sessionId(cookie)
    const ago = (ms: number) => new Date(moment.getTime() - ms)
    const since = { idle: ago(lifetimes.sessionIdle), begun: ago(lifetimes.sessionAbsolute) }
    const found = await findSession(id, since)
    if (!found) return null
    if (moment.getTime() - found.seenAt.getTime() > seenEvery) await sessionSeen(db, id, moment)
    const role = roleNow(found, roles)
    if (roles.adminProof === 'nothing' || adminAreaRoleOf(role) === null) return { ...found, role, confirmation: null }
    const confirmation = confirmationOf(found, roles.adminProof, moment)
    return { ...found, role: confirmation === 'missing' ? null : role, confirmation }
  }

  function setCookies(reply: FastifyReply, cookie: string): string {
    const token = sign(keys, cookie)
    void reply.header('set-cookie', [`${name}=${cookie}${hidden}`, `${forgeryCookie}=${token}${readable}`])
    return token
  }

  function welcome(request: FastifyRequest, reply: FastifyReply, { cookie }: Visitor): string {
    // A new cookie would replace the session in a browser that also sends an API key.
    if (bearerOf(request) !== undefined) return ''
    if (cookie === null) return setCookies(reply, anonymousMark + randomToken())
    const token = sign(keys, cookie)
    if (request.cookies[forgeryCookie] !== token)
      void reply.header('set-cookie', `${forgeryCookie}=${token}${readable}`)
    return token
  }

  return {
    async fromRequest(request) {
      if (bearerOf(request) !== undefined) return { cookie: null, signedIn: null, address: clientAddress(request) }
      const cookie = request.cookies[name] ?? null
      const address = clientAddress(request)
      if (cookie?.startsWith(signedInMark)) {
        const signedIn = await signedInBy(cookie)
        return signedIn ? { cookie, signedIn, address } : { cookie: null, endedSession: cookie, signedIn, address }
      }
      const usable = cookie !== null && /^a\.[\w-]{43}$/.test(cookie)
      return { cookie: usable ? cookie : null, signedIn: null, address }
    },
    issueCsrfToken: (request, reply, visitor) => (visitor.token ??= welcome(request, reply, visitor)),
    newSession() {
      const cookie = signedInMark + randomToken()
      return { id: sessionId(cookie), setCookies: (reply) => void setCookies(reply, cookie) }
    },
    clearSession(reply) {
      void reply.clearCookie(name, options).clearCookie(forgeryCookie, options)
    },
    verifyCsrf(visitor, token) {
      return visitor.cookie !== null && typeof token === 'string' && isSigned(keys, visitor.cookie, unmaskToken(token))
    },
  }
}
