import type { Output } from '../../../contract/contract.ts'
import { refuse } from '../../../contract/errors.ts'
import { requestOwnEmailChange } from '../../actions/accounts/request-email-change.ts'
import { changeProfile } from '../../actions/accounts/change-profile.ts'
import { requestErasure, withdrawErasure } from '../../actions/privacy/request-erasure.ts'
import { approvalRequirementsIn } from '../../../domain/screening/approval.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { tooMany } from '../../http/session/rate-limits.ts'
import type { AppContext } from '../../context.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import type { Visitors } from '../../http/session/visitor.ts'
import { languageFor } from '../../http/language.ts'
import { withMinimumTime } from '../../http/minimum-time.ts'
import { endOtherOwnSessions, endSession, runningSessions, sessionToEnd } from '../../store/accounts/sessions.ts'
import { openReasonsOf } from '../../store/screening/open-reasons.ts'
import { newEmailOf } from '../../store/subscribers/email-changes.ts'
import { findSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { storePreferences } from '../preferences.ts'

type Settings = Output<'GET /api/v1/account/settings'>

/** Handles the calls of signed-in people about their own account. */
export function ownAccountHandlers(context: AppContext, visitors: Visitors, publicUrl: string) {
  const signedIn = ({ visitor }: Call) => visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
  const subscriberIdOf = (call: Call) => signedIn(call).subscriberId ?? refuse('NOT_FOUND')

  const licences = [...context.catalogue.products.values()].map(({ licence }) => licence)

  async function view(call: Call, subscriber: Subscriber | undefined): Promise<Settings> {
    return {
      language: subscriber?.language ?? languageFor(call.request),
      invoices: subscriber ? { address: subscriber.billing_address, vatId: subscriber.vat_id ?? '' } : null,
      hasDevices: licences.some((licence) => licence !== null),
      hasLicenceFiles: licences.some((licence) => (licence?.fileDays ?? 0) > 0),
      newEmail: subscriber ? await newEmailOf(context.db, subscriber.id, context.now()) : null,
      erasureRequested: subscriber?.erasure_requested_at?.toISOString() ?? null,
      otherIssuer: context.idp.externalHost,
    }
  }

  return {
    async 'GET /api/v1/account/settings'(_input, call) {
      const { subscriberId } = signedIn(call)
      return view(call, subscriberId === null ? undefined : await findSubscriber(context.db, subscriberId))
    },

    async 'GET /api/v1/account/approval'(_input, call) {
      const { subscriberId } = signedIn(call)
      const reasons = subscriberId === null ? [] : (await openReasonsOf(context.db, [subscriberId])).get(subscriberId)
      return { requirements: approvalRequirementsIn(reasons ?? []) }
    },

    async 'POST /api/v1/account/profile'({ body: { address, vatId, language } }, call) {
      const change = {
        ...(address === undefined ? {} : { billingAddress: address }),
        ...(vatId === undefined ? {} : { vatId }),
        ...(language === undefined ? {} : { language }),
      }
      const id = subscriberIdOf(call)
      await context.requireRoom('profileChangePerPerson', id)
      const after = await changeProfile(context, id, change)
      storePreferences(call.reply, publicUrl, { language })
      return view(call, after)
    },

    async 'POST /api/v1/account/email'({ body: { email, password } }, call) {
      if (context.idp.externalHost !== null) refuse('EMAIL_ELSEWHERE')
      const id = subscriberIdOf(call)
      const { subject } = signedIn(call)
      const from = { cookies: call.request.cookies, clientAddress: call.visitor.address }
      const right = await context.idp.checkPassword(context.db, subject, password, from)
      if (typeof right === 'object') throw tooMany(right.limitedBy, context.now())
      if (!right) refuse('WRONG_PASSWORD', [{ field: 'password', fault: { code: 'wrongPassword' } }])
      await withMinimumTime(call.request, requestOwnEmailChange(context, id, email))
    },

    async 'POST /api/v1/account/erasure/request'(_input, call) {
      await requestErasure(context, subscriberIdOf(call))
    },

    async 'POST /api/v1/account/erasure/withdraw'(_input, call) {
      await withdrawErasure(context, subscriberIdOf(call))
    },

    async 'GET /api/v1/account/sessions'(_input, call) {
      const { accountId, sessionId } = signedIn(call)
      const ago = (ms: number) => new Date(context.now().getTime() - ms)
      const since = { idle: ago(lifetimes.sessionIdle), begun: ago(lifetimes.sessionAbsolute) }
      return (await runningSessions(context.db, accountId, since)).map(({ id, browser, began, lastSeen }) => ({
        id,
        current: id === sessionId,
        browser,
        began: began.toISOString(),
        lastSeen: lastSeen.toISOString(),
      }))
    },

    async 'POST /api/v1/account/sessions/end'({ body: { id } }, call) {
      const { accountId, sessionId, subject } = signedIn(call)
      await context.db.transaction().execute(async (db) => {
        if (id === undefined) {
          const kept = await sessionToEnd(db, sessionId)
          if (kept?.provider_session) await context.idp.endOtherSessions(db, subject, kept.provider_session)
          return endOtherOwnSessions(db, accountId, sessionId)
        }
        const ended = await sessionToEnd(db, id)
        if (ended?.account_id !== accountId) refuse('NOT_FOUND')
        if (ended.provider_session !== null) await context.idp.endSession(db, subject, ended.provider_session)
        return endSession(db, id)
      })
      if (id === sessionId) visitors.clearSession(call.reply)
    },
  } satisfies Partial<Handlers>
}
