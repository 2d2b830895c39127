import { on } from '../subscriptions/given-subscription.ts'
import type { PaymentRecord } from '../../../domain/billing/payments/period-payments.ts'

export const end = on('12-20')
export const record = (over: Partial<PaymentRecord>): PaymentRecord => ({
  kind: 'charge',
  state: 'paid',
  payment: 'pi_1',
  invoice: 'in_1',
  invoice_number: 'A-1',
  amount: 14_900,
  period_end: end,
  at: on('11-20'),
  ...over,
})
/** Two payments for one period, and a refund of one. */
export const first = record({})
export const second = record({
  payment: 'pi_2',
  invoice: 'in_2',
  invoice_number: 'A-2',
  amount: 2_399,
  at: on('12-05'),
})
export const refund = (of: string, amount: number, over: Partial<PaymentRecord> = {}) =>
  record({ kind: 'refund', state: 'succeeded', payment: of, amount, at: on('12-06'), ...over })
