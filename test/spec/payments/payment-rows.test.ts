import assert from 'node:assert/strict'
import { test } from 'vitest'
import { idOf } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { cards, loseMessages } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  givenAPayer,
  payOpenInvoice,
  provider,
  rowOf,
  simulate,
  switchPlan,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

type Invoice = {
  number: string | null
  date: string
  periodStart: string | null
  periodEnd: string | null
  total: number
  tax: number
  refunded: number
  currency: string
  state: string
  url: string | null
  pdfUrl: string | null
}
type Row = { kind: string; state: string; amount: number; currency: string; at: string; periodEnd: string | null }

async function read<T>(visitor: TestVisitor, path: string): Promise<T> {
  const answer = await visitor.get(path)
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as T
}

/** Asserts that an owner and an administrator see the same invoices, and returns them. */
async function invoices(shop: TestShop, payer: Payer): Promise<Invoice[]> {
  await signIn(payer.visitor, payer.email)
  const own = await read<Invoice[]>(payer.visitor, '/api/v1/account/invoices')
  const id = await idOf(shop, payer.email)
  assert.deepEqual(await read(await givenAnAdministrator(shop), `/api/v1/subscribers/${id}/invoices`), own)
  return own
}

async function rows(payer: Payer): Promise<string[]> {
  await signIn(payer.visitor, payer.email)
  const own = await read<Row[]>(payer.visitor, `/api/v1/subscriptions/payments/${payer.id}`)
  return own.map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)
}

test('the invoices include open and voided ones, also those of an earlier subscription, but no drafts', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-20T12:30:00Z')
    assert.equal((await invoices(shop, payer)).length, 1)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual(
      (await invoices(shop, payer)).map(({ state }) => state),
      ['open', 'paid'],
    )
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    await shop.catchUp()
    assert.deepEqual(
      (await invoices(shop, payer)).map(({ state }) => state),
      ['void', 'paid'],
    )
  }))

test('charges, failures, credits, refunds and disputes are rows of the payments table, each once', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await shop.catchUp()
    assert.deepEqual(await rows(payer), ['charge paid 1188'])
    await switchPlan(payer, 'analytics-monthly')
    await shop.catchUp()
    const credited = await rows(payer)
    assert.equal(credited.length, 2)
    assert.match(credited[1] ?? '', /^credit given 1039/)
    const { data } = await provider().charges.list({ limit: 1 })
    await simulate('dispute', { charge: data[0]?.id ?? '' })
    await shop.catchUp()
    // Within the same second, the credit and the dispute have no order.
    assert.ok((await rows(payer)).includes('dispute open 1188'))
    const { data: disputes } = await provider().disputes.list()
    await simulate('close-dispute', { dispute: disputes[0]?.id ?? '', outcome: 'won' })
    await shop.catchUp()
    const decided = await rows(payer)
    assert.deepEqual([decided.length, decided.includes('dispute won 1188')], [3, true])
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual((await rows(payer)).slice(3), ['credit used 149'])
  }))

test('each failed attempt of a renewal is a row, and its payment another one', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await shop.advanceTo('2026-12-23T13:30:00Z')
    assert.deepEqual(await rows(payer), ['charge paid 149', 'failure failed 149', 'failure failed 149'])
    await payOpenInvoice(shop, payer, cards.pays)
    await shop.catchUp()
    assert.deepEqual((await rows(payer)).slice(-1), ['charge paid 149'])
    await shop.advanceTo('2026-12-26T13:30:00Z')
    assert.equal((await rows(payer)).length, 4, 'the daily sweep adds nothing')
  }))

test('a refund whose message is lost is a row after the daily sweep', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    await loseMessages(shop)
    await provider().refunds.create({ payment_intent: (await rowOf(shop, payer)).payment, amount: 900 })
    await shop.advanceTo('2026-11-22T12:00:00Z')
    assert.deepEqual(await rows(payer), ['charge paid 149', 'refund succeeded 9'])
  }))
