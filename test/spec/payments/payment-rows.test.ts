import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { loseMessages } from '../../support/billing/given-buyer.ts'
import { signIn } from '../../support/given.ts'
import { givenAPayer, provider, simulate, switchPlan, withShop, type Payer } from '../../support/billing/paying.ts'

const cluster = await useCluster()

async function rows(payer: Payer): Promise<string[]> {
  await signIn(payer.visitor, payer.email)
  const own = await read<{ kind: string; state: string; amount: number }[]>(
    payer.visitor,
    `/api/v1/subscriptions/payments/${payer.id}`,
  )
  return own.map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)
}

test('credits, disputes and refunds are rows of the payments table, each once, even if a message is lost', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await shop.catchUp()
    assert.deepEqual(await rows(payer), ['charge paid 1188'])
    await switchPlan(payer, 'analytics-monthly')
    await shop.catchUp()
    const credited = await rows(payer)
    assert.equal(credited.length, 2)
    assert.match(credited[1] ?? '', /^credit given 1039/)
    const [charge] = (await provider().charges.list({ limit: 1 })).data
    await simulate('dispute', { charge: charge?.id ?? '' })
    await shop.catchUp()
    // Within the same second, the credit and the dispute have no order.
    assert.ok((await rows(payer)).includes('dispute open 1188'))
    const { data: disputes } = await provider().disputes.list()
    await simulate('close-dispute', { dispute: disputes[0]?.id ?? '', outcome: 'won' })
    await shop.catchUp()
    const decided = await rows(payer)
    assert.deepEqual([decided.length, decided.includes('dispute won 1188')], [3, true])
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual((await rows(payer)).slice(3), ['credit used 149'])
    await loseMessages(shop)
    await provider().refunds.create({ charge: charge?.id ?? '', amount: 900 })
    await shop.advanceTo('2026-12-22T14:00:00Z')
    assert.deepEqual((await rows(payer)).slice(4), ['refund succeeded 9'], 'found by the daily sweep')
  }))
