import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { live, rowsOfLives, settings, story, type Act, type Step } from '../../test/support/billing/billing-life.ts'

const step = (act: Act, over: Partial<Step> = {}): Step => ({
  act,
  plan: 'monthly',
  size: 1,
  post: 'prompt',
  rests: true,
  ...over,
})
const setting = { retries: [], afterRetries: 'past_due', trialInvoices: false } as const

describe('any life at the billing provider', () => {
  /** The rows that the lives of this file have reached. */
  const reached = new Set<string>()

  it('keeps access while one of two payments of a period is kept, and ends it with the second', async () => {
    const changed = [step('wait'), step('wait', { size: 14 }), step('switch', { plan: 'plus' })]
    // The newest payment is refunded in the dashboard, then the one before it, in the dashboard or by the shop.
    for (const then of [
      [],
      [step('dashboard-refund', { size: 4 }), step('dashboard-refund', { size: 0 })],
      [step('refund')],
    ])
      await live(
        setting,
        [...changed, step('dashboard-refund'), step('wait', { size: 3 }), ...then, step('turn')],
        new Set(),
      )
  })

  it('accounts for a renewal whose message was lost before a change of plan that failed', async () => {
    const lost = step('turn', { size: 34, post: 'lost', rests: false })
    const failed = [step('decline', { rests: false }), step('switch', { plan: 'plus', rests: false })]
    await live(setting, [lost, ...failed, step('turn'), step('end', { size: 0 })], reached)
  })

  it('ends the days of grace once the vendor waives the change of plan that failed', async () => {
    const failed = [step('decline', { size: 0 }), step('turn', { size: 0 }), step('switch', { plan: 'plus' })]
    await live(setting, [...failed, step('waive', { size: 21 })], reached)
  })

  it('charges again after the days that were granted while a dispute paused it', async () => {
    const granted = [step('dispute', { rests: false }), step('wait', { size: 30 }), step('extend', { size: 37 })]
    await live({ ...setting, retries: [72, 120, 120] }, [...granted, step('close-dispute', { size: 3 })], reached)
  })

  it('accounts for a late payment on the subscription that another purchase replaced in the same hour', async () => {
    const owed = [step('decline'), step('turn', { size: 2 }), step('waive', { size: 0 }), step('new-card')]
    const replaced = [step('portal-stop'), step('buy'), step('pay', { rests: false }), step('pay-late', { size: 0 })]
    await live({ ...setting, retries: [72, 120, 120] }, [...owed, ...replaced, step('turn')], reached)
  })

  it('keeps what was bought again while one of two payments of the period before is kept', async () => {
    const changed = [step('wait'), step('switch', { plan: 'plus' }), step('stop'), step('buy')]
    const free = [step('pay', { size: 56 }), step('coupon'), step('turn'), step('dashboard-refund', { size: 3 })]
    await live(setting, [...changed, ...free], reached)
  })

  it('charges nothing after a stop in the portal whose message arrives while an extension moves the next charge', async () => {
    const unpaid = [step('decline', { rests: false }), step('turn', { size: 2, rests: false })]
    const stopped = step('portal-stop', { post: 'late', rests: false })
    const extended = step('extend', { size: 5, rests: false })
    const waived = step('waive', { size: 0, rests: false })
    await live({ ...setting, retries: [72, 120, 120] }, [...unpaid, waived, stopped, extended, step('wait')], reached)
  })

  it('counts both payments for a period that is over before it is checked', async () => {
    const changed = [step('decline', { rests: false }), step('wait', { size: 1, rests: false })]
    const paid = [step('switch', { plan: 'plus', rests: false }), step('pay-late', { size: 0, rests: false })]
    const over = [step('wait', { size: 42, rests: false }), step('turn', { size: 0 })]
    await live({ ...setting, retries: [72, 120, 120] }, [...changed, ...paid, ...over], reached)
  })

  it('leaves a payment before a cancellation to the administrator who cancels', async () => {
    const free = [step('coupon', { size: 0, rests: false }), step('turn', { size: 34, rests: false })]
    const failed = [step('decline', { rests: false }), step('switch', { plan: 'weekly', rests: false })]
    const paid = [step('new-card', { rests: false }), step('turn', { post: 'lost', rests: false })]
    await live({ ...setting, retries: [72, 120, 120] }, [...free, ...failed, ...paid, step('cancel')], reached)
  })

  it('leaves the payment for a plan change to the vendor who ends the subscription before the shop reads it', async () => {
    const turned = step('turn', { size: 2, post: 'lost', rests: false })
    const changed = step('switch', { plan: 'plus', post: 'late', rests: false })
    await live({ ...setting, retries: [72, 120, 120] }, [turned, changed, step('end', { size: 0 })], reached)
  })

  it('does not start what was refunded in the dashboard before the person was approved', async () => {
    const again = [step('refund', { size: 1 }), step('buy'), step('hold', { post: 'late', rests: false }), step('pay')]
    await live(setting, [...again, step('dashboard-refund', { size: 1 }), step('release')], reached)
  })

  it('refunds what a refused person pays on a page that is still open, and starts nothing', async () => {
    const again = [step('refund', { size: 1 }), step('buy'), step('refuse', { post: 'late', rests: false })]
    await live(setting, [...again, step('pay'), step('release'), step('undo')], reached)
  })

  it('refunds each payment of a person who is refused before the plan started', async () => {
    const bought = [step('refund', { size: 1 }), step('buy'), step('pay', { post: 'lost', rests: false })]
    const unread = [step('outage', { size: 6, rests: false }), step('wait', { size: 1, post: 'lost', rests: false })]
    const changed = step('switch', { plan: 'plus', post: 'late', rests: false })
    await live(setting, [...bought, ...unread, changed, step('hold'), step('refuse')], reached)
  })

  it('does not count the refund of a part of a year once a month is paid for in its place', async () => {
    const refunded = [step('wait', { plan: 'annual', size: 330 }), step('refund', { size: 2 })]
    await live(setting, [...refunded, step('switch', { plan: 'plus' })], reached)
  })

  it('charges the card that was stored after the payment, but before the shop read it', async () => {
    const again = [step('stop'), step('buy', { rests: false }), step('pay', { post: 'late', rests: false })]
    await live(setting, [...again, step('new-card'), step('turn', { size: 2 })], reached)
  })

  it('charges as requested, each payment gives access, is refunded or is a payment issue, and the lives reach every row of the state table that starts at the provider or with a request to it', async () => {
    // The same lives in every run: which rows they reach must not depend on chance. `npm run bench -- lives` plays
    // others, and only it reaches the rarest rows.
    await fc.assert(
      fc.asyncProperty(settings, story, (given, steps) => live(given, steps, reached)),
      { numRuns: 2000, seed: 2 },
    )
    const rows = rowsOfLives()
    const missed = rows.filter((row) => !reached.has(row))
    assert.ok(missed.length <= rows.length / 4, missed.join(', '))
  })
})

/**
 * Returns the files that a file loads, including itself, relative to the project's folder. Type imports are ignored.
 */
async function closureOf(file: URL, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file.href)) return seen
  seen.add(file.href)
  const source = await readFile(file, 'utf8')
  for (const [, path = ''] of source.matchAll(/^(?:import|export)(?! type)[^'"]* from '(\.[^']+)'/gm))
    await closureOf(new URL(path, file), seen)
  return seen
}

describe('the random lives', () => {
  it('run the same rules, the same actions and the same Stripe adapter as the server', async () => {
    const root = new URL('../../', import.meta.url)
    const seen = await closureOf(new URL('test/support/billing/billing-life.ts', root))
    const loaded = new Set([...seen].map((href) => href.slice(root.href.length)))
    const rules = [
      'plan',
      'tasks',
      'payments/order-plan',
      'payments/stray-payments',
      'effect-steps',
      'issue-steps',
      'billing-side',
    ]
    const adapter = ['stripe', 'snapshot', 'invoices', 'payments', 'charging', 'refunds']
    const actions = [
      'reconcile/reconcile-owned',
      'reconcile/reconcile-subscription',
      'reconcile/reconcile-order',
      'tasks/run-billing-task',
      'tasks/report-billing-task',
      'close-order',
      'sweep-payment-provider',
      'reconcile/reconcile-reported',
    ]
    for (const name of rules) assert.ok(loaded.has(`domain/billing/${name}.ts`), name)
    for (const name of adapter) assert.ok(loaded.has(`server/adapters/payments/stripe/${name}.ts`), name)
    for (const name of actions) assert.ok(loaded.has(`server/actions/billing/${name}.ts`), name)
    assert.ok(loaded.has('server/actions/subscriptions/apply-command.ts'))
    assert.deepEqual(
      [...loaded].filter((name) => /^(sandbox|server\/store)\//.test(name)),
      [],
    )
  })
})
