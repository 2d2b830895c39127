import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-calls.ts'
import { useCluster } from '../../support/cluster.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator } from '../../support/given.ts'
import {
  givenAPayer,
  issuesOf,
  overThere,
  portalOf,
  provider,
  simulate,
  switchPlan,
  withShop,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

test('while a plan change would end granted days, the billing page offers only the card, and the account states why; a switch on another page opens an issue with the days lost', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await act(await givenAnAdministrator(shop), `extend/${payer.id}`, { endDate: '2027-02-10', comment: 'A gift' })
    await settled(shop)
    await simulate('settings', { trialUpdateBehavior: 'end_trial' })
    await shop.advanceTo('2026-12-15T12:00:00Z')
    const shown = await (await payer.visitor.get(await portalOf(payer))).text()
    assert.match(shown, /Change card/)
    assert.doesNotMatch(shown, /switch|cancel/i)
    const back = /href="([^"]*)"[^>]*>[^<]*<span[^>]*>&larr;<\/span> Back to the shop/.exec(shown)?.[1] ?? ''
    assert.equal(back, `${shop.url}/account?billing=card`)
    assert.match(await (await payer.visitor.get(back)).text(), /You cannot change your plan at the moment/)

    // A page opened by the vendor, or before days were granted.
    const { customer } = await overThere(shop, payer)
    const opened = { customer: customer as string, return_url: shop.url }
    const { url } = await provider().billingPortal.sessions.create(opened)
    assert.match(await switchPlan(payer, 'analytics-annual', url), /switched/)
    await settled(shop)
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, more], ['paid-days-lost', []])
    assert.match(
      issue?.detail ?? '',
      /ended early, without a credit\. .* Lost: 57 days of Parallax Analytics, monthly\.$/,
    )
    assert.match(issue?.providerUrl ?? '', /\/sandbox\/payment/)
  }))
