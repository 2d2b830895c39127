import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Invoice, PaymentLine } from '../../billing/invoice-text.ts'
import { shownFailure } from './shown-failure.ts'

const attempt = (invoiceNumber: string, day: string, kind: PaymentLine['kind'] = 'failure'): PaymentLine => ({
  kind,
  state: 'failed',
  amount: 149,
  tax: 0,
  currency: 'usd',
  at: `2026-12-${day}T10:00:00.000Z`,
  periodStart: null,
  periodEnd: null,
  invoiceNumber,
})
const invoice = (number: string, state: string): Invoice => ({
  number,
  date: '2026-12-01T10:00:00.000Z',
  periodStart: null,
  periodEnd: null,
  total: 149,
  tax: 0,
  refunded: 0,
  currency: 'usd',
  card: null,
  state,
  url: `https://pay.example/${number}`,
  pdfUrl: null,
})
const found = (payments: PaymentLine[], invoices?: Invoice[]) => {
  const shown = shownFailure(payments, invoices)
  return shown && [shown.failure.at.slice(8, 10), shown.payUrl]
}

test('the failure of the open invoice is shown with that invoice’s page, even if another one failed later', () => {
  const payments = [attempt('A-1', '02'), attempt('A-1', '05'), attempt('A-2', '09'), attempt('A-1', '10', 'charge')]
  assert.deepEqual(found(payments, [invoice('A-2', 'void'), invoice('A-1', 'open')]), ['05', 'https://pay.example/A-1'])
  assert.deepEqual(found(payments, [invoice('A-2', 'open'), invoice('A-1', 'open')]), ['09', 'https://pay.example/A-2'])
})

test('no failure is shown once no failed invoice is open', () => {
  assert.equal(found([attempt('A-1', '02')], [invoice('A-1', 'paid'), invoice('B-7', 'open')]), undefined)
  assert.equal(found([], [invoice('A-1', 'open')]), undefined)
})

test('the newest failure is shown without a link if the invoices are missing', () => {
  assert.deepEqual(found([attempt('A-1', '02'), attempt('A-2', '09')]), ['09', null])
})
