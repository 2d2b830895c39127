import {
  testMessage,
  type DataOfMessage,
  type MessageData,
  type MessageType,
  type SubscriptionData,
} from '../../domain/messages/message-types.ts'

/** The data of a test message. `test` is the type that it is a sample of. */
export type SampleData = MessageData & { test: MessageType | typeof testMessage }

const nil = '00000000-0000-0000-0000-000000000000'
const subscription: SubscriptionData = {
  subscription: nil,
  product: 'sample',
  plan: 'sample-annual',
  status: 'active',
  number: 1,
}
const billing = { ...subscription, payment: 'pi_sample', invoice: 'SAMPLE-0001' }
const device = { product: 'sample', device: 'dev_sample' }

const samples: { [Type in MessageType]: Required<DataOfMessage[Type]> } = {
  'subscription.created': subscription,
  'subscription.activated': subscription,
  'subscription.held': { ...subscription, status: 'pending' },
  'subscription.renewed': subscription,
  'subscription.extended': subscription,
  'subscription.renewal_stopped': subscription,
  'subscription.renewal_resumed': subscription,
  'subscription.payment_failed': billing,
  'subscription.plan_changed': subscription,
  'subscription.cancelled': { ...subscription, status: 'cancelled' },
  'subscription.cancellation_undone': subscription,
  'subscription.expired': { ...subscription, status: 'expired' },
  'trial.started': subscription,
  'trial.ending': subscription,
  'trial.ended': { ...subscription, status: 'expired' },
  'trial.converted': { ...subscription, convertedTo: nil },
  'payment.paid': billing,
  'payment.refunded': billing,
  'payment.disputed': billing,
  'invoice.finalized': billing,
  'invoice.paid': billing,
  'invoice.overdue': billing,
  'subscriber.registered': {},
  'subscriber.verified': {},
  'subscriber.cleared': {},
  'subscriber.held': {},
  'subscriber.refused': {},
  'subscriber.erased': {},
  'device.approved': device,
  'device.released': device,
}

/** A sample of a type: the members of a real message, with ids that belong to no record. */
export function sampleOf(type: MessageType | typeof testMessage): { subject: string | null; data: SampleData } {
  if (type === testMessage) return { subject: null, data: { test: type } }
  return { subject: nil, data: { test: type, ...samples[type] } }
}
