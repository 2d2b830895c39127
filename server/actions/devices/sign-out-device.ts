import type { DeviceRef } from '../../../domain/account/device.ts'
import { refuse } from '../../../contract/errors.ts'
import { productTitle } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { deviceSignedOutMail } from '../../mails/accounts/devices.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asRecipient } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { lockForAct, recordOnPerson, requireAdministrator, type Administrator } from '../accounts/administrator.ts'
import { nameInTimeline } from './report-devices.ts'

/** Signs a person's device out in the given transaction. Returns it if it was signed in. */
export type SignOutIn = (db: Trx, subscriberId: string, id: string, by: 'support') => Promise<DeviceRef[]>

/**
 * Signs out a device of a person, with a reason, and emails them. Refuses with 404 an unknown id and a device that is
 * not signed in, with 409 administrators' own, and with 403 support acting on an account with a role.
 */
export async function signOutDevice(
  context: AppContext,
  signOutIn: SignOutIn,
  { subscriber: id, device }: { subscriber: string; device: string },
  administrator: Administrator,
  comment: string,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockForAct(db, id, administrator)
    if (await context.idp.hasRole(db, subscriber)) requireAdministrator(administrator)
    const [signedOut = refuse('NOT_FOUND')] = await signOutIn(db, id, device, 'support')
    const at = context.now()
    const shown = { device: nameInTimeline(signedOut) }
    await recordOnPerson(db, id, { by: administrator, act: 'sign-out-device', comment }, shown, at)
    const product = productTitle(context.catalogue, signedOut.product, subscriber.language)
    const mail = deviceSignedOutMail(context.mailFrame, asRecipient(subscriber), { ...signedOut, product })
    await queueMail(db, id, mail, at)
  })
}
