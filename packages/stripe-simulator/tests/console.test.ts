import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import { aSandbox, aSubscription, cards, idOf, submit, until, type Setup } from './given-simulator.ts'

const indexOf = ({ publicUrl }: Setup) => `${publicUrl}/sandbox/payment`

/** Submits the form of a page that has these fields. */
async function press(page: string, act: string, fields: Record<string, string> = {}): Promise<Response> {
  const shown = await fetch(page)
  const body = await shown.text()
  const forms = [...body.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, to = '', inside = '']) => ({
      to,
      hidden: Object.fromEntries(
        [...inside.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
          name,
          value,
        ]),
      ) as Record<string, string>,
    }),
  )
  const form = forms.find(
    ({ to, hidden }) =>
      to.endsWith(`/act/${act}`) && Object.entries(fields).every(([name, value]) => hidden[name] === value),
  )
  assert.ok(form, `no form ${act} in ${body}`)
  return fetch(new URL(form.to, page), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: shown.headers.get('set-cookie')!.split(';')[0]! },
    body: new URLSearchParams(form.hidden),
  })
}

test('the index lists every test card with what it does, the settings and the customers', async (t) => {
  const setup = await aSandbox(t)
  const { customer } = await aSubscription(setup)
  const body = await (await fetch(indexOf(setup))).text()
  for (const words of [
    '4000 0027 6000 3184',
    'asks for 3-D Secure',
    'AT61 1904 3002 3457 3201',
    'Ann Ames',
    customer.id,
  ])
    assert.ok(body.includes(words), words)
})

test('a setting saved on the page applies, also after a restart; an invalid one is refused', async (t) => {
  const setup = await aSandbox(t)
  const sent = await submit(indexOf(setup), /\/act\/settings$/, { retryDays: '3, 5, 5', portalSaved: 'false' })
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/sandbox/payment?done'])
  await setup.restart()
  const body = await (await fetch(indexOf(setup))).text()
  assert.match(body, /value="3, 5, 5"/)
  assert.equal((await setup.stripe.billingPortal.configurations.list()).data.length, 0)
  const wrong = await submit(indexOf(setup), /\/act\/settings$/, { retryDays: 'soon' })
  assert.equal(wrong.status, 422)
  assert.match(await wrong.text(), /Write whole days/)
})

test('a setting sent to the API changes only that setting', async (t) => {
  const setup = await aSandbox(t, { settings: { afterRetries: 'past_due' } })
  const settings = await setup.stripe.rawRequest('POST', '/v1/sandbox/settings', { draftSeconds: 0 })
  assert.deepEqual(
    [(settings as { draftSeconds?: number }).draftSeconds, (settings as { afterRetries?: string }).afterRetries],
    [0, 'past_due'],
  )
  const { id } = await aSubscription(setup)
  await until(setup, '2026-12-20T10:00:00Z')
  assert.equal((await setup.stripe.invoices.list({ subscription: id })).data[0]?.status, 'paid')
})

test('the customer page gives a free month, a coupon, days to pay, and pauses', async (t) => {
  const setup = await aSandbox(t)
  const { id, customer } = await aSubscription(setup)
  const page = `${indexOf(setup)}/customer/${customer.id}`
  assert.equal((await press(page, 'free-month')).status, 303)
  const free = await setup.stripe.subscriptions.retrieve(id)
  assert.deepEqual(
    [free.status, free.items.data[0]?.current_period_end],
    ['trialing', Date.parse('2027-01-20T10:00:00Z') / 1000],
  )
  await press(page, 'discount', { percent_off: '100' })
  await press(page, 'discount', { percent_off: '50' })
  await press(page, 'net-terms', { days: '30' })
  await press(page, 'pause-collection')
  const changed = await setup.stripe.subscriptions.retrieve(id, { expand: ['customer'] })
  assert.deepEqual(
    [changed.discounts.length, changed.collection_method, changed.pause_collection?.behavior],
    [1, 'send_invoice', 'void'],
  )
  assert.ok((changed.customer as Stripe.Customer).discount)
})

test('the customer page disputes a payment, wins, loses and refunds it', async (t) => {
  const setup = await aSandbox(t)
  const { customer } = await aSubscription(setup)
  const page = `${indexOf(setup)}/customer/${customer.id}`
  await press(page, 'dispute')
  await press(page, 'close-dispute', { outcome: 'won' })
  await press(page, 'refund')
  const [charge] = (await setup.stripe.charges.list()).data
  assert.deepEqual([charge?.disputed, charge?.refunded], [true, true])
  assert.equal((await setup.stripe.disputes.list()).data[0]?.status, 'won')
  await aSubscription(setup, cards.disputed)
  const [open] = (await setup.stripe.disputes.list()).data
  const lost = await setup.stripe.disputes.update(open!.id, { evidence: { uncategorized_text: 'losing_evidence' } })
  assert.equal(lost.status, 'lost')
  await setup.sandbox.tick()
  const types = new Set<string>(setup.delivered.map(({ type }) => type))
  for (const type of ['charge.dispute.closed', 'charge.dispute.funds_reinstated']) assert.ok(types.has(type), type)
})

test('the page finalises a draft, voids an open invoice and answers a bank debit', async (t) => {
  const setup = await aSandbox(t, { settings: { nextPayment: 'processing' } })
  const { id, customer } = await aSubscription(setup)
  const page = `${indexOf(setup)}/customer/${customer.id}`
  await until(setup, '2026-12-20T10:10:00Z')
  await press(page, 'finalise')
  await setup.sandbox.tick()
  const refused = await press(page, 'void')
  assert.match(await refused.text(), /payment that is processing/)
  await press(page, 'debit', { outcome: 'failed' })
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'past_due')
  await press(page, 'void')
  const { status, latest_invoice: latest } = await setup.stripe.subscriptions.retrieve(id)
  assert.deepEqual([status, (await setup.stripe.invoices.retrieve(idOf(latest))).status], ['active', 'void'])
})

test('a form of these pages sent by another site changes nothing', async (t) => {
  const setup = await aSandbox(t)
  const sent = await fetch(`${indexOf(setup)}/act/settings`, {
    method: 'POST',
    body: new URLSearchParams({ portalSaved: 'false', token: 'x' }),
  })
  assert.equal(sent.status, 403)
  assert.equal((await setup.stripe.billingPortal.configurations.list()).data.length, 1)
})
