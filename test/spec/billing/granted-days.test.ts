import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { buy, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  issuesOf,
  overThere,
  portalOf,
  provider,
  rowOf,
  simulate,
  stateOf,
  switchPlan,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const endsTrials = (isOn = true) => simulate('settings', { trialUpdateBehavior: isOn ? 'end_trial' : 'continue_trial' })

/** A payer whose end date an administrator has set later. */
async function anExtended(shop: TestShop, plan: string, endDate: string): Promise<Payer> {
  const payer = await givenAPayer(shop, plan)
  const extension = { endDate: `${endDate}T00:00:00.000Z`, comment: 'A gift' }
  const answer = await act(await givenAnAdministrator(shop), `/api/v1/subscriptions/extend/${payer.id}`, extension)
  assert.equal(answer.status, 200, answer.message)
  await settled(shop)
  assert.equal((await overThere(shop, payer)).status, 'trialing')
  return payer
}

/** Switches on a page of the portal that was opened elsewhere: by the vendor, or before days were granted. */
async function switchElsewhere(shop: TestShop, payer: Payer, plan: string): Promise<string> {
  const { customer } = await overThere(shop, payer)
  const { url } = await provider().billingPortal.sessions.create({
    customer: typeof customer === 'string' ? customer : customer.id,
    return_url: shop.url,
  })
  return switchPlan(payer, plan, url)
}

for (const [granted, from, to, lost] of [
  ['2027-11-27', 'analytics-annual', 'analytics-monthly', 'Lost: 311 days of Parallax Analytics, annual.'],
  ['2027-02-10', 'analytics-monthly', 'analytics-annual', 'Lost: 57 days of Parallax Analytics, monthly.'],
] as const) {
  test(`a switch from ${from} that ends granted days without credit opens a payment issue with the days lost`, () =>
    shopAt(async (shop) => {
      const payer = await anExtended(shop, from, granted)
      await endsTrials()
      await shop.advanceTo(from === 'analytics-annual' ? '2027-01-20T12:00:00Z' : '2026-12-15T12:00:00Z')
      assert.match(await switchElsewhere(shop, payer, to), /switched/)
      await settled(shop)
      const issues = await issuesOf(shop)
      assert.deepEqual(
        issues.map(({ kind }) => kind),
        ['paid-days-lost'],
      )
      assert.match(issues[0]?.detail ?? '', /ended early at the billing provider, without a credit\. .* Lost: /)
      assert.ok(issues[0]?.detail.endsWith(lost), issues[0]?.detail)
      assert.match(issues[0]?.providerUrl ?? '', /\/sandbox\/payment/)
    }))
}

test('a switch after buying again that ends the added days without credit opens a payment issue', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await signIn(payer.visitor, payer.email)
    assert.equal((await act(payer.visitor, `/api/v1/subscriptions/stop-renewal/${payer.id}`, {})).status, 200)
    await shop.advanceTo('2026-12-10T12:00:00Z')
    await signIn(payer.visitor, payer.email)
    await buy(payer.visitor, 'analytics-annual')
    await becomes(shop, payer, 'active, on, 2027-12-20')
    await settled(shop)
    await endsTrials()
    await shop.advanceTo('2027-01-10T12:00:00Z')
    await switchElsewhere(shop, payer, 'analytics-monthly')
    await settled(shop)
    const [issue, ...others] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, others.length], ['paid-days-lost', 0])
    assert.match(issue?.detail ?? '', /Lost: 344 days of Parallax Analytics, annual\.$/)
  }))

test('a switch where the portal continues trials keeps every granted day and opens no payment issue', () =>
  shopAt(async (shop) => {
    const payer = await anExtended(shop, 'analytics-annual', '2027-11-27')
    await shop.advanceTo('2027-01-20T12:00:00Z')
    assert.match(await switchPlan(payer, 'analytics-monthly'), /switched/)
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-11-27')
    await shop.advanceTo('2027-11-28T12:00:00Z')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800', '2027-11-27 14900'])
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('the billing page offers the card alone while a change of plan there would end paid days, and the account says why', () =>
  shopAt(async (shop) => {
    const payer = await anExtended(shop, 'analytics-annual', '2027-11-27')
    await endsTrials()
    await shop.advanceTo('2027-01-20T12:00:00Z')
    const page = await portalOf(payer)
    const shown = await (await payer.visitor.get(page)).text()
    assert.match(shown, /Change card/)
    assert.doesNotMatch(shown, /switch|cancel/i)
    await assert.rejects(switchPlan(payer, 'analytics-monthly', page), /no form/)
    const back = /href="([^"]*)"[^>]*>[^<]*<span[^>]*>&larr;<\/span> Back to the shop/.exec(shown)?.[1] ?? ''
    assert.equal(back, `${shop.url}/account?billing=card`)
    assert.match(await (await payer.visitor.get(back)).text(), /You cannot change your plan at the moment/)
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-annual')

    await endsTrials(false)
    assert.match(await switchPlan(payer, 'analytics-monthly'), /switched/)
  }))

test('the billing page offers everything to who has no granted days, whatever the portal does with trials', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await endsTrials()
    assert.match(await switchPlan(payer, 'analytics-annual'), /switched/)
    await settled(shop)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('the billing page is refused, with an issue, where the provider does not open one for the card alone', () =>
  shopAt(async (shop) => {
    const payer = await anExtended(shop, 'analytics-annual', '2027-11-27')
    await simulate('settings', { trialUpdateBehavior: 'end_trial', portalUpdatesCards: false })
    await signIn(payer.visitor, payer.email)
    const answer = await act(payer.visitor, `/api/v1/plans/${payer.plan}/download`, {})
    assert.deepEqual([answer.status, answer.message], [503, errorMessages.BILLING_PAGE_REFUSED])
    const issues = await issuesOf(shop)
    assert.deepEqual(
      issues.map(({ kind }) => kind),
      ['page-refused'],
    )
  }))
