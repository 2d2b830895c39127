import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { paymentIssueWords } from '../../../i18n/en/admin/payment-issues.ts'
import { act, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  givenAPayer,
  issuesOf,
  mailsTo,
  overThere,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const { kinds, answer } = paymentIssueWords
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

async function renewal(payer: Payer, to: 'stop' | 'resume') {
  await signIn(payer.visitor, payer.email)
  return act(payer.visitor, `/api/v1/subscriptions/${to}-renewal/${payer.id}`, {})
}

test('a bank’s inquiry takes nothing: charging continues, and an issue states the deadline until the evidence is in; while a payment is disputed nothing is charged, and once it is won the subscription renews on its day', () =>
  shopAt(async (shop) => {
    const [asked, payer] = [await givenAPayer(shop, 'analytics-monthly'), await givenAPayer(shop, 'analytics-monthly')]
    await shop.advanceTo('2026-11-25T12:00:00Z')
    const dispute = await disputePayment(shop, asked, 'inquiry')
    const [inquiry, ...more] = await issuesOf(shop)
    assert.deepEqual([inquiry?.kind, inquiry?.subscription?.id, more], ['payment-inquiry', asked.id, []])
    assert.match(inquiry?.detail ?? '', /4 December 2026/)
    await simulate('move-dispute', { dispute, status: 'warning_under_review' })
    await shop.catchUp()
    assert.deepEqual(await issuesOf(shop), [], 'the evidence is in')
    await simulate('close-dispute', { dispute, outcome: 'lost' })
    await shop.catchUp()
    assert.equal((await overThere(shop, asked)).pause_collection, null)
    assert.deepEqual(await shop.sql(`select state from payments where kind = 'dispute'`), [{ state: 'closed' }])
    await signIn(asked.visitor, asked.email)
    const listed = await read<{ kind: string }[]>(asked.visitor, `/api/v1/subscriptions/payments/${asked.id}`)
    assert.deepEqual(
      listed.map(({ kind }) => kind),
      ['charge'],
      'it moved no money',
    )

    const opened = await disputePayment(shop, payer)
    const [issue] = await issuesOf(shop)
    assert.deepEqual(
      [issue?.kind, issue?.detail, issue?.subscription?.id, issue?.subscriber?.email, issue?.retryable],
      ['payment-disputed', kinds['payment-disputed'], payer.id, payer.email, false],
    )
    assert.match(issue?.providerUrl ?? '', /^http/)
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20', 'access stays')
    assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')
    assert.equal((await mailsTo(shop, payer, /renew/)).length, 0, 'nobody invites the customer to resume anything')

    assert.equal((await renewal(payer, 'stop')).status, 200)
    const resumed = await renewal(payer, 'resume')
    assert.deepEqual([resumed.status, resumed.message], [409, errorMessages.PAYMENT_DISPUTED])

    await shop.advanceTo('2026-12-01T12:00:00Z')
    await simulate('close-dispute', { dispute: opened, outcome: 'won' })
    await settled(shop)
    assert.deepEqual(await issuesOf(shop), [], 'the issue closes itself')
    assert.equal((await renewal(payer, 'resume')).status, 200)
    await settled(shop)
    assert.equal((await overThere(shop, payer)).pause_collection, null)
    await shop.advanceTo('2026-12-21T12:00:00Z')
    for (const one of [asked, payer]) assert.equal(await stateOf(shop, one), 'active, on, 2027-01-20')
  }))

test('without saved portal settings “Manage billing” returns 503 and opens one payment issue with the provider’s sentence', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('settings', { portalSaved: false })
    for (let press = 0; press < 3; press += 1) {
      const refused = await act(payer.visitor, '/api/v1/plans/analytics-monthly/download', {})
      assert.deepEqual([refused.status, refused.message], [503, errorMessages.BILLING_PAGE_REFUSED])
    }
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.retryable, more], ['page-refused', false, []])
    assert.ok(issue?.detail.startsWith(`${kinds['page-refused']} ${answer('')}`), issue?.detail)
    assert.match(issue?.detail ?? '', /configuration/i)
    await simulate('settings', { portalSaved: true })
    const administrator = await givenAnAdministrator(shop)
    const comment = 'Portal settings saved.'
    assert.equal((await act(administrator, `/api/v1/payment-issues/resolve/${issue?.id}`, { comment })).status, 204)
    assert.equal((await payer.visitor.post('/api/v1/plans/analytics-monthly/download', {})).status, 200)
    assert.deepEqual(await issuesOf(shop), [])
  }))
