import { refuse } from '../../core/errors.ts'
import { isAdministrator } from '../../core/screens.ts'
import { renews, type Subscription } from '../../core/subscription.ts'
import type { Output } from '../../core/contract.ts'
import type { Handlers } from '../http/contract-routes.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { paymentFactsOf } from '../store/billing.ts'
import { findSubscriber, type Subscriber } from '../store/subscribers.ts'
import { subscriptionsOf } from '../store/subscriptions.ts'
import { viewPayment } from './payment-view.ts'
import { userOf } from './session.ts'

type Row = 'GET /api/v1/subscriptions/user'
type Held = Output<Row>['subscriptions'][number]
type DeskSubscription = Output<'POST /api/v1/subscriptions/comment/{id}'>

/** Whether something can be an id of ours at all. */
export function isId(text: string): boolean {
  return uuid.test(text)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function subscriptionHandlers(shop: Shop, { linkTo }: Pick<Payments, 'linkTo'>): Handlers<Row> {
  return {
    async 'GET /api/v1/subscriptions/user'({ query }, { visitor }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const own = query.id === undefined || query.id === signedIn.subscriberId
      const atDesk = isAdministrator(userOf(signedIn))
      if (!own && !atDesk) refuse('FORBIDDEN')
      const id = own ? signedIn.subscriberId : (query.id ?? null)
      const subscriber = id !== null && isId(id) ? await findSubscriber(shop.db, id) : undefined
      if (!own && !subscriber) refuse('NOT_FOUND')
      const owned = subscriber ? await subscriptionsOf(shop.db, subscriber.id) : []
      const facts = await paymentFactsOf(
        shop.db,
        owned.map(({ id: one }) => one),
      )
      const viewer = atDesk ? 'administrator' : 'owner'
      return {
        subscriber: subscriber ? viewOwnSubscriber(subscriber) : null,
        subscriptions: owned.map((one) => ({
          plan: viewPlan(one),
          subscription: {
            ...viewSubscription(one, viewPayment(one, facts.get(one.id), viewer, linkTo)),
            ...(atDesk ? { latestComment: one.latestComment } : {}),
          },
        })),
      }
    },
  }
}

/** A subscriber with the correction of theirs that waits, if one does. */
export function viewOwnSubscriber(subscriber: Subscriber): NonNullable<Output<Row>['subscriber']> {
  const { correction } = subscriber
  return { ...viewSubscriber(subscriber), ...(correction ? { correction: correction.details } : {}) }
}

export function viewSubscriber(subscriber: Subscriber): Omit<NonNullable<Output<Row>['subscriber']>, 'correction'> {
  const { phone_country_code: countryCode, phone_number: phoneNumber } = subscriber
  return {
    id: subscriber.id,
    email: subscriber.email,
    firstName: subscriber.first_name,
    lastName: subscriber.last_name,
    company: subscriber.company,
    country: subscriber.country,
    state: subscriber.state,
    phone: countryCode && phoneNumber ? { countryCode, phoneNumber } : null,
    industry: subscriber.industry,
    jobTitle: subscriber.job_title,
  }
}

function viewPlan({ plan }: Subscription): Held['plan'] {
  const { name, title, product, type, durationInDays } = plan
  return { name, title, product, type, durationInDays }
}

/** A subscription as its owner sees it. */
export function viewSubscription(
  subscription: Subscription,
  payment: Held['subscription']['payment'],
): Held['subscription'] {
  return {
    id: subscription.id,
    status: subscription.status,
    createdDate: subscription.createdDate.toISOString(),
    startDate: subscription.startDate?.toISOString() ?? null,
    endDate: subscription.endDate?.toISOString() ?? null,
    renews: renews(subscription),
    payment,
  }
}

/** A subscription and whose it is, as administrators see them. */
export function viewForDesk(
  subscription: Subscription,
  subscriber: Subscriber,
  payment: Held['subscription']['payment'],
): DeskSubscription {
  return {
    ...viewSubscription(subscription, payment),
    latestComment: subscription.latestComment,
    plan: viewPlan(subscription),
    subscriber: viewSubscriber(subscriber),
  }
}
