import { randomUUID } from 'node:crypto'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import type { Subscriber } from '../../store/subscribers/subscribers.ts'

/** Returns the command that starts a trial of a subscriber. */
export const startTrialCommand = (plan: Plan, subscriber: Subscriber) =>
  ({ kind: 'start-trial', id: randomUUID(), plan: termsOf(plan), by: subscriber.email }) as const
