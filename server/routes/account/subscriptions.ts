import { isId } from '../../../contract/rows/input.ts'
import { refuse } from '../../../contract/errors.ts'
import { mayEnterAdminArea, paths } from '../../../contract/screens.ts'
import type { OwnerAct } from '../../../domain/subscription/acts.ts'
import { isInGrace } from '../../../domain/subscription/payments/grace.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { changeRenewal } from '../../actions/subscriptions/change-renewal.ts'
import { extendableUntil, extendTrial } from '../../actions/subscriptions/extend-trial.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import { planIn } from '../../catalogue.ts'
import { languageFor } from '../../http/language.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import type { AppContext } from '../../context.ts'
import { ordersBeingPaid } from '../../store/billing/orders.ts'
import { paymentsOf } from '../../store/billing/payments.ts'
import { findSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findWithSubscriptions } from '../../store/subscriptions/owned-subscriptions.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import { paymentViewer, readPaymentView, viewPayment, type Viewer } from './payment-view.ts'
import { userOf } from '../../http/session/session.ts'
import {
  viewForAdmin,
  viewPaymentRow,
  viewOwnedPlan,
  viewOwnSubscriber,
  viewSubscription,
} from './subscription-view.ts'
import { administratorOf } from '../caller.ts'

/**
 * Handles the calls about subscriptions for owners and administrators, and renewal, which both can stop and resume.
 * Refuses an unknown id, or that of an erased person, with 404.
 */
export function subscriptionHandlers(context: AppContext, payments: Payments) {
  const paymentOf = (subscription: Subscription, viewer: Viewer) =>
    readPaymentView(context, subscription, viewer, payments.linkTo)

  async function renewal(kind: OwnerAct, id: string, call: Call) {
    const signedIn = call.visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
    const owner = (await findSubscription(context.db, id))?.subscriberId ?? null
    const own = owner !== null && owner === signedIn.subscriberId
    // A key acts for the vendor, never for its owner as a customer.
    if (own && call.visitor.key) refuse('OWN_PERSON')
    if (owner === null || (!own && !mayEnterAdminArea(userOf(signedIn)))) refuse('NOT_FOUND')
    const changed = await changeRenewal(context, owner, id, kind, own ? 'owner' : administratorOf(call))
    if (call.byForm) return { redirect: paths.account }
    return viewSubscription(changed, await paymentOf(changed, own ? 'owner' : 'administrator'))
  }

  return {
    async 'GET /api/v1/subscriptions/user'({ query }, { visitor, request }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const own = query.id === undefined || query.id === signedIn.subscriberId
      const asAdmin = mayEnterAdminArea(userOf(signedIn))
      if (!own && !asAdmin) refuse('FORBIDDEN')
      const id = own ? signedIn.subscriberId : (query.id ?? null)
      const [found, beingPaid] =
        id !== null && isId(id)
          ? await Promise.all([findWithSubscriptions(context.db, id), ordersBeingPaid(context.db, id)])
          : [undefined, []]
      if (!own && !found) refuse('NOT_FOUND')
      const all = (found?.owned ?? []).map(({ subscription }) => subscription)
      const orders = beingPaid.map(({ id: order, terms, created_at: orderedAt }) => ({
        id: order,
        plan: viewOwnedPlan(own ? planIn(context.catalogue, terms, languageFor(request)) : terms),
        orderedAt: orderedAt.toISOString(),
      }))
      const viewer = await paymentViewer(
        context,
        asAdmin && query.id !== undefined ? 'administrator' : 'owner',
        payments.linkTo,
        all.map((one) => one.id),
      )
      return {
        subscriber: found ? viewOwnSubscriber(found.subscriber) : null,
        subscriptions: (found?.owned ?? []).map(({ subscription: one, facts }) => ({
          // The admin area shows a plan's title as the operator wrote it.
          plan: viewOwnedPlan(own ? planIn(context.catalogue, one.plan, languageFor(request)) : one.plan),
          subscription: {
            ...viewSubscription(one, viewPayment(one, facts, viewer, context.now())),
            inGrace: isInGrace(one),
            ...(own ? { extendableTo: extendableUntil(context, one, all)?.toISOString() ?? null } : {}),
            ...(asAdmin ? { latestComment: one.latestComment } : {}),
          },
        })),
        ...(orders.length > 0 ? { orders } : {}),
      }
    },

    async 'GET /api/v1/subscriptions/{id}'({ path }, { visitor }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const { subscription, subscriber } = await requireSubscription(context, path.id)
      const asAdmin = mayEnterAdminArea(userOf(signedIn))
      const own = subscriber.id === signedIn.subscriberId
      if (!own && !asAdmin) refuse('NOT_FOUND')
      // A key acts for the vendor, never for its owner as a customer.
      const payment = await paymentOf(subscription, own && !visitor.key ? 'owner' : 'administrator')
      const whole = viewForAdmin(subscription, subscriber, payment)
      if (asAdmin) return whole
      const { latestComment: _admin, ...seenByOwner } = whole
      return seenByOwner
    },

    async 'GET /api/v1/subscriptions/payments/{id}'({ path }, { visitor }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const subscription = await findSubscription(context.db, path.id)
      const asAdmin = mayEnterAdminArea(userOf(signedIn))
      const own = subscription?.subscriberId === signedIn.subscriberId && signedIn.subscriberId !== null
      if (!subscription?.subscriberId || (!own && !asAdmin)) refuse('NOT_FOUND')
      return (await paymentsOf(context.db, path.id)).map((row) => viewPaymentRow(row, asAdmin))
    },

    'POST /api/v1/subscriptions/stop-renewal/{id}': ({ path }, call) => renewal('stop-renewal', path.id, call),
    'POST /api/v1/subscriptions/resume-renewal/{id}': ({ path }, call) => renewal('resume-renewal', path.id, call),

    async 'POST /api/v1/subscriptions/extend-trial/{id}'({ path }, { visitor, byForm }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const extended = await extendTrial(context, path.id, subscriberId ?? refuse('NOT_FOUND'))
      if (byForm) return { redirect: paths.account }
      return { ...viewSubscription(extended, await paymentOf(extended, 'owner')), extendableTo: null }
    },
  } satisfies Partial<Handlers>
}

async function requireSubscription(
  context: AppContext,
  id: string,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  const subscription = await findSubscription(context.db, id)
  const subscriber = subscription?.subscriberId
    ? await findSubscriber(context.db, subscription.subscriberId)
    : undefined
  return subscription && subscriber ? { subscription, subscriber } : refuse('NOT_FOUND')
}
