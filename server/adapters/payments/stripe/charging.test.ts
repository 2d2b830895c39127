import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { Stripe } from 'stripe'
import { setCharging, setDefaultMethod } from './charging.ts'

const periodEnd = 2_000
const later = 3_000

/**
 * Returns a Stripe with one subscription and no unpaid invoices, and every change that was requested of it. The first
 * changes of the subscription are lost.
 */
function stripeWith(over: object, lost = 0): { stripe: Stripe; asked: unknown[] } {
  const asked: unknown[] = []
  let tries = 0
  const subscription = {
    customer: 'cus_1',
    created: 1_000,
    default_payment_method: null,
    status: 'active',
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    schedule: null,
    pause_collection: null,
    items: { data: [{ current_period_end: periodEnd }] },
    ...over,
  }
  const stripe = {
    subscriptions: {
      retrieve: async () => ({ ...subscription }),
      update: async (_id: string, changes: object) => {
        tries += 1
        if (tries <= lost) throw new Error('ETIMEDOUT')
        asked.push(changes)
        const stored = Object.entries(changes).map(([field, value]) => [field, value === '' ? null : value])
        return Object.assign(subscription, Object.fromEntries(stored))
      },
      resume: async (_id: string, how: object) => void asked.push({ resume: how }),
    },
    customers: { update: async (id: string, changes: object) => void asked.push({ [id]: changes }) },
    subscriptionSchedules: { release: async (id: string) => void asked.push({ release: id }) },
    invoices: { list: async () => ({ data: [] }) },
  }
  return { stripe: stripe as unknown as Stripe, asked }
}

async function askedFor(to: Parameters<typeof setCharging>[2], over: object): Promise<unknown[]> {
  const { stripe, asked } = stripeWith(over)
  await setCharging(stripe, 'sub_1', to, null)
  return asked
}

describe('the requests to Stripe', () => {
  const flag = { cancel_at_period_end: true }
  const portal = { cancel_at: periodEnd }
  const paused = { pause_collection: { behavior: 'void' } }

  it('end a subscription with its period, after releasing its schedule or clearing a later end', async () => {
    assert.deepEqual(await askedFor('off', {}), [flag])
    assert.deepEqual(await askedFor('off', { schedule: 'sub_sched_1' }), [{ release: 'sub_sched_1' }, flag])
    assert.deepEqual(await askedFor('off', { cancel_at: later }), [{ cancel_at: '' }, flag])
    assert.deepEqual(await askedFor('off', paused), [{ pause_collection: '', ...flag }])
    for (const over of [flag, portal, { ended_at: 1_000 }]) assert.deepEqual(await askedFor('off', over), [])
  })

  it('resume a subscription that the shop or the portal stopped, one after the other; a later end stays', async () => {
    assert.deepEqual(await askedFor('on', flag), [{ cancel_at_period_end: false }])
    assert.deepEqual(await askedFor('on', portal), [{ cancel_at: '' }])
    assert.deepEqual(await askedFor('on', { ...flag, ...portal }), [{ cancel_at_period_end: false }, { cancel_at: '' }])
    assert.deepEqual(await askedFor('on', paused), [{ pause_collection: '' }])
    for (const over of [{}, { cancel_at: later }]) assert.deepEqual(await askedFor('on', over), [])
  })

  it('leave a pause that the vendor set in Stripe’s dashboard', async () => {
    for (const behavior of ['keep_as_draft', 'mark_uncollectible']) {
      const vendors = { pause_collection: { behavior } }
      for (const to of ['on', 'paused'] as const) assert.deepEqual(await askedFor(to, vendors), [], behavior)
      assert.deepEqual(await askedFor('off', vendors), [flag])
      assert.deepEqual(await askedFor('on', { ...vendors, ...flag }), [{ cancel_at_period_end: false }])
    }
  })

  it('make the payment method of a subscription the customer’s default before they clear its own', async () => {
    const setFor = async (over: object) => {
      const { stripe, asked } = stripeWith(over)
      await setDefaultMethod(stripe, 'sub_1')
      await setDefaultMethod(stripe, 'sub_1')
      return asked
    }
    const own = { default_payment_method: 'pm_1' }
    const cleared = { default_payment_method: '' }
    const set = { cus_1: { invoice_settings: own } }
    const customer = (created: number) => ({
      customer: { id: 'cus_1', invoice_settings: { default_payment_method: { id: 'pm_0', created } } },
    })
    assert.deepEqual(await setFor(own), [set, cleared])
    assert.deepEqual(await setFor({ ...own, ...customer(999) }), [set, cleared])
    assert.deepEqual(await setFor({ ...own, ...customer(1_001) }), [cleared], 'added after the purchase')
    for (const over of [{}, { ...own, ended_at: 1_000 }]) assert.deepEqual(await setFor(over), [])
    const { stripe, asked } = stripeWith(own, 1)
    await assert.rejects(setDefaultMethod(stripe, 'sub_1'), /ETIMEDOUT/)
    await setDefaultMethod(stripe, 'sub_1')
    assert.deepEqual(asked, [set, set, cleared], 'repeated after a failure')
  })

  it('resume one that was paused in the portal without another charge for paid days', async () => {
    const resume = { billing_cycle_anchor: { type: 'unchanged' }, proration_behavior: 'none' }
    assert.deepEqual(await askedFor('on', { status: 'paused' }), [{ resume }])
  })

  it('pause collection only if it is not paused, and bill nothing meanwhile', async () => {
    assert.deepEqual(await askedFor('paused', {}), [paused])
    assert.deepEqual(await askedFor('paused', paused), [])
    assert.deepEqual(await askedFor('paused', flag), [{ cancel_at_period_end: false, ...paused }])
  })
})
