import assert from 'node:assert/strict'
import pg from 'pg'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { cards, givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenATrialUser, signIn } from '../../support/given.ts'
import { withFaults } from '../../support/servers/given-provider.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { givenAPayer, issuesOf, payOpenInvoice, simulate, withShop } from '../../support/billing/paying.ts'

type Invoice = Output<'GET /api/v1/account/invoices'>[number]
type Payment = Output<'GET /api/v1/subscriptions/payments/{id}'>[number]

const cluster = await useCluster()
const own = '/api/v1/account/invoices'

test('owner and administrator see the same invoices, newest first, also open ones, and the payments, oldest first; reason and author of a refund are for administrators only', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    const other = await givenAPayer(shop, 'analytics-weekly')
    const trial = await givenATrialUser(shop)
    await settled(shop)
    const body = { amount: 49.5, comment: 'An outage.' }
    const refunded = await act(await givenAnAdministrator(shop), `/api/v1/subscriptions/refund/${payer.id}`, body)
    assert.equal(refunded.status, 200)
    await shop.advanceTo('2026-12-20T12:30:00Z')
    await signIn(payer.visitor, payer.email)
    assert.equal((await read<Invoice[]>(payer.visitor, own)).length, 1, 'no draft')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await signIn(payer.visitor, payer.email)
    const invoices = await read<Invoice[]>(payer.visitor, own)
    const day = (moment: string | null) => moment?.slice(0, 10)
    assert.deepEqual(
      invoices.map((one) => [
        day(one.date),
        day(one.periodStart),
        day(one.periodEnd),
        one.total,
        one.refunded,
        one.state,
      ]),
      [
        ['2026-12-20', '2026-12-20', '2027-01-20', 149, 0, 'open'],
        ['2026-11-20', '2026-11-20', '2026-12-20', 149, 49.5, 'paid'],
      ],
    )
    assert.deepEqual(
      invoices.map(({ card }) => card),
      [null, { brand: 'visa', lastDigits: '0341' }],
    )
    for (const address of invoices.flatMap(({ url, pdfUrl }) => [url, pdfUrl]))
      assert.equal((await fetch(address ?? '')).status, 200, `${address} can be opened`)

    await shop.advanceTo('2026-12-23T13:30:00Z')
    await payOpenInvoice(shop, payer, cards.pays)
    await settled(shop)
    const administrator = await givenAnAdministrator(shop)
    const path = `/api/v1/subscriptions/payments/${payer.id}`
    const payments = await read<Payment[]>(administrator, path)
    assert.deepEqual(
      payments.map(({ kind, state, amount, at }) => [kind, state, amount, day(at)]),
      [
        ['charge', 'paid', 149, '2026-11-20'],
        ['refund', 'succeeded', 49.5, '2026-11-20'],
        ['failure', 'failed', 149, '2026-12-20'],
        ['failure', 'failed', 149, '2026-12-23'],
        ['charge', 'paid', 149, '2026-12-23'],
      ],
    )
    assert.deepEqual([payments[1]?.addedBy, payments[1]?.comment], ['admin@shop.example', 'An outage.'])
    assert.ok(payments.every(({ invoiceNumber }) => invoiceNumber))

    const ofPayer = `/api/v1/subscribers/${await idOf(shop, payer.email)}/invoices`
    await signIn(payer.visitor, payer.email)
    assert.deepEqual(await read(administrator, ofPayer), await read(payer.visitor, own))
    const shared = payments.map(({ addedBy: _by, comment: _why, failure: _reason, ...rest }) => rest)
    assert.deepEqual(await read(payer.visitor, path), shared)
    await signIn(other.visitor, other.email)
    const foreign = await read<Invoice[]>(other.visitor, own)
    assert.deepEqual([foreign.length, foreign.every(({ total }) => total === 49)], [5, true])
    for (const [where, status] of [
      [ofPayer, 403],
      [path, 404],
    ] as const)
      assert.equal((await other.visitor.get(where)).status, status, where)
    await signIn(trial.visitor, trial.email)
    assert.deepEqual(await read(trial.visitor, own), [], 'who has bought nothing has no invoices')
  }))

test('tax is part of an invoice’s total, of the payment and of the next charge; invoices return 503 while the provider fails, and a deleted customer has none', () =>
  withFaults(
    cluster,
    async (shop, world) => {
      const { visitor, email, id } = await givenASubscriber(shop)
      await settled(shop)
      const [invoice] = await read<Invoice[]>(visitor, own)
      assert.deepEqual([invoice?.total, invoice?.tax], [178.8, 29.8], '20 % in Great Britain')
      const [charge] = await read<Payment[]>(visitor, `/api/v1/subscriptions/payments/${id}`)
      assert.deepEqual([charge?.amount, charge?.tax], [178.8, 29.8])
      const { payment } = await read<Output<'GET /api/v1/subscriptions/{id}'>>(visitor, `/api/v1/subscriptions/${id}`)
      assert.equal(payment.nextAmount, 178.8)
      const administrator = await givenAnAdministrator(shop)
      for (const fault of ['cut', 403] as const) {
        world.faults.answer = () => fault
        for (const answer of [
          await visitor.get(own),
          await administrator.get(`/api/v1/subscribers/${await idOf(shop, email)}/invoices`),
        ]) {
          const { message } = (await answer.json()) as { message: string }
          assert.deepEqual([answer.status, message], [503, errorMessages.PAYMENTS_UNAVAILABLE], String(fault))
        }
      }
      delete world.faults.answer
      assert.equal((await read<Invoice[]>(visitor, own)).length, 1)
      const gone = { status: 404, code: 'resource_missing', message: 'No such customer: cus_1' }
      world.faults.refusal = ({ path }) => (path.startsWith('/v1/invoices') ? gone : undefined)
      assert.deepEqual(await read(visitor, own), [])
    },
    { environment: { STRIPE_AUTOMATIC_TAX: 'on' } },
  ))

test('a renewal that Stripe charges without tax, because it cannot locate the customer, opens an issue until tax is on again', () =>
  withFaults(
    cluster,
    async (shop, { stripe }) => {
      const { id } = await givenASubscriber(shop)
      const recognise = (locationsRecognised: boolean) =>
        stripe.rawRequest('POST', '/v1/sandbox/settings', { locationsRecognised })
      const open = async () => (await issuesOf(shop)).map(({ kind, subscription }) => [kind, subscription?.id])
      await shop.catchUp()
      assert.deepEqual(await open(), [])
      await recognise(false)
      await shop.advanceTo('2026-12-20T14:00:00Z')
      const { data } = await stripe.invoices.list({ limit: 1 })
      assert.deepEqual([data[0]?.status, data[0]?.total], ['paid', 14_900])
      assert.deepEqual(await open(), [['tax-stopped', id]])
      await shop.advanceTo('2026-12-22T12:00:00Z')
      assert.deepEqual(await open(), [['tax-stopped', id]])
      await recognise(true)
      const [subscription] = (await stripe.subscriptions.list({ limit: 1 })).data
      await stripe.subscriptions.update(subscription?.id ?? '', { automatic_tax: { enabled: true } })
      await shop.catchUp()
      assert.deepEqual(await open(), [])
      await shop.advanceTo('2027-01-20T14:00:00Z')
      assert.equal((await stripe.invoices.list({ limit: 1 })).data[0]?.total, 17_880)
    },
    { environment: { STRIPE_AUTOMATIC_TAX: 'on' } },
  ))

test('a late response that a customer is unknown leaves the customer that another purchase has created meanwhile', () =>
  withFaults(cluster, async (shop, world) => {
    const { visitor, email } = await givenASubscriber(shop)
    await settled(shop)
    const customer = async () => {
      const rows = await shop.sql<{ id: string }>('select payment_customer as id from subscribers where email = $1', [
        email,
      ])
      return rows[0]?.id
    }
    const purchase = new pg.Client(shop.databaseUrl)
    await purchase.connect()
    await purchase.query('begin')
    await purchase.query("update subscribers set payment_customer = 'cus_new' where email = $1", [email])
    let committed: Promise<unknown> | undefined
    world.faults.refusal = ({ path }) => {
      if (!path.startsWith('/v1/billing_portal')) return undefined
      committed ??= purchase.query('commit')
      return { status: 404, code: 'resource_missing', message: 'No such customer: cus_1' }
    }
    const answer = await visitor.post('/api/v1/plans/analytics-monthly/download', {})
    assert.equal(answer.status, 503)
    await committed
    await purchase.end()
    assert.equal(await customer(), 'cus_new')
    assert.equal((await visitor.post('/api/v1/plans/analytics-monthly/download', {})).status, 503)
    assert.equal(await customer(), null, 'one that is unknown itself is removed')
  }))

test('what a lost dispute took is shown as returned', () =>
  withShop(cluster, '2026-12-18T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const dispute = await disputePayment(shop, payer)
    const refunded = async () => (await read<Invoice[]>(payer.visitor, own)).map((one) => one.refunded)
    assert.deepEqual(await refunded(), [0])
    await simulate('close-dispute', { dispute, outcome: 'lost' })
    await shop.catchUp()
    assert.deepEqual(await refunded(), [149])
  }))
