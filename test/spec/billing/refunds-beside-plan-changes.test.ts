import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { act, type AdminRow, type Refused } from '../../support/admin/admin-calls.ts'
import { read } from '../../support/admin/admin-page.ts'
import { loseMessages, settled } from '../../support/billing/given-buyer.ts'
import { givenAColleague, givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { planChangeTo, previewPath } from '../../support/billing/plan-change.ts'
import { givenAPayer, overThere, provider, rowOf, stateOf } from '../../support/billing/paying.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'

/** The sample catalogue, with a more expensive plan of the same interval. */
const CATALOGUE = aCatalogueIn(tmpdir(), (catalogue) => {
  const more = { name: 'analytics-plus', title: 'Parallax Analytics Plus, monthly', price: 199 }
  catalogue.plans.push({ ...planIn(catalogue, 'analytics-monthly'), ...more })
})
const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE })
const administrator = await givenAnAdministrator(shop)
const comment = 'asked by phone'

const changeTo = (plan: string, id: string) => planChangeTo(administrator, { id }, plan)

/** Returns kind, state and amount of a subscription's payments, oldest first. */
async function rowsOf(id: string): Promise<string[]> {
  const rows = await shop.sql<{ kind: string; state: string; amount: string }>(
    'select kind, state, amount from payments where subscription_id = $1 order by at, kind',
    [id],
  )
  return rows.map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)
}

test('a refund requested during a plan change is refused, naming its author and time, until the change is over', async () => {
  const colleague = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN')
  const payer = await givenAPayer(shop, 'analytics-annual')
  await shop.catchUp()
  // The state that a change leaves before the provider has been called: the reason, and a line in the audit.
  await act(administrator, `comment/${payer.id}`, { comment })
  await shop.sql(
    `insert into audit (id, at, "by", act, subscriber_id, subscription_id)
     select gen_random_uuid(), e.at, e.added_by, 'change-plan', s.subscriber_id, s.id
     from events e join subscriptions s on s.id = e.subscription_id where s.id = $1 and e.type = 'COMMENT_ADDED'`,
    [payer.id],
  )
  const { message } = await act<Refused>(colleague, `refund/${payer.id}`, { comment }, 409)
  assert.match(message, /admin@shop\.example/)
  await shop.advanceTo('2026-11-20T12:05:00Z')
  await act(colleague, `refund/${payer.id}`, { comment })
})

test('a refund during a plan change at the provider does not include what became credit', async () => {
  const colleague = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN')
  const payer = await givenAPayer(shop, 'analytics-annual')
  await shop.catchUp()
  const { id: there } = await overThere(shop, payer)
  const change = await changeTo('analytics-weekly', payer.id)
  let refund: Promise<Response> | undefined
  const whenTold = (message: unknown) => {
    const { method, url } = (message as { request: IncomingMessage }).request
    if (method === 'POST' && url === `/v1/subscriptions/${there}`)
      refund ??= colleague.post(`/api/v1/subscriptions/refund/${payer.id}`, { comment })
  }
  subscribe('http.server.request.start', whenTold)
  try {
    await act(administrator, `change-plan/${payer.id}`, change)
  } finally {
    unsubscribe('http.server.request.start', whenTold)
  }
  assert.ok([200, 409].includes((await refund)?.status ?? 0))
  await settled(shop)
  const given = (await rowsOf(payer.id)).filter((row) => /^(credit|refund)/.test(row))
  assert.equal(given[0], 'credit given 113900')
  assert.ok(given.length === 1 || given[1] === 'refund succeeded 4900', given.join())
})

test('a refund considers the credit of a change at the provider that was not reported yet', async () => {
  const payer = await givenAPayer(shop, 'analytics-annual')
  await shop.catchUp()
  const { id: there, items } = await overThere(shop, payer)
  const deliver = await loseMessages(shop)
  const { data } = await provider().prices.list({ lookup_keys: ['analytics-weekly'] })
  await provider().subscriptions.update(there, {
    items: [{ id: items.data[0]?.id ?? '', price: data[0]?.id ?? '' }],
    proration_behavior: 'always_invoice',
  })
  await act(administrator, `refund/${payer.id}`, { comment })
  await settled(shop)
  await deliver()
  assert.deepEqual(
    (await rowsOf(payer.id)).filter((row) => /^(refund|credit)/.test(row)),
    ['credit given 113900', 'refund succeeded 4900'],
  )
})

test('a refund without an amount returns every payment of the period and ends the subscription', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  await act(administrator, `change-plan/${payer.id}`, await changeTo('analytics-plus', payer.id))
  await shop.catchUp()
  const { errors } = await act<Refused>(administrator, `refund/${payer.id}`, { comment, amount: 199.01 }, 400)
  assert.match(errors?.[0]?.message ?? '', /US\$199\.00/)
  await act(administrator, `refund/${payer.id}`, { comment })
  await settled(shop)
  const charges = ['charge paid 14900', 'charge paid 5000']
  const refunds = ['refund succeeded 14900', 'refund succeeded 5000']
  assert.deepEqual((await rowsOf(payer.id)).toSorted(), [...charges, ...refunds])
  assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-11-20')
})

test('a plan change, also from an earlier preview, considers a refund at the provider that was not reported yet: 409', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const change = await changeTo('analytics-annual', payer.id)
  const deliver = await loseMessages(shop)
  await provider().refunds.create({ payment_intent: (await rowOf(shop, payer)).payment, amount: 12_000 })
  const preview = await administrator.get(previewPath(payer.id, 'analytics-annual'))
  const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
  await deliver()
  const { message: shown } = (await preview.json()) as Refused
  assert.deepEqual(
    [preview.status, shown, message],
    [409, errorMessages.CHANGE_REFUNDED, errorMessages.CHANGE_REFUNDED],
  )
  assert.deepEqual(await rowsOf(payer.id), ['charge paid 14900', 'refund succeeded 12000'])
})

test('a change that was made but could not be read is reported as uncertain, and the next check applies it', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  const change = await changeTo('analytics-annual', payer.id)
  const trigger = `trouble_${payer.id.replaceAll('-', '_')}`
  await shop.sql(`create function ${trigger}() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`)
  await shop.sql(`create trigger ${trigger} before insert on payments for each row
    when (new.subscription_id = '${payer.id}' and new.amount <> 14900) execute function ${trigger}()`)
  const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 503)
  assert.equal(message, errorMessages.PLAN_CHANGE_UNKNOWN)
  await shop.sql(`drop trigger ${trigger} on payments`)
  await shop.sql(`drop function ${trigger}`)
  // The provider's report may have failed meanwhile too; it is then processed again after a second.
  const planNow = async () => {
    await shop.catchUp()
    const path = `/api/v1/subscriptions/${payer.id}`
    return (await read<AdminRow & { plan: { name: string } }>(administrator, path)).plan.name
  }
  await eventuallyEqual(planNow, 'analytics-annual')
})
