import { refuse } from '../../core/errors.ts'
import { isAdministrator, paths } from '../../core/screens.ts'
import type { Command } from '../../core/subscription-commands.ts'
import { exportAccount } from '../actions/export-account.ts'
import { changeSubscription } from '../actions/change-subscription.ts'
import { reconcileOrder } from '../actions/billing/reconcile-order.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import type { Visitors } from '../http/visitor.ts'
import type { Shop } from '../shop.ts'
import { recordAct } from '../store/audit.ts'
import { paymentFactsOf } from '../store/billing.ts'
import { findOrder, setOrder } from '../store/orders.ts'
import { endSessionsOf } from '../store/sessions.ts'
import { lockSubscriber } from '../store/subscribers.ts'
import { findSubscription } from '../store/subscriptions.ts'
import { userOf } from './session.ts'
import { viewPayment } from './payment-view.ts'
import { isId, viewSubscription } from './subscriptions.ts'

type Rows =
  | 'POST /api/v1/subscriptions/stop-renewal/{id}'
  | 'POST /api/v1/subscriptions/resume-renewal/{id}'
  | 'GET /api/v1/orders/{id}'
  | 'GET /api/v1/account/export'
  | 'POST /api/v1/account/sign-out-everywhere'

const askedEvery = 1_500

/** What signed-in people do with what is theirs. About somebody else's things: 404. */
export function accountHandlers(shop: Shop, payments: Payments, visitors: Visitors): Handlers<Rows> {
  const subscriberOf = ({ visitor }: Call) => visitor.signedIn?.subscriberId ?? refuse('NOT_FOUND')

  async function renewal(kind: Extract<Command['kind'], 'stop-renewal' | 'resume-renewal'>, id: string, call: Call) {
    const signedIn = call.visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
    const found = isId(id) ? await findSubscription(shop.db, id) : undefined
    const owner = found?.subscriberId ?? null
    const own = owner !== null && owner === signedIn.subscriberId
    if (owner === null || (!own && !isAdministrator(userOf(signedIn)))) refuse('NOT_FOUND')
    const changed = await shop.transact(async (db) => {
      const subscriber = (await lockSubscriber(db, owner)) ?? refuse('NOT_FOUND')
      if (own) return changeSubscription(db, shop, subscriber, id, { kind, by: subscriber.email })
      const { email: by } = signedIn
      await recordAct(db, { by, act: kind, subscriberId: owner, subscriptionId: id }, shop.now())
      const done = await changeSubscription(db, shop, subscriber, id, { kind, by })
      return 'refused' in done ? refuse(done.refused) : done
    })
    if ('refused' in changed) refuse(changed.refused)
    if (call.byForm) return { redirect: paths.account }
    const subscription = changed.subscription ?? refuse('NOT_FOUND')
    const facts = await paymentFactsOf(shop.db, [id])
    return viewSubscription(
      subscription,
      viewPayment(subscription, facts.get(id), own ? 'owner' : 'administrator', payments.linkTo),
    )
  }

  return {
    'POST /api/v1/subscriptions/stop-renewal/{id}': ({ path }, call) => renewal('stop-renewal', path.id, call),
    'POST /api/v1/subscriptions/resume-renewal/{id}': ({ path }, call) => renewal('resume-renewal', path.id, call),

    async 'GET /api/v1/orders/{id}'({ path }, call) {
      const order = isId(path.id) ? await findOrder(shop.db, path.id) : undefined
      if (order?.subscriber_id !== subscriberOf(call)) refuse('NOT_FOUND')
      // Also one that was closed here: somebody may have paid a moment before. Asked every two seconds at the most.
      if (order.state !== 'paid' && shop.now().getTime() - order.asked_at.getTime() > askedEvery) {
        await setOrder(shop.db, order.id, { asked_at: shop.now() })
        // The provider's own message may be on its way, or lost: its word is good either way.
        await reconcileOrder(shop, payments, order).catch((error: unknown) => {
          const { temporary, answered, sentence } = payments.faultOf(error)
          if (!answered && !payments.isTemporary(error)) throw error
          // The page goes on waiting, and the order is asked about again every hour.
          if (!temporary) call.request.log.warn({ order: order.id, reason: sentence }, 'an order could not be read')
        })
      }
      const { state } = (await findOrder(shop.db, order.id)) ?? order
      return { state: state === 'paid' ? 'done' : state === 'closed' ? 'closed' : 'waiting' }
    },

    async 'GET /api/v1/account/export'(_input, call) {
      void call.reply.header('content-disposition', 'attachment; filename="account.json"')
      return exportAccount(shop.db, subscriberOf(call))
    },

    async 'POST /api/v1/account/sign-out-everywhere'(_input, { visitor, reply }) {
      const { issuer, subject } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      // Those of the provider too: one left behind would sign its browser in again without a word.
      await shop.db.transaction().execute(async (db) => {
        await endSessionsOf(db, issuer, subject, null)
        await shop.endProviderSessions(db, subject)
      })
      visitors.end(reply)
    },
  }
}
