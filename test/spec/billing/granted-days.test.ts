import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import {
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

/** Creates a payer whose end date an administrator has extended. */
async function anExtended(shop: TestShop, plan: string, endDate: string): Promise<Payer> {
  const payer = await givenAPayer(shop, plan)
  const extension = { endDate: `${endDate}T00:00:00.000Z`, comment: 'A gift' }
  const answer = await act(await givenAnAdministrator(shop), `/api/v1/subscriptions/extend/${payer.id}`, extension)
  assert.equal(answer.status, 200, answer.message)
  await settled(shop)
  assert.equal((await overThere(shop, payer)).status, 'trialing')
  return payer
}

test('a switch that ends granted days without credit opens a payment issue with the days lost', () =>
  shopAt(async (shop) => {
    const payer = await anExtended(shop, 'analytics-monthly', '2027-02-10')
    await endsTrials()
    await shop.advanceTo('2026-12-15T12:00:00Z')
    const { customer } = await overThere(shop, payer)
    // On a page opened elsewhere: by the vendor, or before days were granted.
    const { url } = await provider().billingPortal.sessions.create({
      customer: customer as string,
      return_url: shop.url,
    })
    assert.match(await switchPlan(payer, 'analytics-annual', url), /switched/)
    await settled(shop)
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, more], ['paid-days-lost', []])
    assert.match(
      issue?.detail ?? '',
      /ended early at the billing provider, without a credit\. .* Lost: 57 days of Parallax Analytics, monthly\.$/,
    )
    assert.match(issue?.providerUrl ?? '', /\/sandbox\/payment/)
  }))

test('the billing page offers only the card while a plan change there would end paid days, and the account states why; a portal that continues trials keeps every day', () =>
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
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-11-27')
    await shop.advanceTo('2027-11-28T12:00:00Z')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800', '2027-11-27 14900'])
    assert.deepEqual(await issuesOf(shop), [])
  }))
