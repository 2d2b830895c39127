import { refuse } from '../../core/errors.ts'
import type { Output } from '../../core/contract.ts'
import { forgetSubscriber, previewForgetting } from '../actions/forget-subscriber.ts'
import { signOutSubscriber } from '../actions/sign-out-subscriber.ts'
import type { Handlers } from '../http/contract-routes.ts'
import { wordsFor } from '../http/language.ts'
import type { Shop } from '../shop.ts'
import { checksOf } from '../store/records.ts'
import { findSubscriber, type Subscriber } from '../store/subscribers.ts'
import { readCursor } from './desk-acts.ts'
import { readLimit } from './desk-query.ts'
import { isId, viewSubscriber } from './subscriptions.ts'

type Rows =
  | 'GET /api/v1/subscribers/{id}'
  | 'DELETE /api/v1/subscribers/{id}'
  | 'POST /api/v1/subscribers/{id}/sign-out'
  | 'GET /api/v1/subscribers/{id}/forget-preview'
  | 'GET /api/v1/subscribers/{id}/checks'

/** A person at the desk. About nobody, and about somebody forgotten: 404. */
export function subscriberHandlers(shop: Shop): Handlers<Rows> {
  const known = async (id: string) => (isId(id) && (await findSubscriber(shop.db, id))) || refuse('NOT_FOUND')

  return {
    'GET /api/v1/subscribers/{id}': async ({ path }) => viewForReview(await known(path.id)),

    async 'DELETE /api/v1/subscribers/{id}'({ path }, { visitor }) {
      if (!isId(path.id)) refuse('NOT_FOUND')
      await forgetSubscriber(shop, path.id, visitor.signedIn ?? refuse('SIGN_IN_NEEDED'))
    },

    async 'POST /api/v1/subscribers/{id}/sign-out'({ path }, { visitor }) {
      if (!isId(path.id)) refuse('NOT_FOUND')
      await signOutSubscriber(shop, path.id, visitor.signedIn ?? refuse('SIGN_IN_NEEDED'))
    },

    async 'GET /api/v1/subscribers/{id}/forget-preview'({ path }) {
      return (isId(path.id) && (await previewForgetting(shop, path.id))) || refuse('NOT_FOUND')
    },

    async 'GET /api/v1/subscribers/{id}/checks'({ path, query }, { request, reply }) {
      const say = wordsFor(request).fields
      const limit = readLimit(query.limit, say)
      const before = readCursor(query.cursor, say)
      const { id: subscriberId } = await known(path.id)
      const found = await checksOf(shop.db, subscriberId, before, limit + 1)
      const oldest = found.length > limit ? found[limit - 1] : undefined
      if (oldest) {
        const next = new URLSearchParams({ limit: String(limit), cursor: `${oldest.at.getTime()}.${oldest.id}` })
        void reply.header('link', `</api/v1/subscribers/${subscriberId}/checks?${next.toString()}>; rel="next"`)
      }
      return found.slice(0, limit).map(({ id, at, occasion, outcome, lists, reasons, ...rest }) => ({
        id,
        at: at.toISOString(),
        occasion,
        outcome,
        lists,
        reasons,
        decidedBy: rest.decided_by,
        comment: rest.comment,
        lastCheckedAt: rest.last_checked_at?.toISOString() ?? null,
        repeats: rest.repeats,
      }))
    },
  }
}

/** A subscriber with what the desk knows beyond the profile. */
export function viewForReview(subscriber: Subscriber): Output<'GET /api/v1/subscribers/{id}'> {
  return {
    ...viewSubscriber(subscriber),
    registeredDate: subscriber.registered_at.toISOString(),
    emailVerified: subscriber.email_verified_at !== null,
    dplStatus: subscriber.dpl_status,
    deniedCountry: subscriber.denied_country,
  }
}
