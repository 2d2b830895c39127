import { isSigned, sign, type Keys } from '../../platform/crypto/secrets.ts'

/** Addresses with which a person unsubscribes from reminders without signing in. They never expire. */
export type UnsubscribeLinks = {
  address(subscriberId: string): string
  /** Returns the subscriber of a token; null for a token from elsewhere. */
  subscriberOf(token: string): string | null
}

export function createUnsubscribeLinks(keys: Keys, publicUrl: string): UnsubscribeLinks {
  return {
    address: (subscriberId) => `${publicUrl}/reminders/stop/${subscriberId}.${sign(keys, subscriberId)}`,
    subscriberOf(token) {
      const [id = '', signature = ''] = token.split('.')
      return isSigned(keys, id, signature) ? id : null
    },
  }
}
