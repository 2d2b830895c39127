import type { PaymentIssueCause, Effect, Transition } from '../commands.ts'
import type { PersonFacts } from '../subscription.ts'

/** A payment is refunded in full, unless a list entry forbids it: then an administrator decides. */
export function payBack(person: PersonFacts, payment: string | null): Effect[] {
  if (payment === null) return []
  return person.refundForbidden
    ? [{ kind: 'open-payment-issue', about: 'refund-forbidden', payment }]
    : [{ kind: 'refund', payment }]
}

/** A payment that buys nothing is refunded, and the provider stops charging. */
export function sendBack(person: PersonFacts, payment: string | null, subscription: string): Transition {
  return { events: [], effects: [...payBack(person, payment), { kind: 'end-charging', subscription }] }
}

export function openPaymentIssue(about: PaymentIssueCause, payment: string | null): Transition {
  return { events: [], effects: [{ kind: 'open-payment-issue', about, payment }] }
}
