import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenAShop, givenATrialUser, signIn, whoIs, type TestShop } from '../../support/given.ts'
import {
  eventsOf,
  givenASubscriber,
  heldBy,
  settled as jobsDone,
  type Subscriber,
} from '../../support/billing/given-buyer.ts'
import { inPortal, portalOf } from '../../support/billing/paying.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const provider = await givenAProvider(cluster)
const shop: TestShop = await givenAShop(provider.environment, cluster)
provider.reportTo(shop.url)

type Answer = { code: number; message?: string; status?: string; renews?: boolean }
async function renewal(act: 'stop' | 'resume', id: string, visitor: TestVisitor): Promise<Answer> {
  const answer = await visitor.post(`/api/v1/subscriptions/${act}-renewal/${id}`, {})
  return { ...((await answer.json()) as object), code: answer.status }
}

/** Waits until the shop has done its work, and the provider has reported the results. */
async function settled(): Promise<void> {
  do await jobsDone(shop)
  while ((await provider.tick()) > 0)
}

const begun = ['SUBSCRIPTION_CREATED billing', 'INITIAL_END_DATE_SET billing']

/** Returns a subscription as the provider has it. */
async function there({ id }: Pick<Subscriber, 'id'>) {
  const [row] = await shop.sql<{ provider: string }>(
    'select provider_subscription as provider from subscriptions where id = $1',
    [id],
  )
  return provider.stripe.subscriptions.retrieve(row?.provider ?? '')
}

describe('stopping renewal', () => {
  test('is accepted immediately and once: the subscription stays until its end, and the provider and the owner are notified [1.6, 10.1]', async () => {
    const owner = await givenASubscriber(shop)
    await settled()
    const [before] = await heldBy(owner.visitor)
    assert.ok(before)
    const none = { nextChargeAt: null, nextAmount: null, nextDiscount: null, nextCredit: null }
    const payment = { ...before.subscription.payment, ...none }
    const stopped = { ...before.subscription, renews: false, payment }
    // The call's response lacks what only the account page needs.
    const { extendableTo: _, inGrace: _grace, ...answered } = stopped
    assert.deepEqual(await renewal('stop', owner.id, owner.visitor), { code: 200, ...answered })
    const [after] = await heldBy(owner.visitor)
    assert.deepEqual(after?.subscription, stopped)
    assert.deepEqual(await eventsOf(shop, owner.id), [...begun, `RENEWAL_STOPPED ${owner.email}`])
    await settled()
    assert.equal((await there(owner)).cancel_at_period_end, true)
    const mail = await shop.mailTo(owner.email, 'will not renew')
    assert.match(mail.text, /\d{1,2} \w+ 20\d\d/)
    const again = await unchanged(shop, () => renewal('stop', owner.id, owner.visitor))
    assert.equal(again.code, 409)
    assert.match(again.message ?? '', /stopped/i)
  })

  test('requested twenty times concurrently is accepted once, with one event and one email', async () => {
    const owner = await givenASubscriber(shop)
    const answers = await Promise.all(Array.from({ length: 20 }, () => renewal('stop', owner.id, owner.visitor)))
    assert.deepEqual(
      answers.map(({ code }) => code).toSorted((a, b) => a - b),
      [200, ...Array<number>(19).fill(409)],
    )
    await settled()
    assert.equal((await eventsOf(shop, owner.id)).length, 3)
    assert.equal(
      (await shop.mails()).filter((mail) => mail.to.includes(owner.email) && mail.subject.includes('will not renew'))
        .length,
      1,
    )
  })

  test('and resuming are refused without a change: 409 for a trial or a renewal that was not stopped, 404 for another person’s, 400 with a body', async () => {
    const owner = await givenASubscriber(shop)
    const other = await givenATrialUser(shop)
    const [trial] = await heldBy(other.visitor)
    await settled()
    const path = `/api/v1/subscriptions/stop-renewal/${owner.id}`
    await unchanged(shop, async () => {
      for (const act of ['stop', 'resume'] as const) {
        const ofTrial = await renewal(act, trial?.subscription.id ?? '', other.visitor)
        assert.equal(ofTrial.code, 409)
        assert.ok(ofTrial.message)
        assert.equal((await renewal(act, owner.id, other.visitor)).code, 404)
      }
      assert.equal((await renewal('resume', owner.id, owner.visitor)).code, 409)
      assert.equal((await owner.visitor.post(path, { now: true })).status, 400)
    })
    assert.equal((await there(owner)).cancel_at_period_end, false)
  })
})

describe('resuming renewal', () => {
  test('undoes the stop, here and at the provider, and reports it [10.1]', async () => {
    const owner = await givenASubscriber(shop)
    await renewal('stop', owner.id, owner.visitor)
    await settled()
    const resumed = await renewal('resume', owner.id, owner.visitor)
    assert.deepEqual([resumed.code, resumed.renews], [200, true])
    await settled()
    assert.equal((await there(owner)).cancel_at_period_end, false)
    const by = owner.email
    assert.deepEqual(await eventsOf(shop, owner.id), [...begun, `RENEWAL_STOPPED ${by}`, `RENEWAL_RESUMED ${by}`])
    await shop.mailTo(owner.email, 'will renew')
    await settled()
    const again = await unchanged(shop, () => renewal('resume', owner.id, owner.visitor))
    assert.equal(again.code, 409)
    assert.ok(again.message)
  })

  test('in quick succession with stops leaves the provider with the last state requested', async () => {
    const owner = await givenASubscriber(shop)
    for (const act of ['stop', 'resume', 'stop', 'resume', 'stop'] as const)
      assert.equal((await renewal(act, owner.id, owner.visitor)).code, 200)
    await settled()
    assert.equal((await there(owner)).cancel_at_period_end, true)
    const events = await eventsOf(shop, owner.id)
    assert.deepEqual(events.length, 7, 'the provider’s echo adds none')
  })
})

test('changes by the owner on the provider’s page are shown here, with the email', async () => {
  const owner = await givenASubscriber(shop)
  await settled()
  const payer = { ...owner, plan: 'analytics-monthly' }
  const portal = await portalOf(payer)
  const page = await (await owner.visitor.get(portal)).text()
  assert.ok(page.includes(`href="${shop.url}/account"`), 'the way back')
  await inPortal(owner.visitor, portal, /\/cancel\//)
  await eventually('the stop', async () => (await heldBy(owner.visitor))[0]?.subscription.renews === false)
  await shop.mailTo(owner.email, 'will not renew')
  await inPortal(owner.visitor, await portalOf(payer), /\/resume\//)
  await eventually('the resumption', async () => (await heldBy(owner.visitor))[0]?.subscription.renews === true)
  assert.deepEqual(await eventsOf(shop, owner.id), [...begun, 'RENEWAL_STOPPED billing', 'RENEWAL_RESUMED billing'])
})

describe('“take me to my subscription”', () => {
  test('of a paid plan leads to the provider’s page: 200 with its address as JSON, 303 as a form [2.37]', async () => {
    const owner = await givenASubscriber(shop)
    for (const path of ['/api/v1/plans/analytics-monthly/download', '/api/v1/products/analytics-monthly/download']) {
      const json = await owner.visitor.post(path, {})
      assert.match(((await json.json()) as { redirectUrl: string }).redirectUrl, /\/sandbox\/payment\/portal\//)
      const form = await owner.visitor.send(path, {})
      assert.deepEqual([json.status, form.status], [200, 303])
      const page = await owner.visitor.get(form.headers.get('location') ?? '')
      assert.match(await page.text(), /ending in 4242/)
    }
  })
})

describe('a person’s own data', () => {
  test('is a JSON file of what was entered, accepted and bought, without the vendor’s internal data [10.4]', async () => {
    const owner = await givenASubscriber(shop)
    const other = await givenASubscriber(shop)
    await shop.sql(
      `insert into events (subscription_id, number, type, data, added_by, at)
       select id, 90, 'COMMENT_ADDED', '{"comment":"a word between us"}', 'admin@shop.example', created_at from subscriptions where id = $1`,
      [owner.id],
    )
    const answer = await owner.visitor.get('/api/v1/account/export')
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="account-\d{4}-\d{2}-\d{2}\.json"$/,
    )
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const text = await answer.text()
    assert.match(text, /^\{\n {2}"profile": \{\n {4}"email": /, 'a line for each value')
    const { profile, accepted, subscriptions, orders, sessions } = JSON.parse(text) as {
      profile: { email: string; reminders: boolean }
      orders: { plan: { name: string }; state: string }[]
      sessions: { began: string; lastSeen: string }[]
      accepted: { document: string; version: string }[]
      subscriptions: { plan: { name: string }; status: string; history: { type: string }[] }[]
    }
    assert.equal(profile.email, owner.email)
    assert.equal(profile.reminders, true)
    assert.deepEqual(
      orders.map(({ plan, state }) => `${plan.name} ${state}`),
      ['analytics-monthly paid'],
    )
    assert.equal(sessions.length, 1)
    assert.ok(sessions.every(({ began, lastSeen }) => began <= lastSeen))
    assert.doesNotMatch(text, /eyJ[\w-]+\.eyJ|id_token|cs_test|checkout/i, 'nothing that opens anything')
    assert.ok(accepted.some(({ document, version }) => document === 'eula' && version !== ''))
    assert.deepEqual(
      subscriptions.map(({ plan, status }) => `${plan.name} ${status}`),
      ['analytics-monthly active'],
    )
    assert.equal(subscriptions[0]?.history[0]?.type, 'SUBSCRIPTION_CREATED')
    for (const word of [
      'a word between us',
      'admin@shop.example',
      'addedBy',
      'added_by',
      'comment',
      'dplStatus',
      'dpl_status',
      'score',
      other.email,
    ])
      assert.ok(!text.includes(word), word)
  })
})

test('signing out everywhere ends every session of that person only [10.5]', async () => {
  const owner = await givenASubscriber(shop)
  const other = await givenATrialUser(shop)
  const elsewhere = shop.visitor()
  await signIn(elsewhere, owner.email)
  const copy = shop.visitor()
  for (const [name, value] of owner.visitor.cookies) copy.cookies.set(name, value)
  assert.deepEqual([await whoIs(elsewhere), await whoIs(copy)], [owner.email, owner.email])
  assert.equal((await owner.visitor.post('/api/v1/account/sign-out-everywhere', {})).status, 204)
  for (const visitor of [owner.visitor, elsewhere, copy]) assert.equal(await whoIs(visitor), null)
  assert.equal(await whoIs(other.visitor), other.email)
  assert.equal((await copy.get('/api/v1/subscriptions/user')).status, 401)
  assert.equal((await shop.visitor().post('/api/v1/account/sign-out-everywhere', {})).status, 401)
  await signIn(elsewhere, owner.email)
  assert.equal(await whoIs(elsewhere), owner.email)
})
