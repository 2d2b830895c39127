import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { buy, givenASubscriber, heldBy } from '../../support/billing/given-buyer.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, signIn, type GivenPerson } from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const { visit } = await useBrowser(shop)

/** Creates a person whose trial waited for review until an administrator refused them. */
async function givenARefusedPerson(email: string): Promise<GivenPerson> {
  const person = await givenATrialUser(shop, { email })
  const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email])
  const administrator = await givenAnAdministrator(shop)
  const answer = await administrator.post(`/api/v1/reviews/refuse/${row?.id}`, { comment: 'Not a customer.' })
  assert.equal(answer.status, 200)
  await signIn(person.visitor, email)
  return person
}

const refused = await givenARefusedPerson('zoltan.refused@gmail.com')
const waiting = await givenATrialUser(shop, { email: 'jane.waiting@gmail.com' })

test('a refused person sees the refusal, and nothing about an expired trial, a review or a start', () =>
  visit({ as: refused.visitor }, async (page) => {
    const untrue = page.getByText(/expired|pending approval|Starts when|Ask for an exception|trial runs/i)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Your account has not been approved' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Parallax Analytics' }).waitFor()
    await eventuallyEqual(() => page.getByText(/Start your free trial|No card needed/).count(), 0)
    await eventuallyEqual(() => untrue.count(), 0)
    await eventuallyEqual(() => page.getByRole('link', { name: 'See the plans' }).count(), 0)

    await page.goto('/pending')
    await page.getByRole('heading', { name: 'Your account has not been approved' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Not approved | Parallax Analytics')
    await eventuallyEqual(() => untrue.count(), 0)

    await page.goto('/account')
    const card = page.getByRole('main').locator('section.card').first()
    await card.locator('.badge').getByText('Not approved', { exact: true }).waitFor()
    await card.getByText('It did not start because your account was not approved.').waitFor()
    await eventuallyEqual(() => untrue.count(), 0)
  }))

test('a person in review reads what is waiting, and that an email will bring the decision', () =>
  visit({ as: waiting.visitor }, async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Your account is pending approval' }).waitFor()
    await page.getByText('Parallax Analytics trial: starts as soon as we approve your account.').waitFor()
    await page.getByText('jane.waiting@gmail.com').waitFor()
    await page.goto('/account')
    const card = page.getByRole('main').locator('section.card').first()
    await card.locator('.badge').getByText('In review', { exact: true }).waitFor()
    await card.getByText('Starts when your account is approved').waitFor()
  }))

test('a paying customer sees their plan on the trial page and through the link in their first email', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await buy(visitor, 'analytics-weekly')
  await shop.catchUp()
  await shop.sql(
    `update subscriptions set status = 'expired', end_date = '2026-11-19' where type = 'trial' and subscriber_id =
     (select id from subscribers where email = $1)`,
    [email],
  )
  await visit({ as: visitor }, async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'You have Parallax Analytics, weekly' }).waitFor()
    await page.getByText('Renews on 27 November 2026').waitFor()
    await eventuallyEqual(() => page.getByText(/expired|See the plans|Start your free trial/).count(), 0)
    await page.getByRole('link', { name: 'Find installers' }).click()
    await page.waitForURL('**/plans/analytics-weekly/confirmation')

    await page.goto('/plans/analytics-trial/confirmation')
    await page.waitForURL('**/plans/analytics-weekly/confirmation')
    await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor()

    await page.goto('/plans/analytics-annual/confirmation')
    await page.getByText('You have Parallax Analytics, weekly.').waitFor()
    await page.getByRole('link', { name: 'Your subscriptions' }).last().waitFor()
  })
})

test('the trial page of a person with a past-due subscription links to the payment', async () => {
  const subscriber = await givenASubscriber(shop, 'analytics-monthly')
  await shop.catchUp()
  await shop.sql(`update subscriptions set payment_state = 'past_due' where id = $1`, [subscriber.id])
  await visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/')
    await page.getByText('Your payment did not go through.').waitFor()
    await page.getByRole('link', { name: 'Fix the payment' }).click()
    await page.waitForURL('**/account')
    await page.getByText('Payment failed', { exact: true }).first().waitFor()
    await page.goto('/plans/analytics-monthly/confirmation')
    await page.getByText('Your last payment did not go through.', { exact: false }).waitFor()
    await eventuallyEqual(() => page.getByText(/Thank you|We emailed your receipt/).count(), 0)
    await page.getByRole('link', { name: 'Fix the payment' }).click()
    await page.waitForURL('**/account')
  })
})

test('an ended subscription is shown as such, and can be bought again', async () => {
  const subscriber = await givenASubscriber(shop, 'analytics-annual')
  await shop.sql(
    `update subscriptions set status = 'expired', renewal = 'ended', end_date = '2026-11-19' where id = $1`,
    [subscriber.id],
  )
  await visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/plans/analytics-annual/confirmation')
    await page.getByRole('heading', { name: 'No active subscription' }).waitFor()
    await page.getByText('“Parallax Analytics, annual” ended on 19 November 2026.').waitFor()
    await page.getByRole('link', { name: 'See the plans' }).waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Your subscription has ended' }).waitFor()
    await page.getByRole('link', { name: 'See the plans' }).waitFor()
    await eventuallyEqual(() => page.getByText(/free trial|Start 30-day trial/).count(), 0)
    await page.goto('/account')
    await page.getByRole('link', { name: 'Subscribe again: Parallax Analytics, annual' }).waitFor()
    await page.getByRole('link', { name: 'Subscribe again: Parallax Analytics, annual' }).click()
    await page.waitForURL('**/plans/analytics-annual')
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor()
  })
})

test('a link to buy a plan again that was withdrawn meanwhile leads to the plans on sale', async () => {
  const subscriber = await givenASubscriber(shop, 'analytics-annual')
  await shop.catchUp()
  await shop.sql(
    `update subscriptions set renewal = 'stopped', terms = terms || '{"name": "withdrawn", "title": "Withdrawn"}'
     where id = $1`,
    [subscriber.id],
  )
  await visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByRole('link', { name: 'Buy again: Withdrawn' }).click()
    await page.waitForURL('**/plans')
  })
})

test('a cancelled subscription names no end in the future, and a cancelled trial has expired [2.16]', async () => {
  const subscriber = await givenASubscriber(shop, 'analytics-monthly')
  const trial = await givenATrialUser(shop)
  const administrator = await givenAnAdministrator(shop)
  const [held] = await heldBy(trial.visitor)
  for (const id of [subscriber.id, held?.subscription.id]) {
    const answer = await administrator.post(`/api/v1/subscriptions/cancel/${id}`, { comment: 'Asked for it.' })
    assert.equal(answer.status, 200)
  }
  const future = /\d+ (November|December) 2026/
  await visit({ as: subscriber.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await eventuallyEqual(() => page.getByText(/Ended on/).count(), 0)
  })
  await visit({ as: trial.visitor }, async (page) => {
    await page.goto('/try/analytics-trial')
    await page.getByRole('heading', { name: 'Your trial has expired' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Your trial has expired | Parallax Analytics')
    await eventuallyEqual(() => page.getByRole('link', { name: 'Find installers' }).count(), 0)
    await eventuallyEqual(() => page.getByText(future).count(), 0)
  })
})

test('a person in a denied country is offered no purchase on the account page, and the stop and the resumption of a renewal name no approval of their account', async () => {
  const stopped = await givenASubscriber(shop, 'analytics-monthly')
  await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`, {})
  await shop.catchUp()
  await visit({ as: stopped.visitor }, async (page) => {
    await page.goto('/account')
    await page.getByRole('link', { name: /^Buy again/ }).waitFor()
    await shop.sql(`update subscribers set denied_country = true where email = $1`, [stopped.email])
    await shop.sql(`update subscriptions set status = 'pending', held_since = '2026-11-20' where id = $1`, [stopped.id])
    await page.reload()
    await page.getByText(/^On hold because our products are not available in your country/).waitFor()
    await eventuallyEqual(() => page.getByRole('link', { name: /^Buy again/ }).count(), 0)
    await page.getByRole('button', { name: 'Resume renewal' }).click()
    const question = page.getByRole('alertdialog', { name: 'Resume the renewal?' })
    await question
      .getByText('If we approve another country, it then renews, and the card on file will be charged.', {
        exact: false,
      })
      .waitFor()
  })
})
