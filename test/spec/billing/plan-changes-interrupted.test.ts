import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, type Refused } from '../../support/admin/admin-calls.ts'
import { chargesOf, givenAPayer, mailsTo, rowOf, switchPlan } from '../../support/billing/paying.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator } from '../../support/given.ts'
import { withFaults } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const plan = 'analytics-annual'

test('a change that the provider can no longer make, or whose price was removed since the preview, returns 409 and is closed in the history; a later switch by the customer is recorded as theirs', () =>
  withFaults(cluster, async (shop, { stripe, faults }) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const subscription = (await rowOf(shop, payer)).provider_subscription
    const price = (await stripe.prices.list({ lookup_keys: [plan] })).data[0]?.id ?? ''
    await shop.advanceTo('2026-12-05T12:00:00Z')
    const administrator = await givenAnAdministrator(shop)
    const collect = (collection_method: 'charge_automatically' | 'send_invoice') =>
      stripe.subscriptions.update(subscription, {
        collection_method,
        ...(collection_method === 'send_invoice' && { days_until_due: 30 }),
      })
    const removePrice = async () => {
      await stripe.prices.update(price, { active: false })
      // The prices are read again.
      await shop.advanceTo('2026-12-05T12:06:00Z')
    }
    for (const [meanwhile, restore, message, sentence] of [
      [
        () => collect('send_invoice'),
        () => collect('charge_automatically'),
        errorMessages.PLAN_NOT_CHANGED,
        /cannot be changed as it is now/,
      ],
      [
        removePrice,
        () => stripe.prices.update(price, { active: true }),
        errorMessages.PLAN_NOT_SOLD,
        /No active price at Stripe has the lookup key "analytics-annual"\./,
      ],
    ] as const) {
      const change = await planChangeTo(administrator, payer, plan)
      const done: Promise<unknown>[] = []
      let previews = 0
      faults.answer = ({ path }) => {
        // The first preview is of the next charge, and is read with the subscription.
        if (!path.endsWith('/create_preview') || ++previews !== 2) return undefined
        done.push(meanwhile())
        return { late: 3_000 }
      }
      const refused = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
      delete faults.answer
      assert.equal((await Promise.all(done)).length, 1)
      assert.equal(refused.message, message)
      const [last] = await shop.sql<{ by: string; comment: string }>(
        `select added_by as by, data->>'comment' as comment from events where subscription_id = $1 order by number desc`,
        [payer.id],
      )
      assert.equal(last?.by, 'billing')
      assert.match(last.comment, sentence)
      await restore()
      await shop.catchUp()
    }
    assert.equal((await chargesOf(shop, payer)).length, 1)
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-monthly')
    await switchPlan(payer, plan)
    await shop.catchUp()
    const receipt = (await mailsTo(shop, payer, /receipt/)).at(-1)
    assert.match(receipt?.text ?? '', /Your plan changed from “Parallax Analytics, monthly” to/)
  }))

test('a change whose response is lost is reported as made if it was; otherwise as uncertain, and closed in the history once the provider was read again', () =>
  withFaults(cluster, async (shop, { faults }) => {
    const [made, lost] = [await givenAPayer(shop, 'analytics-monthly'), await givenAPayer(shop, 'analytics-monthly')]
    await shop.advanceTo('2026-12-05T12:00:00Z')
    const administrator = await givenAnAdministrator(shop)
    const acts = () => shop.sql("select changes is null as withdrawn from audit where act = 'change-plan' order by at")
    const failing = (fault: 'torn' | 'cut') => {
      faults.answer = ({ method, path }) =>
        method === 'POST' && path.startsWith('/v1/subscriptions/') ? fault : undefined
    }
    const charged = await planChangeTo(administrator, made, plan)
    failing('torn')
    await act(administrator, `change-plan/${made.id}`, charged)
    delete faults.answer
    assert.equal((await rowOf(shop, made)).terms.name, plan)

    await shop.advanceTo('2026-12-05T12:10:00Z')
    const change = await planChangeTo(administrator, lost, plan)
    failing('cut')
    const { message } = await act<Refused>(administrator, `change-plan/${lost.id}`, change, 503)
    delete faults.answer
    assert.equal(message, errorMessages.PLAN_CHANGE_UNKNOWN)
    await shop.catchUp()
    assert.deepEqual(await acts(), [{ withdrawn: false }, { withdrawn: false }])

    await shop.advanceTo('2026-12-05T12:13:00Z')
    assert.deepEqual(await acts(), [{ withdrawn: false }, { withdrawn: true }])
    const [last] = await shop.sql(
      `select added_by as by, data->>'comment' as comment from events where subscription_id = $1 order by number desc`,
      [lost.id],
    )
    const comment = 'The payment provider did not confirm the change of plan, and has not made it.'
    assert.deepEqual(last, { by: 'billing', comment })
    assert.equal((await chargesOf(shop, lost)).length, 1)
  }))

test('a change that the permissions of the key do not allow returns 409, is closed in the history and records no charge', () =>
  withFaults(cluster, async (shop, { faults }) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-05T12:00:00Z')
    const administrator = await givenAnAdministrator(shop)
    const change = await planChangeTo(administrator, payer, plan)
    faults.answer = ({ method, path }) => (method === 'POST' && path.startsWith('/v1/subscriptions/') ? 403 : undefined)
    const { message } = await act<Refused>(administrator, `change-plan/${payer.id}`, change, 409)
    assert.equal(message, errorMessages.PLAN_NOT_CHANGED)
    const [last] = await shop.sql('select added_by as by from events where subscription_id = $1 order by number desc', [
      payer.id,
    ])
    const acts = await shop.sql("select changes from audit where act = 'change-plan'")
    assert.deepEqual([last, acts], [{ by: 'billing' }, [{ changes: null }]])
  }))
