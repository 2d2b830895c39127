import { testMessage, type MessageData, type MessageType } from '../../domain/messages/message-types.ts'

/** The data of a test message. `test` is the type that it is a sample of. */
export type SampleData = MessageData & { test: MessageType | typeof testMessage }

const nil = '00000000-0000-0000-0000-000000000000'

/** A sample of a type: the shape of a real message, with ids that belong to no record. */
export function sampleDataOf(type: MessageType | typeof testMessage): SampleData {
  const [family = ''] = type.split('.')
  if (type === testMessage || family === 'subscriber') return { test: type }
  if (family === 'device') return { test: type, product: 'sample', device: 'dev_sample' }
  const subscription: MessageData = { subscription: nil, product: 'sample', plan: 'sample-annual', status: 'active' }
  if (family === 'payment' || family === 'invoice') return { test: type, ...subscription, payment: 'pi_sample' }
  return { test: type, ...subscription, number: 1 }
}
