import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { checkOut, givenABuyer, givenASubscriber, heldBy, payOn, settled } from '../../support/billing/given-buyer.ts'
import { issuesOf, mailsTo } from '../../support/billing/paying.ts'
import { givenAnAdministrator, givenAShop, signIn } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, await useCluster())

const promisesReview = /review(ing|ed)? your account|account is (being reviewed|approved)|our decision/i

async function moveTo({ visitor }: { visitor: TestVisitor }, country: string) {
  assert.equal((await visitor.post('/api/v1/account/details', { country })).status, 200)
  await settled(shop)
}
const statusesOf = async ({ visitor }: { visitor: TestVisitor }) =>
  (await heldBy(visitor)).map(({ subscription }) => subscription.status)
/** Returns the card of the subscription on the account page. */
const cardOn = async ({ visitor }: { visitor: TestVisitor }) =>
  /<section class="card stack">.*?<\/section>/s.exec(await (await visitor.get('/account')).text())?.[0] ?? ''

test('a customer whose country is denied later gets an email without a reason and without a review, with what happens to the money, and reads the reason on the account page', async () => {
  const payer = await givenASubscriber(shop)
  await moveTo(payer, 'IR')
  const [mail, ...more] = await mailsTo(shop, payer, /on hold|reviewed/)
  assert.ok(mail)
  assert.deepEqual(more, [])
  assert.equal(mail.subject, 'Your access is on hold')
  assert.match(mail.text, /Your account page shows the reason and what you can do/)
  assert.doesNotMatch(mail.text, /country/)
  assert.match(mail.text, /does not renew.*not refunded automatically.*write to support@/s)
  assert.doesNotMatch(mail.subject + mail.text, promisesReview)

  assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`, {})).status, 200)
  const [stopped] = await mailsTo(shop, payer, /will not renew/)
  assert.match(stopped?.text ?? '', /stays on hold because our products are not available in the country you entered/)
  assert.doesNotMatch(stopped?.text ?? '', /review|account is approved/)

  const page = await cardOn(payer)
  assert.match(page, /On hold because our products are not available in your country\./)
  assert.match(page, /href="\/not-approved"/)
  assert.doesNotMatch(page, promisesReview)
})

test('the receipt of a purchase that is paid while the country is denied promises no start after an approval of the account', async () => {
  const buyer = await givenABuyer(shop)
  const { to } = await checkOut(buyer.visitor)
  assert.equal((await payOn(buyer.visitor, to, 'AT611904300234573201')).status, 303)
  await shop.catchUp()
  const administrator = await givenAnAdministrator(shop)
  const details = { country: 'IR', comment: 'Moved.' }
  const id = await idOf(shop, buyer.email)
  assert.equal((await act(administrator, `/api/v1/subscribers/${id}/details`, details)).status, 200)
  await shop.advanceTo('2026-11-27T12:00:00Z')
  await settled(shop)
  const [receipt, ...more] = await mailsTo(shop, buyer, /receipt/)
  assert.ok(receipt)
  assert.deepEqual(more, [])
  assert.match(receipt.text, /not available in the country you entered, so your subscription has not started/)
  assert.match(receipt.text, /not refunded automatically.*write to support@/s)
  assert.doesNotMatch(receipt.text, promisesReview)
  await signIn(buyer.visitor, buyer.email)
  assert.deepEqual(await statusesOf(buyer), ['pending'])
  const paid = (await issuesOf(shop)).filter((one) => one.subscriber?.email === buyer.email)
  assert.deepEqual(
    paid.map(({ kind }) => kind),
    ['country-denied'],
  )
})

test('a paid period on hold in a denied country is one payment issue until the country is corrected or the subscription ends', async () => {
  const issues = async (email: string) =>
    (await issuesOf(shop)).filter((one) => one.kind === 'country-denied' && one.subscriber?.email === email)
  const administrator = () => givenAnAdministrator(shop)
  const correctFor = async (id: string, country: string) => {
    const details = { country, comment: 'Asked by phone.' }
    assert.equal((await act(await administrator(), `/api/v1/subscribers/${id}/details`, details)).status, 200)
  }
  const payer = await givenASubscriber(shop)
  const person = await idOf(shop, payer.email)
  assert.deepEqual(await issues(payer.email), [])
  await moveTo(payer, 'IR')
  const [issue, ...more] = await issues(payer.email)
  assert.deepEqual([issue?.subscription?.id, more], [payer.id, []])
  assert.match(issue?.detail ?? '', /country is denied.*refund the payment/)

  const resolved = await act(await administrator(), `/api/v1/payment-issues/resolve/${issue?.id}`, {
    comment: 'Asked.',
  })
  assert.equal(resolved.status, 204)
  await moveTo(payer, 'SY')
  const stop = await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`, {})
  assert.equal(stop.status, 200)
  assert.deepEqual(await issues(payer.email), [], 'a resolved one stays resolved during the hold')

  await correctFor(person, 'GB')
  assert.equal(
    (await act(await administrator(), `/api/v1/reviews/approve/${person}`, { comment: 'Seen.' })).status,
    200,
  )
  assert.deepEqual(await statusesOf(payer), ['active'])
  await moveTo(payer, 'IR')
  assert.equal((await issues(payer.email)).length, 1, 'the next hold')
  await correctFor(person, 'GB')
  assert.equal((await issues(payer.email)).length, 1, 'the correction waits')
  assert.equal(
    (await act(await administrator(), `/api/v1/reviews/approve/${person}`, { comment: 'Seen.' })).status,
    200,
  )
  assert.deepEqual(await issues(payer.email), [], 'the country is no longer denied')

  const other = await givenASubscriber(shop)
  await moveTo(other, 'IR')
  assert.equal((await issues(other.email)).length, 1)
  const refund = { comment: 'Refunded.' }
  assert.equal((await act(await administrator(), `/api/v1/subscriptions/refund/${other.id}`, refund)).status, 200)
  await settled(shop)
  assert.deepEqual(await statusesOf(other), ['expired'])
  assert.deepEqual(await issues(other.email), [], 'the subscription has ended')
})
