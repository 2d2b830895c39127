import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { cards, givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, signIn } from '../../support/given.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import { givenAPayer, overThere, payOpenInvoice, simulate, withShop } from '../../support/billing/paying.ts'

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
  card: { brand: string; lastDigits: string } | null
}
type Payment = {
  kind: string
  state: string
  amount: number
  tax: number | null
  currency: string
  at: string
  invoiceNumber: string | null
  addedBy?: string
  comment?: string
  failure?: object | null
}

const cluster = await useCluster()
const own = '/api/v1/account/invoices'

test('invoices are listed newest first with period, total, refunded amount and links, open and voided ones too, the same for owner and administrator', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const overdue = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    const other = await givenAPayer(shop, 'analytics-weekly')
    const trial = await givenATrialUser(shop)
    await shop.advanceTo('2026-12-20T12:30:00Z')
    await signIn(payer.visitor, payer.email)
    assert.equal((await read<Invoice[]>(payer.visitor, own)).length, 1, 'no draft')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const administrator = await givenAnAdministrator(shop)
    const body = { amount: 49.5, comment: 'An outage.' }
    assert.equal((await act(administrator, `/api/v1/subscriptions/refund/${payer.id}`, body)).status, 200)
    await settled(shop)
    await signIn(payer.visitor, payer.email)
    const invoices = await read<Invoice[]>(payer.visitor, own)
    assert.deepEqual(
      invoices.map(({ date, periodStart, periodEnd, total, tax, refunded, currency, state }) => [
        [date, periodStart, periodEnd].map((moment) => moment?.slice(0, 10)),
        [total, tax, refunded, currency, state],
      ]),
      [
        [
          ['2026-12-20', '2026-12-20', '2027-01-20'],
          [149, 0, 49.5, 'usd', 'paid'],
        ],
        [
          ['2026-11-20', '2026-11-20', '2026-12-20'],
          [149, 0, 0, 'usd', 'paid'],
        ],
      ],
    )
    for (const { number, url, pdfUrl, card } of invoices) {
      assert.ok(number)
      assert.deepEqual(card, { brand: 'visa', lastDigits: '4242' })
      for (const address of [url, pdfUrl])
        assert.equal((await fetch(address ?? '')).status, 200, `${address} can be opened`)
    }
    const subscriber = await idOf(shop, payer.email)
    assert.deepEqual(await read(administrator, `/api/v1/subscribers/${subscriber}/invoices`), invoices)

    await signIn(overdue.visitor, overdue.email)
    const [open] = await read<Invoice[]>(overdue.visitor, own)
    assert.deepEqual([open?.state, open?.total, open?.refunded, open?.card], ['open', 149, 0, null])
    assert.equal((await overdue.visitor.post(`/api/v1/subscriptions/stop-renewal/${overdue.id}`)).status, 200)
    await shop.catchUp()
    const states = (await read<Invoice[]>(overdue.visitor, own)).map(({ state }) => state)
    assert.deepEqual(states, ['void', 'paid'])

    await signIn(other.visitor, other.email)
    const foreign = await read<Invoice[]>(other.visitor, own)
    assert.equal(foreign.length, 5)
    assert.ok(foreign.every(({ total, number }) => total === 49 && !invoices.some((one) => one.number === number)))
    assert.equal((await other.visitor.get(`/api/v1/subscribers/${subscriber}/invoices`)).status, 403)
    assert.equal((await shop.visitor().get(own)).status, 401)
    await signIn(trial.visitor, trial.email)
    assert.deepEqual(await read(trial.visitor, own), [], 'who has bought nothing has no invoices')
    for (const id of [crypto.randomUUID(), 'nothing'])
      assert.equal((await administrator.get(`/api/v1/subscribers/${id}/invoices`)).status, 404, id)
  }))

test('a subscription’s payments list charges, each failed attempt and refunds, oldest first, with reason and author for administrators only', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    const other = await givenAPayer(shop, 'analytics-monthly')
    await settled(shop)
    const administrator = await givenAnAdministrator(shop)
    const body = { amount: 10, comment: 'An outage.' }
    assert.equal((await act(administrator, `/api/v1/subscriptions/refund/${payer.id}`, body)).status, 200)
    await settled(shop)
    await simulate('free-month', { subscription: (await overThere(shop, other)).id })
    await shop.advanceTo('2026-12-20T13:30:00Z')
    await shop.advanceTo('2026-12-23T13:30:00Z')
    await payOpenInvoice(shop, payer, cards.pays)
    await shop.advanceTo('2026-12-26T13:30:00Z')
    const path = `/api/v1/subscriptions/payments/${payer.id}`
    const asAdmin = await read<Payment[]>(await givenAnAdministrator(shop), path)
    assert.deepEqual(
      asAdmin.map(({ kind, state, amount, currency, at }) => [kind, state, amount, currency, at.slice(0, 10)]),
      [
        ['charge', 'paid', 149, 'usd', '2026-11-20'],
        ['refund', 'succeeded', 10, 'usd', '2026-11-20'],
        ['failure', 'failed', 149, 'usd', '2026-12-20'],
        ['failure', 'failed', 149, 'usd', '2026-12-23'],
        ['charge', 'paid', 149, 'usd', '2026-12-23'],
      ],
    )
    assert.deepEqual([asAdmin[1]?.addedBy, asAdmin[1]?.comment], ['admin@shop.example', 'An outage.'])
    assert.ok(asAdmin.every(({ invoiceNumber }) => invoiceNumber))
    await signIn(payer.visitor, payer.email)
    const seen = await read<Payment[]>(payer.visitor, path)
    assert.deepEqual(
      seen,
      asAdmin.map(({ addedBy: _by, comment: _why, failure: _reason, ...rest }) => rest),
    )
    await signIn(other.visitor, other.email)
    assert.equal((await other.visitor.get(path)).status, 404)
    assert.equal((await shop.visitor().get(path)).status, 401)
  }))

test('tax is part of the total and named beside it, and the next charge has it too', async () => {
  const world = await givenAProvider(cluster)
  const shop = await givenAShop({ ...world.environment, STRIPE_AUTOMATIC_TAX: 'on' }, cluster)
  world.reportTo(shop.url)
  const buyer = await givenASubscriber(shop)
  await settled(shop)
  const [invoice] = await read<Invoice[]>(buyer.visitor, own)
  assert.deepEqual([invoice?.total, invoice?.tax], [178.8, 29.8], '20 % in Great Britain')
  const [charge] = await read<Payment[]>(buyer.visitor, `/api/v1/subscriptions/payments/${buyer.id}`)
  assert.deepEqual([charge?.amount, charge?.tax], [178.8, 29.8])
  const { payment } = await read<{ payment: object }>(buyer.visitor, `/api/v1/subscriptions/${buyer.id}`)
  assert.equal('nextAmount' in payment && payment.nextAmount, 178.8)
  await shop.stop()
})

test('invoices return 503 while the provider is unreachable or returns errors, and a deleted customer has none', async () => {
  const world = await givenAProvider(cluster)
  const shop = await givenAShop(world.environment, cluster)
  world.reportTo(shop.url)
  const buyer = await givenASubscriber(shop)
  await settled(shop)
  const administrator = await givenAnAdministrator(shop)
  const asAdmin = `/api/v1/subscribers/${await idOf(shop, buyer.email)}/invoices`
  for (const fault of ['cut', 403] as const) {
    world.faults.answer = () => fault
    for (const [who, path] of [
      [buyer.visitor, own],
      [administrator, asAdmin],
    ] as const) {
      const answer = await who.get(path)
      const { message } = (await answer.json()) as { message: string }
      assert.deepEqual([answer.status, message], [503, errorMessages.PAYMENTS_UNAVAILABLE], `${fault} ${path}`)
    }
  }
  delete world.faults.answer
  assert.equal((await read<Invoice[]>(buyer.visitor, own)).length, 1)
  await shop.sql(`update subscribers set payment_customer = 'cus_gone' where email = $1`, [buyer.email])
  assert.deepEqual(await read(buyer.visitor, own), [])
  await shop.stop()
})
