import type { DeviceChange, DeviceRef } from '../../../domain/account/device.ts'
import { productTitle } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { deviceAddedMail } from '../../mails/accounts/devices.ts'
import { queueSealedMail } from '../../store/jobs/jobs.ts'
import { addMessages } from '../../store/messages.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import { asRecipient, findSubscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'

/** Returns the data of a device for its owner's timeline. */
export const nameInTimeline = ({ product, name }: DeviceRef) => ({ product, name })

/** Stores events of devices for their owner's timeline, emails the owner of a new one, and notifies other systems. */
export async function reportDevices(
  context: Pick<AppContext, 'now' | 'mailFrame' | 'catalogue' | 'sealing'>,
  db: Trx,
  change: DeviceChange,
): Promise<void> {
  const at = context.now()
  const isNew = change.type === 'device.approved'
  const devices = isNew ? [change.device] : change.devices
  await addMessages(
    db,
    devices.map(({ id, product, subscriberId }) => ({
      key: `${change.type} ${id} ${at.toISOString()}`,
      type: change.type,
      subscriberId,
      at,
      data: { product, device: id },
    })),
  )
  // Support's own act is recorded with its reason (sign-out-device.ts).
  if (!isNew && change.by === 'support') return
  const by = !isNew && change.by === 'unseen' ? 'system' : null
  for (const device of devices) {
    const data = { act: isNew ? 'add-device' : 'sign-out-device', device: nameInTimeline(device) } as const
    await addActivity(db, device.subscriberId, { kind: 'act', by, data }, at)
  }
  if (!isNew) return
  const { device, network, endAddress } = change
  const subscriber = await findSubscriber(db, device.subscriberId)
  if (!subscriber) return
  const product = productTitle(context.catalogue, device.product, subscriber.language)
  const facts = { ...device, product, network, at, endAddress }
  const mail = deviceAddedMail(context.mailFrame, asRecipient(subscriber), facts)
  // Its link is only for the owner: support signs devices out with a reason.
  await queueSealedMail(db, context.sealing, subscriber.id, mail, at)
}
