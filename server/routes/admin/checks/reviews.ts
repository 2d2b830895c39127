import { z } from 'zod'
import { emailKey } from '../../../../platform/email-key.ts'
import { isId } from '../../../../contract/rows/input.ts'
import type { Input, Output } from '../../../../contract/contract.ts'
import { wordReason } from '../../../../domain/screening/reason-words.ts'
import { approvalOf, needsAdministrator } from '../../../../domain/screening/review.ts'
import { askBirthDate } from '../../../actions/reviews/ask-birth-date.ts'
import { administratorsNow, reviewSubscriber, type ReviewDecision } from '../../../actions/reviews/review-subscriber.ts'
import { withdrawApproval } from '../../../actions/reviews/withdraw-approval.ts'
import type { Call, Handlers } from '../../../http/calls/contract-routes.ts'
import { paginateForwards } from '../../../http/calls/pagination.ts'
import { wordsFor } from '../../../http/language.ts'
import type { AppContext } from '../../../context.ts'
import { birthDateRequestsOf, type BirthDateRequest } from '../../../store/screening/birth-dates.ts'
import { firstApprovalsOf, type FirstApproval } from '../../../store/screening/first-approvals.ts'
import { countReviews, reviewsIn, type Review } from '../../../store/screening/reviews.ts'
import { productsOf } from '../../../store/subscriptions/owned-subscriptions.ts'
import { viewForReview } from '../people/subscribers.ts'
import { administratorOf } from '../../caller.ts'

type DecisionBody = Input<'POST /api/v1/reviews/approve/{subscriberId}'>['body']

/** The content of a cursor: the rank by match, and since when the person waits. */
const rankAndMoment = z.string().regex(/^-?\d(\.\d{1,6})? \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

function placeIn({ key, id }: { key: string; id: string }): { rank: string; at: Date; id: string } {
  const [rank = '', moment = ''] = key.split(' ')
  return { rank, at: new Date(moment), id }
}

/** Handles the calls about people who await a decision. */
export function reviewHandlers(context: AppContext) {
  async function decide(
    outcome: ReviewDecision['outcome'],
    id: string,
    { comment, since, seen: keys }: DecisionBody,
    call: Call,
  ) {
    const decision = { outcome, comment, by: administratorOf(call) }
    const seen = {
      ...(since === undefined ? {} : { since: since === null ? null : new Date(since) }),
      ...(keys === undefined ? {} : { seen: keys }),
    }
    return viewForReview(await reviewSubscriber(context, id, { ...decision, ...seen }))
  }

  return {
    async 'GET /api/v1/reviews'({ query }, call) {
      const { search, reason = null, subscriber = null, state = 'waiting', order } = query
      const nobody = subscriber !== null && !isId(subscriber)
      const found = await paginateForwards(query, call, {
        order: `reviews ${order}`,
        key: rankAndMoment,
        read: async (after, limit) =>
          nobody
            ? []
            : reviewsIn(context.db, { state, order, search, reason, subscriber }, after && placeIn(after), limit),
        cursorOf: ({ rank, since, subscriber: { id } }) => ({ key: `${rank} ${since.toISOString()}`, id }),
      })
      const dualReviews = found.filter(
        ({ subscriber, reasons }) => context.reviewTwo && needsAdministrator(viewForReview(subscriber), reasons),
      )
      const administrators = await administratorsNow(context)
      const first = await firstApprovalsOf(
        context.db,
        dualReviews.map(({ subscriber: { id } }) => id),
      )
      const ids = found.map(({ subscriber: { id } }) => id)
      const products = await productsOf(context.db, ids)
      const birthDates = await birthDateRequestsOf(context.db, ids)
      return found.map((review) => ({
        subscriber: viewForReview(review.subscriber),
        since: review.since.toISOString(),
        reasons: review.reasons.map((reason) => wordReason(reason, wordsFor(call.request).reasons)),
        products: (products.get(review.subscriber.id) ?? []).map((key) => {
          const product = context.catalogue.products.get(key)
          return { title: product?.title ?? key, classification: product?.exportClassification ?? null }
        }),
        approval: dualReviews.includes(review)
          ? { first: viewFirst(review, first.get(review.subscriber.id), administrators) }
          : null,
        birthDate: viewBirthDate(birthDates.get(review.subscriber.id)),
      }))
    },

    async 'GET /api/v1/reviews/counts'({ query: { search, reason = null, state = null } }) {
      return { counts: await countReviews(context.db, { search, reason, state }) }
    },

    async 'POST /api/v1/reviews/withdraw/{subscriberId}'({ path, body }, call) {
      const withdrawal = { comment: body.comment, by: administratorOf(call) }
      return viewForReview(await withdrawApproval(context, path.subscriberId, withdrawal))
    },

    'POST /api/v1/reviews/approve/{subscriberId}': ({ path, body }, call) =>
      decide('PASS', path.subscriberId, body, call),
    'POST /api/v1/reviews/refuse/{subscriberId}': ({ path, body }, call) =>
      decide('FAIL', path.subscriberId, body, call),
    async 'POST /api/v1/reviews/ask-birth-date/{subscriberId}'({ path }, call) {
      await askBirthDate(context, path.subscriberId, administratorOf(call))
    },
  } satisfies Partial<Handlers>
}

const viewBirthDate = (request: BirthDateRequest | undefined) =>
  request
    ? {
        askedBy: request.asked_by,
        askedAt: request.asked_at.toISOString(),
        date: request.birth_date,
        answeredAt: request.answered_at?.toISOString() ?? null,
      }
    : null

type First = NonNullable<Output<'GET /api/v1/reviews'>[number]['approval']>['first']

/** Returns the approval that awaits another administrator's; null if there is none, or it is void. */
function viewFirst({ reasons }: Review, first: FirstApproval | undefined, administrators: ReadonlySet<string>): First {
  if (!first) return null
  const isAdministrators = administrators.has(emailKey(first.email))
  if (approvalOf(reasons, { ...first, isOwn: false, isAdministrators }) === 'first') return null
  return { by: first.by, at: first.at.toISOString(), comment: first.comment }
}
