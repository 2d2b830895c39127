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
const subscription: SubscriptionData = { subscription: nil, product: 'sample', plan: 'sample-annual', status: 'active' }
const change = { ...subscription, number: 1 }
const billing = { ...subscription, payment: 'pi_sample', invoice: 'SAMPLE-0001' }
const device = { product: 'sample', device: 'dev_sample' }

const samples: { [Type in MessageType]: Required<DataOfMessage[Type]> } = {
  'subscription.created': change,
  'subscription.activated': change,
  'subscription.held': { ...change, status: 'pending' },
  'subscription.renewed': change,
  'subscription.extended': change,
  'subscription.renewal_stopped': change,
  'subscription.renewal_resumed': change,
  'subscription.payment_failed': billing,
  'subscription.plan_changed': change,
  'subscription.cancelled': { ...change, status: 'cancelled' },
  'subscription.cancellation_undone': change,
  'subscription.expired': { ...change, status: 'expired' },
  'trial.started': change,
  'trial.ending': subscription,
  'trial.ended': { ...change, status: 'expired' },
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
