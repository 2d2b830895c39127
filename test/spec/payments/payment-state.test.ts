import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { act, givenATrial, type AdminRow } from '../../support/admin/admin-calls.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { cards, givenASubscriber, settled, type ShownPayment } from '../../support/billing/given-buyer.ts'
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
import type { TestVisitor } from '../../support/visitor.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'

type Row = AdminRow & { payment: ShownPayment }
type Holder = { visitor: TestVisitor; email: string; id: string }

const cluster = await useCluster()
const bankDebit = 'AT611904300234573201'
const asksEachTime = '4000 0027 6000 3184'

/** A shop whose country rules can be changed so that people in France are put on hold. */
const shop: TestShop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
const denyFrance = () => aCatalogueIn(shop.dataDir, ({ countries }) => countries.denied.push('FR'))

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

/** Returns what an administrator sees of it: on its own, in the list, and in the response to an act; all must agree. */
async function seenByAdministrator(administrator: TestVisitor, { email, id }: Holder): Promise<ShownPayment> {
  const one = await read<Row>(administrator, `/api/v1/subscriptions/${id}`)
  const list = await read<Row[]>(administrator, `/api/v1/subscriptions?search=${encodeURIComponent(email)}`)
  assert.deepEqual(list.find((row) => row.id === id)?.payment, one.payment)
  const answer = await act<Row>(administrator, `comment/${id}`, { comment: 'Called.' })
  assert.deepEqual(answer.payment, one.payment)
  return one.payment
}

const paysBy = async (payer: Parameters<typeof portalOf>[0], card: string) =>
  inPortal(payer.visitor, await portalOf(payer), /\/card$/, { ...aCard(card), bank: 'complete' })

const paid = await givenAPayer(shop, 'analytics-monthly')
const pastDue = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
const asked = await givenAPayer(shop, 'analytics-monthly')
const processing = await givenAPayer(shop, 'analytics-monthly')
const disputed = await givenAPayer(shop, 'analytics-monthly')
const stopped = await givenAPayer(shop, 'analytics-monthly')
const returned = await givenAPayer(shop, 'analytics-monthly')
const held = {
  ...(await givenASubscriber(shop, 'analytics-monthly', cards.pays, { country: 'FR' })),
  plan: 'analytics-monthly',
}
const trial = await givenATrial(shop)

await paysBy(asked, asksEachTime)
await paysBy(processing, bankDebit)
await settled(shop)

test('a purchase is paid, with the next charge; a trial has none; one refunded in full has ended', async () => {
  await act(await givenAnAdministrator(shop), `refund/${returned.id}`, { comment: 'Asked by phone.' })
  await settled(shop)
  const administrator = await givenAnAdministrator(shop)
  const nothing = { nextChargeAt: null, nextAmount: null, nextDiscount: null, nextCredit: null, graceUntil: null, retryAt: null } // prettier-ignore
  const lastPaidAt = (await seenByOwner(paid)).lastPaidAt
  assert.match(lastPaidAt ?? '', /^2026-11-20T12:/)
  const first = await seenByOwner(paid)
  assert.match(first.nextChargeAt ?? '', /^2026-12-20T12:/)
  assert.deepEqual({ ...first, nextChargeAt: null, lastPaidAt: null }, {
    ...nothing, state: 'paid', nextAmount: 149, nextDiscount: 0, nextCredit: 0, currency: 'usd', lastPaidAt: null, payUrl: null,
  }) // prettier-ignore
  const { providerUrl, ...asAdmin } = await seenByAdministrator(administrator, paid)
  const { payUrl, ...own } = first
  assert.deepEqual(asAdmin, own)
  assert.equal(payUrl, null)
  assert.match(providerUrl ?? '', /^http:\/\/localhost:\d+\/sandbox\/payment/)

  const ofTrial = { ...nothing, state: 'none', currency: null, lastPaidAt: null }
  assert.deepEqual(await seenByOwner(trial), { ...ofTrial, payUrl: null })
  assert.deepEqual(await seenByAdministrator(administrator, trial), {
    ...ofTrial,
    providerUrl: null,
  })

  const { lastPaidAt: once, ...over } = await seenByOwner(returned)
  assert.match(once ?? '', /^2026-11-20T12:/)
  assert.deepEqual(over, { ...nothing, state: 'ended', currency: 'usd', payUrl: null })
})

test('nextAmount is the charge after discount and credit, which are shown', async () => {
  await simulate('discount', { subscription: (await overThere(shop, paid)).id, percent_off: 50, duration: 'once' })
  await shop.catchUp()
  assert.equal((await seenByOwner(paid)).nextAmount, 74.5)
  assert.equal((await seenByOwner(paid)).nextDiscount, 74.5)
  const { customer } = await overThere(shop, paid)
  await provider().rawRequest('POST', `/v1/customers/${customer as string}`, { balance: -1_050 })
  await shop.catchUp()
  const { nextAmount, nextDiscount, nextCredit } = await seenByOwner(paid)
  assert.deepEqual([nextAmount, nextDiscount, nextCredit], [64, 74.5, 10.5])
})

test('renewal stopped, disputed and on hold: no next charge is shown', async () => {
  await signIn(stopped.visitor, stopped.email)
  assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
  await disputePayment(shop, disputed)
  await settled(shop)
  await shop.restart({ CATALOGUE: denyFrance() })
  await signIn(held.visitor, held.email)
  assert.equal((await held.visitor.get('/api/v1/plans/analytics-monthly/download/link')).status, 403)
  await settled(shop)
  const administrator = await givenAnAdministrator(shop)
  for (const [holder, state] of [
    [stopped, 'paid'],
    [disputed, 'disputed'],
    [held, 'paused'],
  ] as const) {
    const seen = await seenByOwner(holder)
    const shown = [seen.state, seen.nextChargeAt, seen.nextAmount, seen.graceUntil, seen.payUrl]
    assert.deepEqual(shown, [state, null, null, null, null], state)
    assert.equal((await seenByAdministrator(administrator, holder)).state, state)
  }
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
    [held, 'paused'],
    [stopped, 'ended'],
    [returned, 'ended'],
  ] as const) {
    const own = await seenByOwner(holder)
    const { providerUrl, ...asAdmin } = await seenByAdministrator(administrator, holder)
    const { payUrl, owed, ...shared } = own
    assert.equal(owed !== undefined, state === 'processing', state)
    assert.deepEqual(shared, asAdmin, state)
    assert.equal(own.state, state)
    assert.match(providerUrl ?? '', /^http/)
    const overdue = state === 'past_due' || state === 'action_required'
    assert.equal(own.graceUntil, overdue ? '2027-01-03T00:00:00.000Z' : null, state)
    assert.equal(payUrl?.includes('/sandbox/payment/invoice/in_') ?? false, overdue, state)
  }
  const renewed = await seenByOwner(paid)
  assert.match(renewed.lastPaidAt ?? '', /^2026-12-20T13:/)
  assert.equal(renewed.nextAmount, 149, 'the discount was for one charge, and the credit is used up')
  assert.match((await seenByOwner(pastDue)).retryAt ?? '', /^2026-12-23T1/, 'three days after the first attempt')
  assert.match((await seenByOwner(pastDue)).lastPaidAt ?? '', /^2026-11-20T/)
})

test('the filter past_due contains people who are overdue or must confirm, in the list, its count and the export', async () => {
  const administrator = await givenAnAdministrator(shop)
  const ids = [pastDue.id, asked.id].toSorted()
  const list = await read<Row[]>(administrator, '/api/v1/subscriptions?filters=past_due')
  assert.deepEqual(list.map(({ id }) => id).toSorted(), ids)
  const count = await read<object>(administrator, '/api/v1/subscriptions/count?filters=past_due')
  assert.deepEqual(count, { count: 2, exact: true })
  assert.deepEqual(await read(administrator, '/api/v1/subscriptions/count?filters=past_due,trial'), {
    count: 0,
    exact: true,
  })
  for (const [query, expected] of [
    ['', 2],
    [`&search=${encodeURIComponent(asked.email)}`, 1],
    ['&filters=past_due,expired', 2],
    ['&limit=1', 2],
  ] as const) {
    const facets = `/api/v1/subscriptions/facets?include=subscribers${query}`
    const { counts } = await read<{ counts: { type: string; status: string; pastDue: number }[] }>(
      administrator,
      facets,
    )
    assert.deepEqual(
      counts.filter((each) => each.pastDue > 0).map(({ type, status, pastDue }) => `${type} ${status} ${pastDue}`),
      [`subscription active ${expected}`],
      query,
    )
  }
  const searched = `/api/v1/subscriptions?filters=past_due&search=${encodeURIComponent(asked.email)}`
  assert.deepEqual(
    (await read<Row[]>(administrator, searched)).map(({ id }) => id),
    [asked.id],
  )
  const file = await (await administrator.get('/api/v1/export/csv?filters=past_due')).text()
  const lines = file.split('\r\n').slice(1, -1)
  assert.deepEqual(lines.map((line) => line.split(',')[1] ?? '').toSorted(), [pastDue.email, asked.email].toSorted())
})

test('columns=all appends plan, price in major units, currency, complimentary, country, renews and paid until to each line', async () => {
  const administrator = await givenAnAdministrator(shop)
  const of = async ({ email }: Holder, columns = '&columns=all') => {
    const query = `search=${encodeURIComponent(email)}${columns}`
    const text = await (await administrator.get(`/api/v1/export/csv?${query}`)).text()
    return text
      .replace('\uFEFF', '')
      .split('\r\n')
      .slice(0, 2)
      .map((line) => line.split(','))
  }
  const [plainHead = []] = await of(paid, '')
  assert.equal(plainHead.length, 9)
  const [head = [], line = []] = await of(paid)
  assert.deepEqual(head.slice(0, 9), plainHead)
  assert.deepEqual(head.slice(9), ['Plan', 'Price', 'Currency', 'Complimentary', 'Country', 'Renews', 'Paid until'])
  // The title has a comma, so its cell is quoted.
  assert.deepEqual(line.slice(9), [
    '"Parallax Analytics',
    ' monthly"',
    '149.00',
    'USD',
    'No',
    'GB',
    'Yes',
    '2027-01-20',
  ])
  const [, ofStopped = []] = await of(stopped)
  assert.deepEqual(ofStopped.slice(-2), ['No', '2026-12-20'])
  const guest = await givenATrialUser(shop)
  const { user } = await read<{ user: { id: string } }>(guest.visitor, '/api/v1/users/userinfo')
  const granted = { plan: 'analytics-weekly', endDate: '2027-06-01T00:00:00.000Z', comment: 'For the press.' }
  assert.equal((await administrator.post(`/api/v1/subscribers/${user.id}/grants`, granted)).status, 200)
  const ofGuest = await administrator.get(
    `/api/v1/export/csv?search=${encodeURIComponent(guest.email)}&filters=subscription&columns=all`,
  )
  assert.match(await ofGuest.text(), /"Parallax Analytics, weekly",,,Yes,GB,No,\r\n$/)
  const refused = await administrator.get('/api/v1/export/csv?columns=some')
  assert.equal(refused.status, 400)
  await settled(shop)
  assert.ok((await replayGivesTheState(shop)) > 8)
})
