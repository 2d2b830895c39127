import { refuse } from '../../../../contract/errors.ts'
import type { Output } from '../../../../contract/contract.ts'
import { wordReason } from '../../../../domain/screening/reason-words.ts'
import { eraseSubscriber, previewErasure } from '../../../actions/privacy/erase-subscriber.ts'
import { requestEmailChange } from '../../../actions/accounts/request-email-change.ts'
import { correctUnconfirmedEmail } from '../../../actions/accounts/correct-unconfirmed-email.ts'
import { correctDetailsFor } from '../../../actions/accounts/correct-details.ts'
import { resendActivation, sendPasswordLink } from '../../../actions/accounts/send-link.ts'
import { grant } from '../../../actions/subscriptions/grant.ts'
import { signOutSubscriber } from '../../../actions/accounts/sign-out-subscriber.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { Handlers } from '../../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../../http/calls/pagination.ts'
import { wordsFor } from '../../../http/language.ts'
import type { AppContext } from '../../../context.ts'
import { approvalInForce } from '../../../store/admin/audit.ts'
import { checksOf } from '../../../store/screening/records.ts'
import { newEmailOf } from '../../../store/subscribers/email-changes.ts'
import {
  findReviewedPerson,
  findSubscriber,
  type ReviewedPerson,
  type Subscriber,
} from '../../../store/subscribers/subscribers.ts'
import { forEach } from './bulk.ts'
import { createInvoices } from './invoices.ts'
import { viewAfterAct } from './subscription-acts.ts'
import { listOf, pageOf } from './subscription-list.ts'
import { administratorOf } from '../../caller.ts'
import { viewLineSubscriber, viewOwnSubscriber } from '../../account/subscription-view.ts'

/** Handles the calls about a person in the admin area. Refuses an unknown id and an erased person with 404. */
export function subscriberHandlers(context: AppContext, payments: Payments) {
  const known = async (id: string) => (await findSubscriber(context.db, id)) ?? refuse('NOT_FOUND')

  const view = async (subscriber: Subscriber) =>
    viewForReview(subscriber, await newEmailOf(context.db, subscriber.id, context.now()))

  const invoicesOf = createInvoices(context.db, payments)

  return {
    async 'GET /api/v1/subscribers'({ query }, call) {
      const list = listOf({ ...query, include: 'subscribers' }, context.now())
      return (await pageOf(context, { ...list, once: true }, query, call)).map(viewLineSubscriber)
    },

    'GET /api/v1/subscribers/{id}/invoices': ({ path }) => invoicesOf(path.id),

    async 'GET /api/v1/subscribers/{id}'({ path }) {
      const [found, approval] = await Promise.all([
        findReviewedPerson(context.db, path.id, context.now()),
        approvalInForce(context.db, path.id),
      ])
      const person = found ?? refuse('NOT_FOUND')
      const approved = approval && person.dpl_status === 'PASS' ? approval : null
      return {
        ...viewForReview(person, person.newEmail),
        approved: approved && { by: approved.by, at: approved.at.toISOString() },
      }
    },

    async 'DELETE /api/v1/subscribers/{id}'({ path }, call) {
      const receipt = await eraseSubscriber(context, path.id, administratorOf(call))
      void call.reply.header('location', `/api/v1/erasures/${receipt}`)
    },

    async 'POST /api/v1/subscribers/{id}/sign-out'({ path }, call) {
      await signOutSubscriber(context, path.id, administratorOf(call))
    },

    'POST /api/v1/subscribers/bulk': ({ body: { action, ids, comment } }, call) =>
      forEach(ids, call, (id) =>
        (action === 'sign-out' ? signOutSubscriber : resendActivation)(context, id, administratorOf(call), { comment }),
      ),

    async 'POST /api/v1/subscribers/{id}/activation'({ path }, call) {
      await resendActivation(context, path.id, administratorOf(call))
    },

    async 'POST /api/v1/subscribers/{id}/password-link'({ path }, call) {
      await sendPasswordLink(context, path.id, administratorOf(call))
    },

    async 'POST /api/v1/subscribers/{id}/details'({ path, body: { comment, ...given } }, call) {
      return view(await correctDetailsFor(context, path.id, given, { by: administratorOf(call), comment }))
    },

    async 'POST /api/v1/subscribers/{id}/correct-email'({ path, body }, call) {
      return view(await correctUnconfirmedEmail(context, path.id, { ...body, by: administratorOf(call) }))
    },

    async 'POST /api/v1/subscribers/{id}/email'({ path, body }, call) {
      return view(await requestEmailChange(context, path.id, { ...body, by: administratorOf(call) }))
    },

    async 'POST /api/v1/subscribers/{id}/grants'({ path, body }, call) {
      return viewAfterAct(context, payments, await grant(context, path.id, body, administratorOf(call)))
    },

    async 'GET /api/v1/subscribers/{id}/forget-preview'({ path }) {
      return (await previewErasure(context, path.id)) ?? refuse('NOT_FOUND')
    },

    async 'GET /api/v1/subscribers/{id}/checks'({ path, query }, call) {
      const { id: subscriberId } = await known(path.id)
      const found = await paginateByTime(
        query,
        call,
        'checks',
        (before, limit) => checksOf(context.db, subscriberId, before, limit),
        (check) => check,
      )
      return found.map(({ id, at, occasion, outcome, lists, reasons, ...rest }) => ({
        id,
        at: at.toISOString(),
        occasion,
        outcome,
        lists,
        reasons: reasons.map((reason) => wordReason(reason, wordsFor(call.request).reasons)),
        decidedBy: rest.decided_by,
        comment: rest.comment,
        lastCheckedAt: rest.last_checked_at?.toISOString() ?? null,
        repeats: rest.repeats,
        birthDate: rest.birth_date,
      }))
    },
  } satisfies Partial<Handlers>
}

/** A subscriber with the admin area's data beyond the profile. */
export function viewForReview(
  subscriber: ReviewedPerson,
  newEmail: string | null = null,
): Output<'GET /api/v1/subscribers/{id}'> {
  return {
    ...viewOwnSubscriber(subscriber),
    newEmail,
    erasureRequested: subscriber.erasure_requested_at?.toISOString() ?? null,
    registeredDate: subscriber.registered_at.toISOString(),
    emailVerified: subscriber.email_verified_at !== null,
    dplStatus: subscriber.dpl_status,
    deniedCountry: subscriber.denied_country,
  }
}
