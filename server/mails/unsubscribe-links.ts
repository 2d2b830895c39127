import { isSigned, sign, type Keys } from '../../platform/crypto/secrets.ts'

/** Addresses by which a person stops the reminders without signing in. They are good for ever: wishes have no date. */
export type UnsubscribeLinks = {
  address(subscriberId: string): string
  /** Returns the address of a token; null for one not made here. */
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
