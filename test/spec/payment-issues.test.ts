import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorMessages } from '../../core/words/en/errors.ts'
import { paymentIssueWords } from '../../core/words/en/payment-issues.ts'
import { act, read } from '../at-desk.ts'
import { useCluster } from '../cluster.ts'
import { givenASubscriber, settled, type Subscriber } from '../given-buyer.ts'
import { eventually, givenAnAdministrator, givenAShop, signIn, type TestShop } from '../given.ts'
import { givenAProvider } from '../given-provider.ts'
import {
  givenAPayer,
  historyOf,
  invoicesOf,
  issuesOf,
  mailsTo,
  overThere,
  paidDays,
  provider,
  rowOf,
  simulate,
  stateOf,
  withShop,
  type Issue,
  type Payer,
} from '../paying.ts'

const cluster = await useCluster()
const { kinds, answer } = paymentIssueWords
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const kindsOf = async (shop: TestShop, { id }: { id: string }) =>
  (await issuesOf(shop)).filter(({ subscription }) => subscription?.id === id).map(({ kind }) => kind)

/** Disputes the newest charge of a payer; answers the dispute's id. */
async function dispute(shop: TestShop, payer: { id: string }): Promise<string> {
  const { customer } = await overThere(shop, payer)
  const { data } = await provider().charges.list({ customer: customer as string, limit: 1 })
  await simulate('dispute', { charge: data[0]?.id ?? '' })
  await settled(shop)
  return (await provider().disputes.list({ limit: 1 })).data[0]?.id ?? ''
}

async function renewal(payer: Payer | Subscriber, to: 'stop' | 'resume') {
  await signIn(payer.visitor, payer.email)
  return act(payer.visitor, `/api/v1/subscriptions/${to}-renewal/${payer.id}`, {})
}

test('while a payment is disputed nothing is charged; won, the subscription renews on its day as before', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-11-25T12:00:00Z')
    const opened = await dispute(shop, payer)
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
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20'])
  }))

test('a dispute open on the due day: that renewal is not charged; lost before it, access and charging end like a refund', () =>
  shopAt(async (shop) => {
    const open = await givenAPayer(shop, 'analytics-monthly')
    const lost = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-11-25T12:00:00Z')
    await dispute(shop, open)
    const decided = await dispute(shop, lost)
    assert.equal((await issuesOf(shop)).length, 2)
    await shop.advanceTo('2026-12-01T12:00:00Z')
    await simulate('close-dispute', { dispute: decided, outcome: 'lost' })
    await settled(shop)
    assert.equal(await stateOf(shop, lost), 'expired, ended, 2026-12-01')
    assert.deepEqual((await historyOf(shop, lost)).slice(2), ['END_DATE_CHANGED 2026-12-01', 'STATUS_CHANGED'])
    assert.equal((await overThere(shop, lost)).status, 'canceled')
    assert.deepEqual(await kindsOf(shop, lost), [])
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.deepEqual(await paidDays(shop, open), ['2026-11-20'])
    assert.deepEqual(await invoicesOf(shop, open, 'open'), [], 'nothing is left to be collected later')
    assert.match(await stateOf(shop, open), /^expired, /)
    assert.deepEqual(await paidDays(shop, lost), ['2026-11-20'])
    assert.deepEqual(await kindsOf(shop, open), ['payment-disputed'])
  }))

test('an invoice that cannot be finalised keeps access and is a payment issue until it can', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('settings', { finalisationFails: true })
    await shop.advanceTo('2026-12-24T12:00:00Z')
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.detail, more], ['invoice-not-finalised', kinds['invoice-not-finalised'], []])
    assert.equal(issue?.subscription?.id, payer.id)
    assert.match(await stateOf(shop, payer), /^active, on, /, 'four days after the due day')
    const mails = (await shop.mails()).filter(({ to }) => to.includes(payer.email))
    assert.deepEqual(
      mails.filter(({ subject }) => /did not go through|ended/.test(subject)),
      [],
    )
    await simulate('settings', { finalisationFails: false })
    const [draft] = await invoicesOf(shop, payer, 'draft')
    await simulate('finalise', { invoice: draft?.id ?? '' })
    await shop.advanceTo('2026-12-24T14:00:00Z')
    await shop.advanceTo('2026-12-25T14:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('without saved portal settings “Manage billing” is a 503 and one payment issue with the provider’s sentence', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('settings', { portalSaved: false })
    for (let press = 0; press < 3; press += 1) {
      const refused = await act(payer.visitor, '/api/v1/plans/analytics-monthly/download', {})
      assert.deepEqual([refused.status, refused.message], [503, errorMessages.PAYMENTS_UNAVAILABLE])
    }
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.retryable, more], ['page-refused', false, []])
    assert.ok(issue?.detail.startsWith(`${kinds['page-refused']} ${answer('')}`), issue?.detail)
    assert.match(issue?.detail ?? '', /configuration/i)
    await simulate('settings', { portalSaved: true })
    const administrator = await givenAnAdministrator(shop)
    const comment = 'Portal settings saved.'
    assert.equal((await act(administrator, `/api/v1/matters/resolve/${issue?.id}`, { comment })).status, 204)
    assert.equal((await payer.visitor.post('/api/v1/plans/analytics-monthly/download', {})).status, 200)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('tasks that the provider refuses or cannot take', async (t) => {
  const world = await givenAProvider(cluster)
  const shop: TestShop = await givenAShop(world.environment, cluster)
  world.reportTo(shop.url)
  const administrator = await givenAnAdministrator(shop)
  const issues = () => read<Issue[]>(administrator, '/api/v1/matters')
  const there = async (payer: { id: string }) =>
    world.stripe.subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)
  const failing = (fault: 403 | 503) => {
    world.faults.answer = ({ method, path }) =>
      method === 'POST' && path.startsWith('/v1/subscriptions/') ? fault : undefined
  }

  await t.test(
    'a stop that is refused for good: an issue with the sentence, an email, and a retry that works',
    async () => {
      const owner = await givenASubscriber(shop)
      await settled(shop)
      failing(403)
      assert.equal((await renewal(owner, 'stop')).status, 200)
      await settled(shop)
      const [issue, ...more] = await issues()
      assert.deepEqual(more, [])
      assert.deepEqual(
        [issue?.kind, issue?.subscription?.id, issue?.subscriber?.email, issue?.retryable],
        ['task-refused', owner.id, owner.email, true],
      )
      assert.match(issue?.detail ?? '', /^The billing provider refused a request\. Its answer: .*permissions/)
      assert.match(issue?.providerUrl ?? '', /\/sub_\w+$/)
      assert.equal((await there(owner)).cancel_at_period_end, false)
      const mail = await shop.mailTo(owner.email, 'We could not stop the renewal')
      assert.match(mail.text, /If you are charged all the same, we will refund the payment in full\./)

      const retry = (id = '') => act(administrator, `/api/v1/matters/retry/${id}`, { comment: 'Key replaced.' })
      assert.equal((await retry(issue?.id)).status, 202)
      await settled(shop)
      const [again, ...others] = await issues()
      assert.deepEqual([again?.kind, others], ['task-refused', []], 'refused once more')
      assert.notEqual(again?.id, issue?.id)
      delete world.faults.answer
      assert.equal((await retry(again?.id)).status, 202)
      await settled(shop)
      assert.deepEqual(await issues(), [])
      assert.equal((await there(owner)).cancel_at_period_end, true)
      const audit = await shop.sql(`select act from audit where subscription_id = $1`, [owner.id])
      assert.deepEqual(audit, [{ act: 'retry-matter' }, { act: 'retry-matter' }])
    },
  )

  await t.test('one that has waited for an hour is shown, and closes itself when the provider accepts it', async () => {
    const owner = await givenASubscriber(shop)
    await settled(shop)
    failing(503)
    assert.equal((await renewal(owner, 'stop')).status, 200)
    const attempts = async () =>
      (await shop.sql<{ attempts: number }>(`select attempts from jobs where kind = 'billing'`))[0]?.attempts ?? 0
    await eventually('a first attempt', async () => (await attempts()) > 0)
    assert.deepEqual(await issues(), [])
    // As after an hour of attempts.
    await eventually('an issue', async () => {
      await shop.sql(`update jobs set attempts = 11, run_at = now() where kind = 'billing' and leased_until is null`)
      await shop.catchUp()
      return (await issues()).length > 0
    })
    const [issue, ...more] = await issues()
    assert.deepEqual(more, [])
    assert.deepEqual([issue?.kind, issue?.subscription?.id, issue?.retryable], ['task-waiting', owner.id, false])
    assert.ok(issue?.detail.startsWith(kinds['task-waiting']), issue?.detail)
    delete world.faults.answer
    await shop.sql(`update jobs set run_at = now() where kind = 'billing'`)
    await settled(shop)
    assert.deepEqual(await issues(), [])
    assert.equal((await there(owner)).cancel_at_period_end, true)
  })
  await shop.stop()
})
