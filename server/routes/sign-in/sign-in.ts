import { pathOnSite } from '../../../platform/safe-redirect.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal } from '../../../contract/errors.ts'
import { browserName } from '../../../domain/account/browser-name.ts'
import { unconfirmedReason, type AdminProof } from '../../../domain/account/authentication.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { paths } from '../../../contract/screens.ts'
import { refuseSignIn, signIn, signInReason } from '../../actions/accounts/sign-in.ts'
import {
  emailProof,
  isAddress,
  isSubject,
  nameIn,
  provesAddress,
  roleIn,
  type ClaimNames,
} from '../../adapters/identity/claims.ts'
import { clockToleranceSeconds, IssuerFault, type OpenId, type SignInRequest } from '../../adapters/identity/port.ts'
import { noContent } from '../../http/calls/send-answer.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { languageFor } from '../../http/language.ts'
import { adminAreaRoleOf } from '../../../domain/account/role.ts'
import { browserOf, roleNow, sessionId, type Visitors } from '../../http/session/visitor.ts'
import type { Sealing } from '../../../platform/crypto/sealing.ts'
import type { AppContext } from '../../context.ts'
import type { Metrics } from '../../metrics.ts'
import { aboutSession, endSession, sessionToEnd } from '../../store/accounts/sessions.ts'
import {
  forgetRegistration,
  recallRegistration,
  rememberRegistration,
  withoutRegistration,
} from './sign-in-registration.ts'
import { forgetSignOut, isAfterSignOut, rememberSignOut } from './signed-out.ts'
import { forgetOldest, rememberAttempt, isState, recallAttempt, type StoredAttempt } from './sign-in-attempts.ts'

export type SignInParts = {
  context: AppContext
  openId: OpenId
  visitors: Visitors
  sealing: Sealing
  publicUrl: string
  issuer: string
  claims: ClaimNames
  /** The issuer's subjects that the operator made administrators. */
  adminSubjects: readonly string[]
  /** Where registrants sign up at another issuer; null to send them to its sign-in. */
  signupUrl: string | null
  adminProof: AdminProof
  metrics: Pick<Metrics, 'signIns'>
  /** A keyed hash of the network an address belongs to, for the log. */
  networkHash: (address: string) => string
}

export const callbackPath = '/sign-in/callback'

export function signInHandlers(parts: SignInParts): Handlers<'GET /api/v1/login' | 'POST /logout'> {
  const { context, openId, visitors, publicUrl, signupUrl, metrics } = parts
  return {
    async 'GET /api/v1/login'({ query }, { visitor, request, reply }) {
      const { returnTo, registration } = withoutRegistration(pathOnSite(query.redirect_url, publicUrl), publicUrl)
      if (registration !== null) rememberRegistration(reply, publicUrl, registration)
      // Signed in already, but not as the subscriber of the link: the sign-in links them.
      const joins = registration !== null && visitor.signedIn?.subscriberId === null
      const confirmation = visitor.signedIn?.confirmation
      const isAsked = confirmation === 'missing' || (confirmation === 'old' && query.confirm !== undefined)
      const confirms = isAsked ? confirmation : null
      if (visitor.signedIn && !joins && !isAsked) return { redirect: returnTo }
      if (query.prompt === 'create' && signupUrl !== null && !joins) return { redirect: signupUrl }
      const asked = { kind: isAsked ? 'confirm' : query.prompt, loginHint: query.login_hint } as const
      const begun = begin(parts, request, reply, asked, { returnTo, confirms, repeats: isAsked })
      const address = await begun.catch(logIssuerFault(request))
      if (!address) metrics.signIns.add('failed')
      return { redirect: address ?? paths.failure }
    },

    async 'POST /logout'({ body }, { visitor, request, reply, byForm }) {
      const id = visitor.signedIn?.sessionId ?? (visitor.endedSession && sessionId(visitor.endedSession))
      const ended = id
        ? await context.db.transaction().execute(async (db) => {
            const session = await sessionToEnd(db, id)
            // The built-in provider's session ends in the same step: a browser that does not follow the redirect must
            // not stay signed in there.
            if (session?.provider_session) await context.idp.endSession(db, session.subject, session.provider_session)
            await endSession(db, id)
            return session
          })
        : undefined
      // Only now: if it fails, the session continues.
      visitors.clearSession(reply)
      void reply.header('clear-site-data', '"storage"')
      // Without a session here too: that of the issuer may last longer.
      const goesOn = context.idp.externalHost !== null
      const idToken = id && ended && context.sealing.open(aboutSession(id), ended.id_token)
      const address = goesOn ? await openId.signOutAddress(idToken).catch(logIssuerFault(request)) : null
      if (goesOn && address === null) rememberSignOut(reply, publicUrl)
      const redirectUrl = address ?? pathOnSite(body.back, publicUrl)
      return byForm || ended || address !== null ? { redirectUrl } : noContent
    },
  }
}

/** Stores an attempt in the browser, and returns the issuer's address for it. Throws an `IssuerFault`. */
async function begin(
  { context, openId, sealing, publicUrl }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Omit<SignInRequest, 'afterSignOut'>,
  leadsTo: Pick<StoredAttempt, 'returnTo' | 'confirms' | 'repeats'>,
): Promise<string> {
  const { address, attempt } = await openId.begin(languageFor(request), {
    ...asked,
    afterSignOut: isAfterSignOut(request, publicUrl),
  })
  forgetOldest(request, reply, publicUrl)
  rememberAttempt(reply, sealing, publicUrl, { ...attempt, ...leadsTo, begun: context.now().getTime() })
  return address
}

/** Adds the route to which the provider returns visitors. */
export function addSignInRoute(app: FastifyInstance, parts: SignInParts): void {
  const { context, openId, visitors, publicUrl, issuer, metrics } = parts

  app.get(callbackPath, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const state = (request.query as Record<string, unknown>)['state']
    const attempt = typeof state === 'string' && isState(state) ? recallAttempt(request, reply, parts, state) : null
    if (!attempt) {
      metrics.signIns.add('failed')
      return reply.redirect(paths.failure, 302)
    }
    try {
      const cameBack = new URL(request.url, publicUrl)
      const { claims, sources, roleFault, idToken, identityProviderSession, authTime, acr, amr } = await openId.finish(
        cameBack,
        attempt,
      )
      if (roleFault) request.log.warn(roleFault.fields, 'the role of a sign-in could not be read from userinfo')
      if (!isSubject(claims.sub)) refuseSignIn('subject-invalid')
      if (authTime && isTooOld(authTime, context.now())) {
        if (attempt.repeats) refuseSignIn('auth-time-too-old')
        // Some issuers do not check `max_age`.
        const leadsTo = { returnTo: attempt.returnTo, confirms: null, repeats: true }
        return await reply.redirect(await begin(parts, request, reply, { kind: 'login' }, leadsTo), 302)
      }
      const email = claims['email']
      if (typeof email !== 'string') refuseSignIn('email-missing')
      if (!isAddress(email)) refuseSignIn('email-invalid')
      const proof = emailProof(email, sources, parts.claims.emailVerified)
      if (proof === undefined) refuseSignIn('email-verified-missing')
      if (!provesAddress(proof, email)) refuseSignIn('email-not-verified')
      const visitor = await visitors.fromRequest(request)
      const account = { issuer, subject: claims.sub, role: roleIn(claims, parts.claims.role) }
      const registration = recallRegistration(request, publicUrl)
      const { id, setCookies } = visitors.newSession()
      await signIn(
        context,
        {
          ...account,
          isRoleKnown: roleFault === null,
          entersAdminArea: adminAreaRoleOf(roleNow(account, parts)) !== null,
          email,
          firstName: nameIn(claims['given_name']),
          lastName: nameIn(claims['family_name']),
          identityProviderSession,
          idToken,
          browser: browserName(request.headers['user-agent']),
          authTime,
          acr,
          amr,
          address: visitor.address,
        },
        { registration, browser: browserOf(visitor) },
        id,
      )
      // Only now: a sign-in that fails must not end the session before it, and can be repeated.
      if (visitor.signedIn) await endSession(context.db, visitor.signedIn.sessionId)
      if (registration !== null) forgetRegistration(reply, publicUrl)
      if (isAfterSignOut(request, publicUrl)) forgetSignOut(reply, publicUrl)
      setCookies(reply)
      metrics.signIns.add('done')
      const { confirms } = attempt
      const reason = confirms && unconfirmedReason(confirms, { authTime, acr, amr }, parts.adminProof, context.now())
      if (reason !== null)
        request.log.warn({ event: 'sign-in', outcome: 'unconfirmed', reason }, 'a confirmation does not count')
      return await reply.redirect(reason === null ? attempt.returnTo : paths.forbidden, 302)
    } catch (error) {
      metrics.signIns.add(isRefusal(error) ? 'refused' : 'failed')
      if (!isRefusal(error) && !(error instanceof IssuerFault)) throw error
      const why = isRefusal(error) ? { reason: signInReason(error) } : error.fields
      const network = parts.networkHash(request.ip)
      request.log.warn({ event: 'sign-in', outcome: 'refused', ...why, network }, 'a sign-in was refused')
      return reply.redirect(paths.failure, 302)
    }
  })
}

/** Logs a fault of the issuer. */
const logIssuerFault = (request: FastifyRequest) => (error: unknown) => {
  if (!(error instanceof IssuerFault)) throw error
  request.log.error(error.fields, 'the identity provider cannot be reached')
  return null
}

/** Whether a person signed in at the issuer so long ago that a session of that age would have ended. */
function isTooOld(authTime: Date, now: Date): boolean {
  return now.getTime() - authTime.getTime() > lifetimes.sessionAbsolute + clockToleranceSeconds * 1000
}
