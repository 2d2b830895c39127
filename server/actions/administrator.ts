import { emailKey } from '../../core/email-key.ts'
import { refuse } from '../../core/errors.ts'
import type { Subscriber } from '../store/subscribers.ts'

/** An administrator who acts, and the subscriber they are themselves. */
export type Administrator = { email: string; subscriberId: string | null }

/** Refuses with 409 an administrator who means themselves: on their own person nobody does anything but comment. */
export function refuseOneself(administrator: Administrator, subscriber: Pick<Subscriber, 'id' | 'email'>): void {
  const { email, subscriberId } = administrator
  if (subscriber.id === subscriberId || emailKey(subscriber.email) === emailKey(email)) refuse('OWN_PERSON')
}
