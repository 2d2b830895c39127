import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { act, givenATrial, type AdminRow } from '../../support/admin/admin-calls.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { cards, settled, type Owned } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  givenAPayer,
  inPortal,
  overThere,
  portalOf,
  provider,
  replayGivesTheState,
  simulate,
} from '../../support/billing/paying.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

type ShownPayment = Owned['subscription']['payment']
type Row = AdminRow & { payment: ShownPayment }
type Holder = { visitor: TestVisitor; email: string; id: string }

const shop: TestShop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, await useCluster())
const bankDebit = 'AT611904300234573201'
const asksEachTime = '4000 0027 6000 3184'

/** Returns what its owner sees of a subscription, on its own and among all of theirs; the two must agree. */
async function seenByOwner({ visitor, email, id }: Holder): Promise<ShownPayment> {
  await signIn(visitor, email)
  const one = await read<Row>(visitor, `/api/v1/subscriptions/${id}`)
  const { subscriptions } = await read<{ subscriptions: { subscription: Row }[] }>(
    visitor,
    '/api/v1/subscriptions/user',
  )
  const among = subscriptions.find(({ subscription }) => subscription.id === id)
  assert.deepEqual(among?.subscription.payment, one.payment)
  return one.payment
}

/**
 * Returns what an administrator sees of it: on its own, in the list, among its owner's, and in the response to an act; all
 * must agree.
 */
async function seenByAdministrator(administrator: TestVisitor, { email, id }: Holder): Promise<ShownPayment> {
  const one = await read<Row>(administrator, `/api/v1/subscriptions/${id}`)
  const list = await read<Row[]>(administrator, `/api/v1/subscriptions?search=${encodeURIComponent(email)}`)
  assert.deepEqual(list.find((row) => row.id === id)?.payment, one.payment)
  const { subscriptions } = await read<{ subscriptions: { subscription: Row }[] }>(
    administrator,
    `/api/v1/subscriptions/user?id=${one.subscriber.id}`,
  )
  const among = subscriptions.find(({ subscription }) => subscription.id === id)
  assert.equal(among?.subscription.payment.refundable, one.payment.refundable)
  const answer = await act<Row>(administrator, `comment/${id}`, { comment: 'Called.' })
  assert.deepEqual(answer.payment, one.payment)
  return one.payment
}

const paysBy = async (payer: Parameters<typeof portalOf>[0], card: string) =>
  inPortal(payer.visitor, await portalOf(payer), /\/card$/, { ...aCard(card), bank: 'complete' })
const aPayer = (card = cards.pays) => givenAPayer(shop, 'analytics-monthly', card)

const [paid, pastDue, asked, processing] = [
  await aPayer(),
  await aPayer(cards.failsLater),
  await aPayer(),
  await aPayer(),
]
const [disputed, stopped, returned, trial] = [await aPayer(), await aPayer(), await aPayer(), await givenATrial(shop)]
const nothing = { nextChargeAt: null, nextAmount: null, nextDiscount: null, nextCredit: null, graceUntil: null, retryAt: null } // prettier-ignore

test('a purchase is paid, with the next charge after discount and credit; a trial has none, nor one that is stopped, disputed or refunded', async () => {
  await paysBy(asked, asksEachTime)
  await paysBy(processing, bankDebit)
  await signIn(stopped.visitor, stopped.email)
  assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
  await act(await givenAnAdministrator(shop), `refund/${returned.id}`, { comment: 'Asked by phone.' })
  await disputePayment(shop, disputed)
  await settled(shop)
  const administrator = await givenAnAdministrator(shop)
  const { nextChargeAt, lastPaidAt, ...first } = await seenByOwner(paid)
  assert.deepEqual([nextChargeAt?.slice(0, 10), lastPaidAt?.slice(0, 10)], ['2026-12-20', '2026-11-20'])
  const { nextChargeAt: _none, ...without } = nothing
  const amounts = { nextAmount: 149, nextDiscount: 0, nextCredit: 0 }
  assert.deepEqual(first, { ...without, ...amounts, state: 'paid', resumable: true, currency: 'usd', payUrl: null })
  for (const [holder, state, currency, refundable, resumable] of [
    [trial, 'none', null, false, false],
    [returned, 'ended', 'usd', false, false],
    [stopped, 'paid', 'usd', true, true],
    [disputed, 'disputed', 'usd', false, false],
  ] as const) {
    const { lastPaidAt: last, ...seen } = await seenByOwner(holder)
    assert.deepEqual(seen, { ...nothing, state, resumable, currency, payUrl: null })
    assert.equal(last === null, state === 'none')
    const { providerUrl, ...asAdmin } = await seenByAdministrator(administrator, holder)
    assert.deepEqual(asAdmin, { ...nothing, state, resumable, currency, lastPaidAt: last, refundable })
    assert.equal(providerUrl === null, state === 'none')
  }

  const { id: subscription, customer } = await overThere(shop, paid)
  await simulate('discount', { subscription, percent_off: 50, duration: 'once' })
  await provider().rawRequest('POST', `/v1/customers/${customer as string}`, { balance: -1_050 })
  await shop.catchUp()
  const { nextAmount, nextDiscount, nextCredit } = await seenByOwner(paid)
  assert.deepEqual([nextAmount, nextDiscount, nextCredit], [64, 74.5, 10.5])
})

test('a renewal that is charged, fails, waits for the customer’s bank or is being processed is shown as such', async () => {
  await shop.advanceTo('2026-12-20T13:45:00Z')
  const administrator = await givenAnAdministrator(shop)
  for (const [holder, state] of [
    [paid, 'paid'],
    [pastDue, 'past_due'],
    [asked, 'action_required'],
    [processing, 'processing'],
    [disputed, 'disputed'],
    [stopped, 'ended'],
  ] as const) {
    const { payUrl, owed, ...shared } = await seenByOwner(holder)
    const { providerUrl: _link, refundable, ...asAdmin } = await seenByAdministrator(administrator, holder)
    assert.equal(shared.state, state)
    assert.deepEqual(shared, asAdmin, state)
    assert.equal(owed !== undefined, state === 'processing', state)
    assert.equal(refundable, holder !== disputed, state)
    const overdue = state === 'past_due' || state === 'action_required'
    assert.equal(shared.graceUntil, overdue ? '2027-01-03T00:00:00.000Z' : null, state)
    assert.equal(payUrl?.includes('/sandbox/payment/invoice/in_') ?? false, overdue, state)
  }
  const renewed = await seenByOwner(paid)
  assert.equal(renewed.lastPaidAt?.slice(0, 10), '2026-12-20')
  assert.equal(renewed.nextAmount, 149, 'the discount was for one charge, and the credit is used up')
  const { retryAt, lastPaidAt } = await seenByOwner(pastDue)
  assert.deepEqual([retryAt?.slice(0, 10), lastPaidAt?.slice(0, 10)], ['2026-12-23', '2026-11-20'])
})

test('an owner who works in the admin area sees the payment as other owners do', async () => {
  for (const holder of [pastDue, processing]) {
    const { payUrl, owed } = await seenByOwner(holder)
    assert.ok(payUrl || owed)
    const roleIs = (role: string | null) =>
      shop.sql('update identity_accounts set role = $2 where email = $1', [holder.email, role])
    await roleIs('SUBSCRIPTION_SUPPORT')
    const seen = await seenByOwner(holder)
    assert.deepEqual([seen.payUrl, seen.owed], [payUrl, owed])
    await roleIs(null)
  }
})

test('the filter past_due contains people who are overdue or must confirm, in the list, its counts and the export', async () => {
  const administrator = await givenAnAdministrator(shop)
  const path = '/api/v1/subscriptions'
  const emails = [pastDue.email, asked.email].toSorted()
  const list = await read<Row[]>(administrator, `${path}?filters=past_due`)
  assert.deepEqual(list.map(({ subscriber }) => subscriber.email).toSorted(), emails)
  const countOf = (query: string) => read<object>(administrator, `${path}/count?${query}`)
  assert.deepEqual(await countOf('filters=past_due'), { count: 2, exact: true })
  assert.deepEqual(await countOf('filters=past_due,trial'), { count: 0, exact: true })
  const one = `search=${encodeURIComponent(asked.email)}`
  assert.deepEqual(await countOf(`filters=past_due&${one}`), { count: 1, exact: true })
  for (const [query, expected] of [
    ['filters=past_due,expired', 2],
    [one, 1],
  ] as const) {
    const { counts } = await read<{ counts: { type: string; status: string; pastDue: number }[] }>(
      administrator,
      `${path}/facets?include=subscribers&${query}`,
    )
    const overdue = counts.filter(({ pastDue: count }) => count > 0)
    assert.deepEqual(
      overdue.map(({ type, status, pastDue: count }) => [type, status, count]),
      [['subscription', 'active', expected]],
    )
  }
  const file = await (await administrator.get('/api/v1/export/csv?filters=past_due')).text()
  const lines = file.split('\r\n').slice(1, -1)
  assert.deepEqual(lines.map((line) => line.split(',')[1] ?? '').toSorted(), emails)
})

test('columns=all appends plan, price in major units, currency, country, renews and paid until to each line', async () => {
  const administrator = await givenAnAdministrator(shop)
  const of = async ({ email }: { email: string }, query = '&columns=all') => {
    const answer = await administrator.get(`/api/v1/export/csv?search=${encodeURIComponent(email)}${query}`)
    return (await answer.text()).split('\r\n')
  }
  const [head = '', line = ''] = await of(paid)
  assert.equal(head, `${(await of(paid, ''))[0]},Plan,Price,Currency,Country,Renews,Paid until`)
  assert.match(line, /"Parallax Analytics, monthly",149\.00,USD,GB,Yes,2027-01-20$/)
  assert.match((await of(stopped))[1] ?? '', /,No,2026-12-20$/)
  const guest = await givenATrialUser(shop)
  const { user } = await read<{ user: { id: string } }>(guest.visitor, '/api/v1/users/userinfo')
  const granted = { plan: 'analytics-weekly', endDate: '2027-06-01T00:00:00.000Z', comment: 'For the press.' }
  assert.equal((await administrator.post(`/api/v1/subscribers/${user.id}/grants`, granted)).status, 200)
  const [, ofGuest = ''] = await of(guest, '&filters=subscription&columns=all')
  assert.match(ofGuest, /"Parallax Analytics, weekly",,,GB,No,$/)
  assert.deepEqual((await of(guest, '&filters=complimentary&columns=all'))[1], ofGuest)
  assert.deepEqual((await of(paid, '&filters=complimentary&columns=all')).slice(1), [''])
  assert.equal((await administrator.get('/api/v1/export/csv?columns=some')).status, 400)
  await settled(shop)
  assert.ok((await replayGivesTheState(shop)) > 7)
})
