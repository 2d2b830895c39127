import { emailKey } from '../../../platform/email-key.ts'
import type { AppContext } from '../../context.ts'
import { isKnownAddress, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import type { ScreenPerson } from '../screening/screen-first.ts'
import { putInForce } from './confirm-email-change.ts'

/**
 * Gives a locked person without a role the confirmed address of their account at another issuer, unless another person
 * has it. An earlier address was replaced here, and the issuer may not have followed: it is not taken back.
 */
export async function followIssuerAddress(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  email: string,
  check: ScreenPerson,
): Promise<void> {
  const { idp } = context
  const isNew = [subscriber.email, ...subscriber.earlier_emails].every((own) => emailKey(own) !== emailKey(email))
  if (idp.externalHost === null || !isNew || (await idp.hasRole(db, subscriber))) return
  if (await isKnownAddress(db, email, subscriber.id)) return
  await putInForce(db, context, subscriber, { email, requested_by: idp.issuer }, check)
}
