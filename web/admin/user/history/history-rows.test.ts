import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { Entry } from '../../../../contract/screens.ts'
import type { PaymentLine } from '../../../billing/invoice-text.ts'
import { historyRows, inOrder, pressed, type HistoryEvent, type HistoryOrder } from './history-rows.ts'

const free = { price: 0, currency: 'usd', recurringInterval: null, recurringIntervalCount: null } as const
const entry = (title: string, createdDate = '2026-11-20T10:00:00.000Z'): Entry => ({
  plan: {
    name: 'x',
    title,
    product: 'analytics',
    type: 'trial',
    durationInDays: 30,
    ...free,
  },
  subscription: {
    id: `${title} ${createdDate}`,
    status: 'active',
    createdDate,
    startDate: null,
    endDate: null,
    renews: false,
    payment: {
      state: 'none',
      nextChargeAt: null,
      nextAmount: null,
      nextDiscount: null,
      nextCredit: null,
      currency: null,
      lastPaidAt: null,
      resumable: false,
      graceUntil: null,
      retryAt: null,
    },
  },
})

const paymentRow = (kind: PaymentLine['kind'], day: string, more: Partial<PaymentLine> = {}): PaymentLine => ({
  kind,
  state: 'paid',
  amount: 149,
  tax: 24,
  currency: 'usd',
  at: `2026-${day}T10:00:00.000Z`,
  periodStart: null,
  periodEnd: null,
  invoiceNumber: null,
  ...more,
})

const event = (type: string, day: string, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  type,
  timestamp: `2026-${day}T10:00:00.000Z`,
  addedBy: 'system',
  data: {},
  ...more,
})

const told = (events: HistoryEvent[]) => historyRows([entry('Trial')], [events]).map(({ words }) => words)

describe('the history', () => {
  it('states every type of event in plain words, with the day it is about [3.10]', () => {
    const endDate = '2026-12-20T00:00:00.000Z'
    const types = [
      ['PENDING_SUBSCRIPTION_CREATED', 'Subscription created, not started yet'],
      ['SUBSCRIPTION_CREATED', 'Subscription created'],
      ['INITIAL_END_DATE_SET', 'End date set to 20 December 2026'],
      ['END_DATE_CHANGED', 'End date changed to 20 December 2026'],
      ['SUBSCRIPTION_ACTIVATED', 'Subscription activated'],
      ['SUBSCRIPTION_MARKED_PENDING', 'Subscription put on hold'],
      ['SUBSCRIPTION_CANCELLED', 'Subscription cancelled'],
      ['SUBSCRIPTION_UNDO_CANCELLATION', 'Cancellation undone'],
      ['STATUS_CHANGED', 'Status changed'],
      ['RENEWAL_STOPPED', 'Renewal stopped'],
      ['RENEWAL_RESUMED', 'Renewal resumed'],
      ['PLAN_CHANGED', 'Plan changed'],
      ['COMMENT_ADDED', 'Comment added'],
    ]
    for (const [type = '', words] of types)
      assert.deepEqual(told([event(type, '11-20', { data: { endDate } })]), [words])
  })

  it('places payments among the events by time, with invoice, period and tax, and refunds with their author and reason', () => {
    const rows = historyRows(
      [entry('Annual')],
      [[event('SUBSCRIPTION_CREATED', '11-20'), event('END_DATE_CHANGED', '12-20')]],
      [
        [
          paymentRow('charge', '11-20', {
            invoiceNumber: 'A-1',
            periodStart: '2026-11-20T10:00:00.000Z',
            periodEnd: '2026-12-20T10:00:00.000Z',
          }),
          paymentRow('refund', '11-25', {
            state: 'pending',
            amount: 12.5,
            tax: null,
            addedBy: 'admin@shop.example',
            comment: 'Late',
          }),
        ],
      ],
    )
    assert.deepEqual(
      rows.map(({ user, words, comment, note }) => [user, words, comment, note.replaceAll(/\s/g, ' ')]),
      [
        ['Billing', 'Payment of US$149.00', '', 'Invoice A-1, 20 Nov – 20 Dec 2026, including US$24.00 tax'],
        ['System', 'Subscription created', '', ''],
        ['admin@shop.example', 'Refund of US$12.50 in progress', 'Late', ''],
        ['System', 'End date changed', '', ''],
      ],
    )
  })

  it('describes any other type as unknown, whatever its name [3.11]', () => {
    for (const type of ['SUBSCRIPTION_SOLD', '', 'constructor', '__proto__', 'subscription_created'])
      assert.deepEqual(told([event(type, '11-20')]), ['Unknown event type'])
  })

  it('describes what the status changed to, using the status before', () => {
    const end = (day: string) => ({ data: { endDate: `2026-${day}T00:00:00.000Z` } })
    const life = [
      event('SUBSCRIPTION_CREATED', '01-01'),
      event('INITIAL_END_DATE_SET', '01-01', end('01-31')),
      event('STATUS_CHANGED', '02-01'),
      event('END_DATE_CHANGED', '02-02', end('03-01')),
      event('STATUS_CHANGED', '02-02'),
      event('SUBSCRIPTION_CANCELLED', '02-03'),
      event('SUBSCRIPTION_UNDO_CANCELLATION', '03-02'),
      event('END_DATE_CHANGED', '03-03', end('04-01')),
      event('STATUS_CHANGED', '03-03'),
      event('SUBSCRIPTION_CANCELLED', '03-04'),
      event('SUBSCRIPTION_UNDO_CANCELLATION', '03-05'),
      event('SUBSCRIPTION_MARKED_PENDING', '03-06'),
      event('STATUS_CHANGED', '03-07'),
    ]
    assert.deepEqual(
      told(life).filter((words) => words.startsWith('Status')),
      ['expired', 'active', 'active', 'expired'].map((status) => `Status changed to ${status}`),
    )
  })

  it('shows a dash for an author who was erased', () => {
    const rows = historyRows([entry('Trial')], [[event('COMMENT_ADDED', '11-20', { addedBy: '' })]])
    assert.deepEqual(
      rows.map(({ user }) => user),
      ['-'],
    )
  })

  it('names the subscription if there are several, and distinguishes those of one plan by their day', () => {
    const created = event('SUBSCRIPTION_CREATED', '11-20')
    const plansOf = (entries: Entry[]) =>
      historyRows(
        entries,
        entries.map(() => [created]),
      ).map(({ plan }) => plan)
    assert.deepEqual(plansOf([entry('Annual')]), [''])
    assert.deepEqual(plansOf([entry('Annual'), entry('Trial')]), ['Annual', 'Trial'])
    assert.deepEqual(plansOf([entry('Annual'), entry('Annual', '2025-11-20T10:00:00.000Z')]), [
      'Annual, created on 20 November 2026',
      'Annual, created on 20 November 2025',
    ])
  })

  it('groups the events of one moment, in their order', () => {
    const events = [event('SUBSCRIPTION_CREATED', '11-20'), event('INITIAL_END_DATE_SET', '11-20')]
    const rows = historyRows([entry('A'), entry('B')], [events, [event('COMMENT_ADDED', '11-19')]])
    assert.deepEqual(
      inOrder(rows, { column: 'date', descending: true }).map(({ words }) => words),
      ['End date set', 'Subscription created', 'Comment added'],
    )
  })

  it('sorts by each of its columns [2.76]', () => {
    const rows = historyRows(
      [entry('A')],
      [
        [
          event('COMMENT_ADDED', '11-02', { addedBy: 'b@x.example', data: { comment: 'z' } }),
          event('COMMENT_ADDED', '11-03', { addedBy: 'a@x.example', data: { comment: 'a' } }),
          event('SUBSCRIPTION_CANCELLED', '11-04', { addedBy: '' }),
        ],
      ],
    )
    const days = (order: HistoryOrder) => inOrder(rows, order).map(({ at }) => at.slice(8, 10))
    assert.deepEqual(days({ column: 'date', descending: false }), ['02', '03', '04'])
    assert.deepEqual(days({ column: 'date', descending: true }), ['04', '03', '02'])
    assert.deepEqual(days({ column: 'user', descending: false }), ['04', '03', '02'])
    assert.deepEqual(days({ column: 'event', descending: false }), ['03', '02', '04'])
    assert.deepEqual(days({ column: 'event', descending: true }), ['04', '02', '03'])
  })

  it('reverses the order by a second press on a header, and begins ascending on another', () => {
    const newestFirst: HistoryOrder = { column: 'date', descending: true }
    const once = pressed(newestFirst, 'date')
    assert.deepEqual(once, { column: 'date', descending: false })
    assert.deepEqual(pressed(once, 'date'), newestFirst)
    assert.deepEqual(pressed(once, 'user'), { column: 'user', descending: false })
  })
})

it('a failed payment has its card, reason and attempt, and a download its system by name', () => {
  const failure = { reason: 'insufficient_funds', card: { brand: 'visa', lastDigits: '0341' }, attempt: 2 }
  const download = { id: 'd', at: '2026-01-02T10:00:00.000Z', kind: 'download', by: null } as const
  const rows = historyRows(
    [entry('Monthly')],
    [[]],
    [[paymentRow('failure', '01-03', { failure, invoiceNumber: 'A-0001' })]],
    [{ ...download, download: { product: 'Analytics', system: 'linux' } }],
  )
  assert.deepEqual(
    rows.map(({ words, note }) => [words, note.replace(/, including.*/, '')]),
    [
      ['Analytics downloaded for Linux', ''],
      ['Payment of US$149.00 failed', 'Visa ending in 0341, insufficient funds, attempt 2; Invoice A-0001'],
    ],
  )
})
