import type { FastifyError } from 'fastify'
import { commentProblem, readEndDate } from '../../core/desk-acts.ts'
import { refuse, type FieldMessages, type FieldProblem } from '../../core/errors.ts'
import { isAdministrator } from '../../core/screens.ts'
import type { ShownEvent } from '../../core/subscription-events.ts'
import type { Subscription } from '../../core/subscription.ts'
import type { Output } from '../../core/contract.ts'
import { actAtDesk, type DeskAct } from '../actions/act-at-desk.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import { answerError } from '../http/errors.ts'
import { wordsFor } from '../http/language.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { actsBefore } from '../store/audit.ts'
import { paymentFactsOf } from '../store/billing.ts'
import { historyOf } from '../store/desk-history.ts'
import { findSubscriber, type Subscriber } from '../store/subscribers.ts'
import { findSubscription } from '../store/subscriptions.ts'
import { readLimit } from './desk-query.ts'
import { viewPayment, type Viewer } from './payment-view.ts'
import { administratorOf, userOf } from './session.ts'
import { isId, viewForDesk } from './subscriptions.ts'

type Rows =
  | 'GET /api/v1/subscriptions/{id}'
  | 'GET /api/v1/subscriptions/events/{id}'
  | 'POST /api/v1/subscriptions/cancel/{id}'
  | 'POST /api/v1/subscriptions/revive/{id}'
  | 'POST /api/v1/subscriptions/extend/{id}'
  | 'POST /api/v1/subscriptions/comment/{id}'
  | 'POST /api/v1/subscriptions/bulk'
  | 'GET /api/v1/audit'

type Events = 'GET /api/v1/subscriptions/events/{id}'
type ActName = 'cancel' | 'revive' | 'extend' | 'comment'
/** What was typed for an act. */
type Typed = { comment?: string | undefined; endDate?: string | number | undefined }

/** What administrators do with a subscription, and what they see of one. About what is nobody's, or a forgotten person's: 404. */
export function deskActHandlers(shop: Shop, { linkTo }: Pick<Payments, 'linkTo'>): Handlers<Rows> {
  const paymentOf = async (subscription: Subscription, viewer: Viewer) => {
    const facts = await paymentFactsOf(shop.db, [subscription.id])
    return viewPayment(subscription, facts.get(subscription.id), viewer, linkTo)
  }

  async function act(name: ActName, id: string, typed: Typed, call: Call) {
    const wanted = readAct(name, typed, call, shop.now())
    if (!isId(id)) refuse('NOT_FOUND')
    const { subscription, subscriber } = await actAtDesk(shop, id, wanted, administratorOf(call))
    return viewForDesk(subscription, subscriber, await paymentOf(subscription, 'administrator'))
  }

  return {
    async 'GET /api/v1/subscriptions/{id}'({ path }, { visitor }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const { subscription, subscriber } = await known(shop, path.id)
      const atDesk = isAdministrator(userOf(signedIn))
      const payment = await paymentOf(subscription, atDesk ? 'administrator' : 'owner')
      const whole = viewForDesk(subscription, subscriber, payment)
      if (atDesk) return whole
      if (subscriber.id !== signedIn.subscriberId) refuse('NOT_FOUND')
      const { latestComment: _ofTheDesk, ...own } = whole
      return own
    },

    async 'GET /api/v1/subscriptions/events/{id}'({ path }) {
      const events = isId(path.id) ? await historyOf(shop.db, path.id) : null
      return (events ?? refuse('NOT_FOUND')).map(viewEvent)
    },

    'POST /api/v1/subscriptions/cancel/{id}': ({ path, body }, call) => act('cancel', path.id, body, call),
    'POST /api/v1/subscriptions/revive/{id}': ({ path, body }, call) => act('revive', path.id, body, call),
    'POST /api/v1/subscriptions/extend/{id}': ({ path, body }, call) => act('extend', path.id, body, call),
    'POST /api/v1/subscriptions/comment/{id}': ({ path, body }, call) => act('comment', path.id, body, call),

    async 'POST /api/v1/subscriptions/bulk'({ body: { action, ids, ...typed } }, call) {
      // What is wrong with the words is wrong for all of them.
      readAct(action, typed, call, shop.now())
      // Named twice, it is still done once.
      const answers = new Map<string, Output<'POST /api/v1/subscriptions/bulk'>[number]>()
      for (const id of new Set(ids)) {
        try {
          await act(action, id, typed, call)
          answers.set(id, { id, status: 200 })
        } catch (error) {
          // Those before it are done: each answers for itself, whatever happened.
          const { status, body } = answerError(error as FastifyError, call.request)
          answers.set(id, { id, status, message: body.message })
        }
      }
      return ids.flatMap((id) => answers.get(id) ?? [])
    },

    async 'GET /api/v1/audit'({ query }, { request, reply }) {
      const say = wordsFor(request).fields
      const limit = readLimit(query.limit, say)
      const acts = await actsBefore(shop.db, readCursor(query.cursor, say), limit + 1)
      const last = acts.length > limit ? acts[limit - 1] : undefined
      if (last) {
        const next = new URLSearchParams({ limit: String(limit), cursor: `${last.at.getTime()}.${last.id}` })
        void reply.header('link', `</api/v1/audit?${next.toString()}>; rel="next"`)
      }
      return acts.slice(0, limit).map(({ at, by, act: done, subscriber_id, subscription_id, account }) => ({
        at: at.toISOString(),
        by,
        act: done,
        subscriberId: subscriber_id,
        subscriptionId: subscription_id,
        account,
      }))
    },
  }
}

async function known(shop: Shop, id: string): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  const subscription = isId(id) ? await findSubscription(shop.db, id) : undefined
  const subscriber = subscription?.subscriberId ? await findSubscriber(shop.db, subscription.subscriberId) : undefined
  return subscription && subscriber ? { subscription, subscriber } : refuse('NOT_FOUND')
}

/** The act that was asked for, signed; refused with every field that is wrong, in the form's order. */
function readAct(name: ActName, typed: Typed, { visitor, request }: Call, now: Date): DeskAct {
  const say = wordsFor(request).fields
  const { email: by } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
  const problems: FieldProblem[] = []
  const fail = (field: string, message: string) => void problems.push({ field, message })
  const read = name === 'extend' ? readEndDate(typed.endDate, now, say) : null
  if (read && 'problem' in read) fail('endDate', read.problem)
  if (!read && typed.endDate !== undefined) fail('endDate', say.invalidValue)
  const comment = typed.comment ?? ''
  const problem = commentProblem(comment, say)
  if (problem !== null) fail('comment', problem)
  if (problems.length > 0) refuse('INVALID_INPUT', problems)
  const said = { comment: comment.trim(), by }
  if (read && 'endDate' in read) return { kind: 'extend', endDate: read.endDate, ...said }
  return { kind: name === 'revive' ? 'undo' : name === 'cancel' ? 'cancel' : 'comment', ...said }
}

function viewEvent({ type, at, addedBy, data: { endDate, comment } }: ShownEvent): Output<Events>[number] {
  return {
    type,
    timestamp: at.toISOString(),
    addedBy,
    data: { ...(endDate && { endDate: endDate.toISOString() }), ...(comment !== undefined && { comment }) },
  }
}

/** Where a page begins: the moment and id of the line before it. */
export function readCursor(given: string | undefined, say: FieldMessages): { at: Date; id: string } | null {
  if (given === undefined) return null
  const [time = '', id = ''] = given.split('.')
  const at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN)
  if (!Number.isNaN(at.getTime()) && given === `${time}.${id}` && isId(id)) return { at, id }
  return refuse('INVALID_INPUT', [{ field: 'cursor', message: say.invalidValue }])
}
