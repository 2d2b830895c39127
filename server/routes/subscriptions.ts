import { refuse } from '../../core/errors.ts'
import { isAdministrator } from '../../core/screens.ts'
import { renews, type Subscription } from '../../core/subscription.ts'
import type { Output } from '../../core/contract.ts'
import type { Handlers } from '../http/contract-routes.ts'
import type { Shop } from '../shop.ts'
import { findSubscriber, type Subscriber } from '../store/subscribers.ts'
import { subscriptionsOf } from '../store/subscriptions.ts'
import { userOf } from './session.ts'

type Row = 'GET /api/v1/subscriptions/user'
type Held = Output<Row>['subscriptions'][number]

/** Whether something can be an id of ours at all. */
export function isId(text: string): boolean {
  return uuid.test(text)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function subscriptionHandlers(shop: Shop): Handlers<Row> {
  return {
    async 'GET /api/v1/subscriptions/user'({ query }, { visitor }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const own = query.id === undefined || query.id === signedIn.subscriberId
      if (!own && !isAdministrator(userOf(signedIn))) refuse('FORBIDDEN')
      const id = own ? signedIn.subscriberId : (query.id ?? null)
      const subscriber = id !== null && isId(id) ? await findSubscriber(shop.db, id) : undefined
      if (!own && !subscriber) refuse('NOT_FOUND')
      return {
        subscriber: subscriber ? viewSubscriber(subscriber) : null,
        subscriptions: subscriber ? (await subscriptionsOf(shop.db, subscriber.id)).map(viewHeld) : [],
      }
    },
  }
}

function viewSubscriber(subscriber: Subscriber): NonNullable<Output<Row>['subscriber']> {
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

function viewHeld(subscription: Subscription): Held {
  const { name, title, product, type, durationInDays } = subscription.plan
  return { plan: { name, title, product, type, durationInDays }, subscription: viewSubscription(subscription) }
}

/** A subscription as its owner sees it. */
export function viewSubscription(subscription: Subscription): Held['subscription'] {
  return {
    id: subscription.id,
    status: subscription.status,
    createdDate: subscription.createdDate.toISOString(),
    startDate: subscription.startDate?.toISOString() ?? null,
    endDate: subscription.endDate?.toISOString() ?? null,
    renews: renews(subscription),
  }
}
