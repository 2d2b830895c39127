import assert from 'node:assert/strict'
import { test } from 'vitest'
import { settled } from '../../support/billing/given-buyer.ts'
import {
  givenAPayer,
  historyOf,
  mailsTo,
  overThere,
  paidDays,
  stateOf,
  withShop,
} from '../../support/billing/paying.ts'
import { useCluster } from '../../support/cluster.ts'
import { signIn } from '../../support/given.ts'

const cluster = await useCluster()

test('a person who is no longer cleared is on hold and not charged; once cleared again, the plan continues by the days on hold', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    /** Requests the installer at that moment under another name, which screens again; returns the status. */
    const downloadAs = async (firstName: string, lastName: string, moment: string) => {
      await shop.advanceTo(moment)
      const names = 'update subscribers set first_name = $2, last_name = $3 where email = $1'
      await shop.sql(names, [payer.email, firstName, lastName])
      await signIn(payer.visitor, payer.email)
      const { status } = await payer.visitor.get(`/api/v1/plans/${payer.plan}/download/link`)
      await settled(shop)
      return status
    }
    assert.equal(await downloadAs('Zoltan', 'Karnovak', '2026-12-10T12:00:00Z'), 403)
    assert.equal(await stateOf(shop, payer), 'pending, on, 2026-12-20')
    assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')
    assert.equal(await downloadAs('Zoltan', 'Karnovak', '2026-12-25T12:00:00Z'), 403)
    assert.equal(await stateOf(shop, payer), 'pending, on, 2026-12-20', 'held, not expired: its clock stands still')

    assert.equal(await downloadAs('Jane', 'Doe', '2027-01-05T12:00:00Z'), 200)
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-15', '26 days later')
    const resumed = await overThere(shop, payer)
    assert.equal(resumed.pause_collection, null)
    assert.equal(resumed.items.data[0]?.current_period_end, Date.UTC(2027, 0, 15) / 1000)
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'SUBSCRIPTION_MARKED_PENDING system',
      'SUBSCRIPTION_ACTIVATED system',
      'END_DATE_CHANGED 2027-01-15 system',
    ])
    assert.deepEqual(await mailsTo(shop, payer, /did not go through|has ended|renew/), [])
  }))
