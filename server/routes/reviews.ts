import { commentProblem, searchProblem } from '../../core/desk-acts.ts'
import { refuse } from '../../core/errors.ts'
import { reviewSubscriber, type Decision } from '../actions/review-subscriber.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import { wordsFor } from '../http/language.ts'
import type { Shop } from '../shop.ts'
import { waiting } from '../store/reviews.ts'
import { readCursor } from './desk-acts.ts'
import { readLimit } from './desk-query.ts'
import { viewForReview } from './subscribers.ts'
import { administratorOf } from './session.ts'
import { isId } from './subscriptions.ts'

type Rows =
  | 'GET /api/v1/reviews'
  | 'POST /api/v1/reviews/approve/{subscriberId}'
  | 'POST /api/v1/reviews/refuse/{subscriberId}'

type Typed = { comment?: string | undefined; since?: string | null | undefined; seen?: string[] | undefined }

/** Who waits for a decision. */
export function reviewHandlers(shop: Shop): Handlers<Rows> {
  async function decide(outcome: Decision['outcome'], id: string, { since, seen: keys, ...typed }: Typed, call: Call) {
    const decision = { outcome, comment: readComment(typed, call), by: administratorOf(call) }
    if (!isId(id)) refuse('NOT_FOUND')
    const seen = {
      ...(since === undefined ? {} : { since: since === null ? null : new Date(since) }),
      ...(keys === undefined ? {} : { seen: keys }),
    }
    return viewForReview(await reviewSubscriber(shop, id, { ...decision, ...seen }))
  }

  return {
    async 'GET /api/v1/reviews'({ query }, { request, reply }) {
      const say = wordsFor(request).fields
      const { search = '', subscriber = null } = query
      const problem = searchProblem(search, say)
      if (problem !== null) refuse('INVALID_INPUT', [{ field: 'search', message: problem }])
      const limit = readLimit(query.limit, say)
      const after = readCursor(query.cursor, say)
      if (subscriber !== null && !isId(subscriber)) return []
      const found = await waiting(shop.db, { search, subscriber }, after, limit + 1)
      const last = found.length > limit ? found[limit - 1] : undefined
      if (last) {
        const next = new URLSearchParams({
          ...(search === '' ? {} : { search }),
          limit: String(limit),
          cursor: `${last.since.getTime()}.${last.subscriber.id}`,
        })
        void reply.header('link', `</api/v1/reviews?${next.toString()}>; rel="next"`)
      }
      return found.slice(0, limit).map((review) => ({
        subscriber: viewForReview(review.subscriber),
        since: review.since.toISOString(),
        reasons: review.reasons,
      }))
    },

    'POST /api/v1/reviews/approve/{subscriberId}': ({ path, body }, call) =>
      decide('PASS', path.subscriberId, body, call),
    'POST /api/v1/reviews/refuse/{subscriberId}': ({ path, body }, call) =>
      decide('FAIL', path.subscriberId, body, call),
  }
}

export function readComment({ comment = '' }: Typed, { request }: Call): string {
  const problem = commentProblem(comment, wordsFor(request).fields)
  return problem === null ? comment.trim() : refuse('INVALID_INPUT', [{ field: 'comment', message: problem }])
}
