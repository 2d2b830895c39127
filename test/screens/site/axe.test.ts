import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'vitest'
import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { screens, type ScreenName } from '../../../contract/screens.ts'
import { alive, useBrowser, type Visit } from '../../support/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnUndeliveredMail } from '../../support/servers/given-mail.ts'
import { aConsolidatedList, givenAFolder, manyNames } from '../../support/screening/given-lists.ts'
import { without } from '../../support/faults.ts'
import { cards, checkOut, givenABuyer, givenASubscriber, type Buyer } from '../../support/billing/given-buyer.ts'
import {
  activate,
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
} from '../../support/given.ts'
import { eula, fillInToBuy, payBy, payButton } from '../buying.ts'
import { agreement, aRegistrant, fillIn, openLink, register, startButton } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const user = await givenATrialUser(shop)
const denied = await givenATrialUser(shop, { country: 'BY' })
const held = await givenATrialUser(shop, { email: 'jane.doe.held@gmail.com' })

/** Submits the page's form as a browser does whose scripts have not loaded; the response contains its errors. */
async function sendPlainly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('main form')
    const token = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: '_csrf',
      value: /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '',
    })
    form?.append(token)
    form?.submit()
  })
  await page.getByRole('alert').getByText('There is a problem').waitFor()
  await alive(page)
}

// Besides the person on hold for their address alone: another such person, and one whose name is like one on the list.
const alsoHeld = await givenATrialUser(shop, { email: 'john.doe.held@gmail.com', firstName: 'John' })
const listed = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovac' })
// Another match does not prevent approval, because that entry has expired.
await shop.sql(
  `update screening_checks set reasons = reasons || jsonb_build_array(reasons -> 0 ||
     '{"key": "list:Sandbox sample list:SAMPLE-9", "entry": "SAMPLE-9", "holds": false, "expired": "2019-05-03"}')
   where subscriber_id = (select id from subscribers where email = $1)`,
  [listed.email],
)

const over = await givenATrialUser(shop)
await shop.sql(
  `update subscriptions set status = 'expired' where subscriber_id = (select id from subscribers where email = $1)`,
  [over.email],
)
const newcomer = await givenARegistration(shop)
const late = await givenARegistration(shop)
await activate(shop, late.visitor, late.email)
const administrator = await givenAnAdministrator(shop)
const buyer = await givenABuyer(shop)
const declined = await givenABuyer(shop)
const subscriber = await givenASubscriber(shop, 'analytics-annual')

await shop.sql(
  `insert into payment_issues (id, subscription_id, kind, payment, since, task) select gen_random_uuid(), id, 'task-refused', 'pi_axe', created_at, '{}'
   from subscriptions where id = $1`,
  [subscriber.id],
)
const overdue = await givenASubscriber(shop, 'analytics-monthly')
// Outstanding reports of the provider would restore the state.
await shop.catchUp()
await shop.sql(
  `update subscriptions set payment_state = 'past_due', retry_at = next_charge_at, pay_url = 'https://pay.example/' where id = $1`,
  [overdue.id],
)
const stopped = await givenASubscriber(shop, 'analytics-monthly')
await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`, {})

type State = {
  /** The screen of the site map of which this is a state; pages of identity and sandbox have none. */
  screen?: ScreenName
  name: string
  as?: Visit['as']
  open: (page: Page) => Promise<unknown>
  options?: Visit
}

const at = (path: string) => (page: Page) => page.goto(path)
const confirmation = '/plans/analytics-trial/confirmation'
const connectionLost = { tolerate: /ERR_FAILED/ }
const subscriberOf = async (email: string) => {
  const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email])
  return row ?? assert.fail(`nobody has the address ${email}`)
}
/** Checks out and returns the order that waits for the payment. */
const orderOf = async ({ visitor, email }: Buyer, plan: string) => {
  const { status, message } = await checkOut(visitor, plan)
  assert.equal(status, 200, message)
  const { id } = await subscriberOf(email)
  const [order] = await shop.sql<{ id: string }>(
    `select id from orders where subscriber_id = $1 and state = 'open' order by created_at desc`,
    [id],
  )
  return order?.id
}
const detailsOf = async (page: Page, email: string, last = 'Sandbox sample list') => {
  const { id } = await subscriberOf(email)
  await page.goto(`/administration/users/${id}`)
  await page.getByText(last).first().waitFor()
}
const listOf = async (page: Page) => {
  await page.goto(`/administration/users?search=${encodeURIComponent(subscriber.email)}`)
  await page.locator('tbody tr[data-row] a').first().waitFor()
}
const menuOf = async (page: Page) => {
  await listOf(page)
  await page.locator('tbody tr[data-row] td').first().click({ button: 'right' })
}
const portal = async (page: Page) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByRole('heading', { name: 'Plan and billing' }).waitFor()
}

/** Creates one email that was given up, one that waits and one that is being sent, and no others. */
async function givenUndelivered(): Promise<void> {
  await shop.sql("delete from jobs where kind = 'email'")
  await givenAnUndeliveredMail(shop)
  await givenAnUndeliveredMail(shop, { state: 'waiting', fault: 'silent', answer: null })
  await givenAnUndeliveredMail(shop, { state: 'new' })
}

/** Creates a shop with an old list, some rejected files, and a screening run in progress. */
async function givenScreeningAtWork(): Promise<{ url: string; as: Visit['as'] }> {
  const folder = givenAFolder()
  folder.put('csl.csv', aConsolidatedList(manyNames(30)))
  const lists = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.2' })
  const visitor = await givenAnAdministrator(lists)
  await eventually('the list', async () => (await lists.sql('select from screening_lists')).length > 0)
  folder.put('csl.csv', aConsolidatedList(manyNames(12)))
  folder.put('unknown.csv', 'nothing')
  await eventually('the faults', async () => (await lists.sql('select from screening_faults')).length > 1)
  await lists.sql(`update screening_lists set date = '2026-01-01', accepted_by = 'admin@shop.example'`)
  await lists.sql(
    `insert into screening_runs (id, basis, lists, began_at, total, people, changed)
     values (gen_random_uuid(), 'csl', '[]', now() + interval '1 hour', 1000, 400, 3)`,
  )
  return { url: lists.url, as: visitor }
}
const screening = await givenScreeningAtWork()

const states: State[] = [
  { screen: 'trial', name: 'empty', open: at('/') },
  { screen: 'trial', name: 'on a phone', open: at('/'), options: { viewport: { width: 375, height: 812 } } },
  { screen: 'trial', name: 'with the affirmation', open: at('/try/statistics-trial') },
  {
    screen: 'trial',
    name: 'with errors',
    async open(page) {
      await page.goto('/')
      await startButton(page).click()
      await page.getByText('There is a problem').waitFor()
    },
  },
  {
    screen: 'trial',
    name: 'with a known address',
    async open(page) {
      await page.goto('/')
      await page.getByLabel('Business email').fill(user.email)
      await page.getByLabel('Company').focus()
      await page.getByText('It seems like you already have an account.').waitFor()
    },
  },
  {
    screen: 'trial',
    name: 'with the picker open',
    async open(page) {
      await page.goto('/')
      await page.locator('button#country').click()
      await page.getByRole('listbox', { name: 'Country' }).waitFor()
    },
  },
  { screen: 'trial', name: 'with the inbox dialog', open: (page) => register(page, aRegistrant()) },
  {
    screen: 'trial',
    name: 'with an error toast',
    async open(page) {
      await page.goto('/')
      await fillIn(page, aRegistrant())
      await agreement(page).check()
      await without(shop, 'trial_tokens', async () => {
        await startButton(page).click()
        // With the pointer on it, the toast stays.
        await page.locator('.toast').hover()
      })
    },
    options: { tolerate: /status of 500/ },
  },
  { screen: 'trial', name: 'running', as: user.visitor, open: at('/') },
  {
    screen: 'trial',
    name: 'with the menu open',
    as: user.visitor,
    async open(page) {
      await page.goto('/')
      await page.getByRole('button', { name: /Account of/ }).click()
      await page.locator('header').getByRole('button', { name: 'Sign out' }).waitFor()
    },
  },
  { screen: 'trial', name: 'half known', as: user.visitor, open: at('/try/statistics-trial') },
  { screen: 'trial', name: 'over', as: over.visitor, open: at('/') },
  { screen: 'plans', name: 'as it is', open: at('/plans') },
  { screen: 'orderSummary', name: 'of a stranger', open: at('/plans/analytics-annual') },
  {
    screen: 'orderSummary',
    name: 'with the register form in the page, sent without scripts',
    async open(page) {
      await page.goto('/plans/analytics-annual?register')
      await sendPlainly(page)
    },
  },
  {
    screen: 'orderSummary',
    name: 'with the register dialog and its errors',
    async open(page) {
      const dialog = await fillInToBuy(page, aRegistrant({ email: 'jane', lastName: 'D#e' }))
      await dialog.getByRole('button', { name: 'Register' }).click()
      await dialog.getByText('There is a problem').waitFor()
    },
  },
  {
    screen: 'orderSummary',
    name: 'with the inbox dialog',
    async open(page) {
      const dialog = await fillInToBuy(page, aRegistrant())
      await dialog.getByRole('checkbox', { name: /^I agree/ }).check()
      await dialog.getByRole('button', { name: 'Register' }).click()
      await page.getByRole('dialog', { name: 'Almost ready! Please check your inbox.' }).waitFor()
    },
  },
  { screen: 'orderSummary', name: 'with the affirmation', as: buyer.visitor, open: at('/plans/statistics-annual') },
  {
    screen: 'orderSummary',
    name: 'ready to pay',
    as: buyer.visitor,
    async open(page) {
      await page.goto('/plans/analytics-annual')
      await page.getByLabel('Industry', { exact: true }).selectOption('Other')
      await page.getByRole('checkbox', { name: /none of those listed/ }).check()
      await eula(page).check()
      await eventuallyEqual(() => payButton(page).isEnabled(), true)
    },
  },
  {
    screen: 'orderSummary',
    name: 'of a subscription that can be bought again',
    as: stopped.visitor,
    open: at('/plans/analytics-monthly'),
  },
  { screen: 'orderSummary', name: 'subscribed already', as: subscriber.visitor, open: at('/plans/analytics-weekly') },
  {
    screen: 'confirmation',
    name: 'waiting for the payment',
    as: declined.visitor,
    async open(page) {
      await page.goto(`/plans/analytics-annual/confirmation?order=${await orderOf(declined, 'analytics-annual')}`)
      await page.getByText('Confirming your payment').waitFor()
    },
  },
  {
    screen: 'confirmation',
    name: 'of a payment not made',
    as: declined.visitor,
    async open(page) {
      const order = await orderOf(declined, 'analytics-annual')
      // Another plan of the product replaces it.
      await orderOf(declined, 'analytics-monthly')
      await page.goto(`/plans/analytics-annual/confirmation?order=${order}`)
      await page.getByText('The payment was not completed').waitFor()
    },
  },
  {
    screen: 'confirmation',
    name: 'of a purchase',
    as: subscriber.visitor,
    async open(page) {
      await page.goto('/plans/analytics-annual/confirmation')
      await page.getByText('Verify download').first().click()
      await page.getByRole('button', { name: 'Copy the command sha256sum parallax-analytics.AppImage' }).waitFor()
    },
  },
  { screen: 'account', name: 'with a subscription', as: subscriber.visitor, open: at('/account') },
  {
    screen: 'account',
    name: 'with a payment that failed and its invoices',
    as: overdue.visitor,
    async open(page) {
      await page.goto('/account')
      await page.getByRole('link', { name: 'Pay now' }).waitFor()
      await page.locator('.invoices').waitFor()
    },
  },
  {
    screen: 'account',
    name: 'with invoices that could not be loaded',
    as: stopped.visitor,
    async open(page) {
      await page.route(/\/(invoices|payments\/.*)$/, (route) => route.abort())
      await page.goto('/account')
      await page.getByText('could not be loaded').first().waitFor()
    },
    options: connectionLost,
  },
  { screen: 'account', name: 'empty', as: buyer.visitor, open: at('/account') },
  { screen: 'account', name: 'of somebody whose trial is over', as: over.visitor, open: at('/account') },
  {
    screen: 'account',
    name: 'with the question before renewal stops',
    as: subscriber.visitor,
    async open(page) {
      await page.goto('/account')
      await page.getByRole('button', { name: 'Stop renewal' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'sandbox payment page',
    as: buyer.visitor,
    async open(page) {
      await page.goto((await checkOut(buyer.visitor, 'analytics-annual')).to)
      await page.getByText('Test cards: no money moves').click()
    },
  },
  {
    name: 'sandbox payment page, the card declined',
    as: declined.visitor,
    async open(page) {
      await page.goto((await checkOut(declined.visitor, 'analytics-annual')).to)
      await payBy(page, cards.declined)
      await page.getByText('The payment did not go through').waitFor()
    },
  },
  {
    name: 'sandbox portal, with another card',
    as: subscriber.visitor,
    async open(page) {
      await portal(page)
      await page.getByText('Change card').click()
      await page.getByRole('button', { name: 'Save card' }).waitFor()
    },
  },
  {
    name: 'sandbox portal, before the plan is cancelled',
    as: subscriber.visitor,
    async open(page) {
      await portal(page)
      await page.getByRole('link', { name: 'Cancel plan' }).click()
      await page.waitForURL(/cancel/)
    },
  },
  {
    name: 'sandbox portal, before the plan is changed',
    as: subscriber.visitor,
    async open(page) {
      await portal(page)
      await page.getByRole('link', { name: 'Switch to monthly' }).click()
      await page.waitForURL(/switch/)
    },
  },
  {
    name: 'sandbox receipt',
    as: subscriber.visitor,
    async open(page) {
      await portal(page)
      await page.getByRole('link', { name: /^Receipt/ }).click()
      await page.getByText('Amount paid').waitFor()
    },
  },
  {
    screen: 'confirmation',
    name: 'after the check',
    as: user.visitor,
    async open(page) {
      await page.goto(confirmation)
      await page.getByRole('button', { name: 'Check if installed' }).click()
      await page.getByText('We can check this on Windows only.').waitFor()
    },
  },
  {
    screen: 'confirmation',
    name: 'of nothing',
    as: user.visitor,
    open: at('/plans/analytics-annual/confirmation'),
  },
  { screen: 'failure', name: 'as it is', open: at('/failure') },
  { screen: 'busy', name: 'as it is', open: at('/busy') },
  { screen: 'forbidden', name: 'as it is', open: at('/forbidden') },
  { screen: 'pending', name: 'as it is', as: held.visitor, open: at('/pending') },
  { screen: 'notApproved', name: 'as it is', as: denied.visitor, open: at('/not-approved') },
  { screen: 'administration', name: 'as it is', as: administrator, open: at('/administration') },
  { screen: 'users', name: 'with its rows', as: administrator, open: listOf },
  {
    screen: 'users',
    name: 'narrowed to overdue payments',
    as: administrator,
    async open(page) {
      await page.goto('/administration/users?filters=past_due')
      await page.locator('tbody tr[data-row] .badge--amber').waitFor()
    },
  },
  {
    screen: 'users',
    name: 'while it loads',
    as: administrator,
    async open(page) {
      await page.route(/api\/v1\/subscriptions\?/, () => undefined)
      await page.goto('/administration/users?sort=name')
      await page.locator('tbody .skeleton').first().waitFor()
    },
  },
  {
    screen: 'users',
    name: 'empty, sorted and narrowed',
    as: administrator,
    async open(page) {
      await page.goto('/administration/users?search=nobody+at+all&filters=trial&sort=name&order=desc')
      await page.getByText('No data available').waitFor()
    },
  },
  {
    screen: 'users',
    name: 'not to be had',
    as: administrator,
    async open(page) {
      await page.route(/api\/v1\/subscriptions\?/, (route) => route.abort())
      await page.goto('/administration/users?sort=name')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
    options: connectionLost,
  },
  {
    screen: 'users',
    name: 'with an error of its search',
    as: administrator,
    async open(page) {
      await listOf(page)
      await page.getByLabel('Search', { exact: true }).fill('x'.repeat(256))
      await page.getByText('Length should be less than 256 characters').waitFor()
    },
  },
  {
    screen: 'users',
    name: 'with the menu of a row',
    as: administrator,
    async open(page) {
      await menuOf(page)
      await page.getByRole('menu').waitFor()
    },
  },
  {
    screen: 'users',
    name: 'with the tooltip of a date',
    as: administrator,
    async open(page) {
      await listOf(page)
      await page.locator('td time').first().hover()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    screen: 'users',
    name: 'with a dialog and its errors',
    as: administrator,
    async open(page) {
      await menuOf(page)
      await page.getByRole('menuitem', { name: 'Update expiration date' }).click()
      const dialog = page.locator('dialog[open]')
      await dialog.locator('button[type=submit]').click()
      await dialog.getByText('This field is required').waitFor()
    },
  },
  { screen: 'userDetails', name: 'of nobody', as: administrator, open: at('/administration/users/1') },
  { screen: 'userDetails', name: 'of a subscriber', as: administrator, open: (page) => detailsOf(page, user.email) },
  {
    screen: 'userDetails',
    name: 'of a subscriber whose payment failed, with the refund and its error',
    as: administrator,
    async open(page) {
      await detailsOf(page, overdue.email)
      await page.getByRole('link', { name: /^PDF of invoice/ }).waitFor()
      await page.getByRole('button', { name: /^Refund payment/ }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Refund/ })
        .click()
      await page.getByText('This field is required').waitFor()
    },
  },
  {
    screen: 'userDetails',
    name: 'of a subscriber whose payment failed',
    as: administrator,
    async open(page) {
      await detailsOf(page, overdue.email)
      await page.getByRole('link', { name: /^PDF of invoice/ }).waitFor()
    },
  },
  ...['Correct details', 'Add complimentary subscription'].map((act): State => ({
    screen: 'userDetails',
    name: `with the dialog of ${act} and its errors`,
    as: administrator,
    async open(page) {
      await detailsOf(page, user.email)
      await page.getByRole('button', { name: 'Actions', exact: true }).click()
      await page.getByRole('menuitem', { name: act }).click()
      const dialog = page.locator('dialog[open]')
      await dialog.locator('button[type=submit]').click()
      await dialog.getByText('This field is required').first().waitFor()
    },
  })),
  {
    screen: 'userDetails',
    name: 'of somebody who has not confirmed the address',
    as: administrator,
    open: (page) => detailsOf(page, newcomer.email),
  },
  {
    screen: 'userDetails',
    name: 'of somebody who waits, with the refusal and its error',
    as: administrator,
    async open(page) {
      await detailsOf(page, held.email)
      await page.getByRole('button', { name: 'Refuse' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse' }).click()
      await page.getByText('This field is required').waitFor()
    },
  },
  {
    screen: 'userDetails',
    name: 'with the menu of a subscription',
    as: administrator,
    async open(page) {
      await detailsOf(page, user.email)
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    screen: 'userDetails',
    name: 'with what forgetting does, not confirmed',
    as: administrator,
    async open(page) {
      await detailsOf(page, user.email)
      await page.getByRole('button', { name: 'Forget user data' }).click()
      await page.getByRole('button', { name: 'Forget this person' }).click()
      await page.getByText('This is not the person’s email address').waitFor()
    },
  },
  {
    screen: 'userDetails',
    name: 'with parts that could not be loaded',
    as: administrator,
    async open(page) {
      await page.route(/\/(checks|events\/.*)$/, (route) => route.abort())
      await detailsOf(page, user.email, 'could not be loaded')
    },
    options: connectionLost,
  },
  {
    screen: 'userDetails',
    name: 'on its way',
    as: administrator,
    async open(page) {
      await page.route('**/api/v1/subscribers/1', () => undefined)
      await page.goto('/administration/users/1')
    },
  },
  {
    screen: 'screening',
    name: 'with the sample',
    as: administrator,
    async open(page) {
      await page.goto('/administration/screening')
      await page.getByText('only with a sample').waitFor()
    },
  },
  {
    screen: 'screening',
    name: 'with lists, refusals and a run under way',
    as: screening.as,
    async open(page) {
      await page.goto(`${screening.url}/administration/screening`)
      await page.getByText('400 of 1,000 people done').waitFor()
    },
  },
  {
    screen: 'screening',
    name: 'with a file being accepted',
    as: screening.as,
    async open(page) {
      await page.goto(`${screening.url}/administration/screening`)
      await page.getByRole('button', { name: 'Use it anyway: csl.csv' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: 'audit',
    name: 'with lines',
    as: administrator,
    async open(page) {
      await page.goto('/administration/audit')
      await page.getByRole('table').or(page.getByText('No actions match.')).first().waitFor()
    },
  },
  {
    screen: 'overview',
    name: 'with figures, every table open',
    as: administrator,
    async open(page) {
      await page.goto('/administration/overview')
      await page.getByRole('img', { name: /^Trials by month/ }).waitFor()
      await page.evaluate(() => {
        for (const table of document.querySelectorAll('details')) table.open = true
      })
    },
  },
  {
    screen: 'catalogue',
    name: 'with plans',
    as: administrator,
    async open(page) {
      await page.goto('/administration/catalogue')
      await page.getByRole('table', { name: 'Plans' }).waitFor()
    },
  },
  {
    screen: 'help',
    name: 'the handbook',
    as: administrator,
    async open(page) {
      await page.goto('/administration/help')
      await page.getByRole('heading', { level: 1, name: 'Handbook for administrators' }).waitFor()
    },
  },
  {
    screen: 'connect',
    name: 'with a key and the dialog for another',
    as: administrator,
    async open(page) {
      await page.goto('/administration/connect')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name').fill('CRM sync')
      await page.getByLabel('Read subscribers').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog', { name: 'Your API key' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('row').filter({ hasText: 'CRM sync' }).waitFor()
      await page.getByRole('button', { name: 'Create key' }).click()
    },
  },
  {
    screen: 'settings',
    name: 'with an email and its text part',
    as: administrator,
    async open(page) {
      await page.goto('/administration/settings')
      await page.getByRole('heading', { name: 'Plans' }).waitFor()
      await page.getByText('Text part').click()
      await page.locator('details .as-written').waitFor()
      await page.frameLocator('iframe').locator('h1').waitFor()
    },
  },
  {
    screen: 'settings',
    name: 'with another brand that is refused, and its history',
    as: administrator,
    options: { tolerate: /status of 400/ },
    async open(page) {
      await page.goto('/administration/settings')
      await page.getByLabel('Name', { exact: true }).fill('')
      await page.getByLabel('Announcement (English)').fill('Closed on Monday')
      await page
        .getByRole('button', { name: /^Edit: / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByRole('link', { name: 'Name: This field is required' }).waitFor()
      await page.getByText('History of the brand').click()
      await page.getByText('Nothing was changed here yet.').waitFor()
    },
  },
  {
    screen: 'connect',
    name: 'with an endpoint and its deliveries',
    as: administrator,
    async open(page) {
      await page.goto('/administration/connect')
      await page.getByRole('button', { name: 'Add endpoint' }).click()
      await page.getByLabel('URL').fill('http://127.0.0.1:9/hooks')
      await page.getByLabel('All events').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
      await page.getByRole('dialog', { name: 'Signing secret' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Send a test/ }).click()
      await page.getByRole('button', { name: /^Deliveries/ }).click()
      await page.getByText('endpoint.test', { exact: true }).waitFor()
    },
  },
  {
    screen: 'queue',
    name: 'with mails given up and others that wait',
    as: administrator,
    async open(page) {
      await givenUndelivered()
      await page.goto('/administration/queue')
      await page.getByText('The mail server did not respond in time.').first().waitFor()
      await page.getByRole('button', { name: /^Retry:/ }).waitFor()
    },
  },
  {
    screen: 'queue',
    name: 'with a mail being tried again',
    as: administrator,
    async open(page) {
      await givenUndelivered()
      await page.route('**/api/v1/mails/retry/*', () => undefined)
      await page.goto('/administration/queue')
      await page.getByRole('button', { name: /^Retry:/ }).click()
      await page.getByRole('button', { name: 'Retrying' }).waitFor()
    },
  },
  {
    screen: 'queue',
    name: 'with nothing undelivered',
    as: administrator,
    async open(page) {
      await shop.sql("delete from jobs where kind = 'email'")
      await page.goto('/administration/queue')
      await page.getByText('No failed emails').waitFor()
      await page.getByText('Nothing to retry').waitFor()
    },
  },
  {
    screen: 'queue',
    name: 'with one list that cannot be had and one that loads',
    as: administrator,
    async open(page) {
      await page.route('**/api/v1/mails/undelivered?state=given-up', (route) => route.abort())
      await page.route('**/api/v1/mails/undelivered?state=waiting', () => undefined)
      await page.goto('/administration/queue')
      await page.getByRole('alert').getByRole('button').waitFor()
    },
    options: connectionLost,
  },
  {
    screen: 'reviews',
    name: 'with somebody who waits',
    as: administrator,
    async open(page) {
      await page.goto('/administration/reviews')
      await page.getByText(listed.email).first().waitFor()
    },
  },
  {
    screen: 'reviews',
    name: 'with unconfirmed addresses by domain',
    as: administrator,
    async open(page) {
      await page.goto('/administration/reviews?show=unconfirmed&group=domain')
      await page.getByRole('button', { name: 'Resend activation email' }).waitFor()
    },
  },
  {
    screen: 'reviews',
    name: 'with matches with a list',
    as: administrator,
    async open(page) {
      await page.goto('/administration/reviews')
      await page
        .getByRole('button', { name: /^Zoltan Karnovac / })
        .first()
        .click()
      await page.getByText('Flagged for review', { exact: true }).waitFor()
      await page.locator('mark').first().waitFor()
      await page.getByRole('checkbox').nth(2).check()
    },
  },
  {
    screen: 'reviews',
    name: 'with several being approved',
    as: administrator,
    async open(page) {
      await page.goto('/administration/reviews')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Approve 2 people' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: 'reviews',
    name: 'with what became of several',
    as: administrator,
    async open(page) {
      await page.goto('/administration/reviews')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Approve 2 people' }).click()
      // Another administrator changes one of them first.
      const { id } = await subscriberOf(alsoHeld.email)
      assert.equal((await administrator.post(`/api/v1/reviews/approve/${id}`, { comment: 'Known' })).status, 200)
      await page.getByRole('dialog').getByLabel('Reason').fill('Known')
      await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
      await page.getByText('Another administrator has already decided').first().waitFor()
    },
  },
  {
    screen: 'reviews',
    name: 'empty',
    as: administrator,
    async open(page) {
      await shop.sql('update subscribers set review_since = null')
      await page.goto('/administration/reviews')
      await page.getByText('No one is awaiting approval').waitFor()
    },
  },
  {
    screen: 'queue',
    name: 'with failed jobs',
    as: administrator,
    async open(page) {
      await shop.sql(
        `insert into jobs (id, kind, payload, created_at, run_at, attempts, tried_at, last_error, given_up_at)
         select gen_random_uuid(), 'billing-event', '{"type":"x"}', now(), now() + interval '1 day', 12, now(), 'No such subscription', given_up_at
         from unnest(array[now(), null]) given_up_at`,
      )
      await page.goto('/administration/queue')
      await page.getByText('No such subscription').first().waitFor()
      await page.getByText('The billing provider refused a request.').waitFor()
    },
  },
  {
    screen: 'queue',
    name: 'with a payment issue being resolved',
    as: administrator,
    async open(page) {
      await shop.sql('delete from jobs where last_error is not null')
      await page.goto('/administration/queue')
      await page.getByRole('button', { name: 'Mark as resolved' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { screen: 'notFound', name: 'as it is', open: at('/no/such/page') },
  {
    name: 'sign-in refused',
    async open(page) {
      await page.goto('/api/v1/login?redirect_url=/')
      await page.getByLabel('Email').fill('nobody@northwind.example')
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'forgotten password', open: at('/identity/forgotten') },
  {
    name: 'reset link sent',
    async open(page) {
      await page.goto('/identity/forgotten')
      await page.getByLabel('Email').fill('nobody@northwind.example')
      await page.getByRole('button', { name: 'Send reset link' }).click()
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    },
  },
  {
    name: 'activation refused',
    async open(page) {
      await openLink(page, shop, newcomer.email, 'Activate')
      await page.getByLabel('Password').fill('short')
      await page.getByRole('button', { name: 'Activate account' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'used activation link', open: (page) => openLink(page, shop, late.email, 'Activate') },
  { name: 'unknown reset link', open: at('/identity/reset?token=x') },
  { name: 'sandbox inbox', open: at('/sandbox/mail') },
  {
    name: 'mail in the sandbox',
    async open(page) {
      const { id } = await shop.mailTo(user.email, 'Activate')
      await page.goto(`/sandbox/mail/${id}`)
    },
  },
  { name: 'sandbox document', open: at('/sandbox/documents/eula') },
  { name: 'sandbox receiver of webhooks', open: at('/sandbox/webhooks') },
  {
    name: 'API reference, the first call of each group',
    async open(page) {
      await page.goto('/docs/api')
      await page.evaluate(() => {
        for (const call of document.querySelectorAll('section > article:not(:first-of-type)')) call.remove()
      })
    },
  },
]

test('every screen of the site map is visited', () => {
  const visited = new Set(states.map(({ screen }) => screen))
  assert.deepEqual(
    Object.keys(screens).filter((name) => !visited.has(name as ScreenName)),
    [],
  )
})

// The axe builder would inject the library again for every check; once is sufficient for both colour schemes.
const axe = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string }
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>
type WithAxe = { axe: { run(context: Document, options: object): Promise<AxeResults> } }

/** Rules about colours; no other rule can find anything new when the scheme changes. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Returns the violations of the named rules of axe, or of all, in the current page. Frames are excluded because they
 * show other sites.
 */
async function violationsIn(page: Page, rules?: string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as WithAxe).axe.run(document, {
        resultTypes: ['violations'],
        iframes: false,
        ...(runOnly && { runOnly: { type: 'rule', values: runOnly } }),
      }),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? node.html}`),
  )
}

for (const { screen, name, as, open, options } of states)
  test(
    `axe finds nothing: ${screen ?? 'beside the site map'}, ${name}`,
    visit(
      async (page) => {
        await open(page)
        await page.locator('h1').first().waitFor()
        await page.evaluate(() => document.fonts.ready)
        await page.evaluate(axe.source)
        for (const [colorScheme, rules] of [
          ['light', undefined],
          ['dark', ofColours],
        ] as const) {
          await page.emulateMedia({ colorScheme })
          // Colours during the transition between the schemes do not count.
          await page.evaluate(() => {
            for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
          })
          assert.deepEqual(await violationsIn(page, rules), [], colorScheme)
        }
      },
      { ...(as ? { as } : {}), viewport: { width: 1440, height: 900 }, ...options },
    ),
  )
