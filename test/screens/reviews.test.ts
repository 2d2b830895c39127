import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { useBrowser } from '../browser.ts'
import { givenASubscriber } from '../given-buyer.ts'
import { eventually, givenAnAdministrator, givenAShop, givenATrialUser } from '../given.ts'
import { arrivesAt } from './story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/reviews'

let people = 0

/** Somebody whose personal address holds them back, since `days` days ago. */
async function givenSomebodyWhoWaits(days: number, changes: Record<string, unknown> = {}) {
  people += 1
  const email = `waits.${people}@gmail.com`
  await givenATrialUser(shop, { email, firstName: `Person ${people}`, lastName: 'Waiting', ...changes })
  await shop.sql(`update subscribers set review_since = review_since - make_interval(days => $2) where email = $1`, [
    email,
    days,
  ])
  return { email, name: `Person ${people} Waiting` }
}

const line = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test(
  'nobody waits: both lists say what would stand there',
  visit(
    async (page) => {
      await page.goto(path)
      assert.equal(await page.title(), 'Reviews | Parallax Analytics')
      await page.getByText('Nobody waits').waitFor()
      await page.getByText('No payments to look at').waitFor()
    },
    { as },
  ),
)

test(
  'those who wait stand there longest first, each with why, since when, and a way to their page',
  visit(
    async (page) => {
      const today = await givenSomebodyWhoWaits(0)
      const longest = await givenSomebodyWhoWaits(9, { company: 'Gmail Fans' })
      const look = await givenATrialUser(shop, { country: 'UA', firstName: 'Olena', lastName: 'Koval' })
      await page.goto(path)
      await page.getByText(longest.email).waitFor()
      const names = await page.getByRole('main').getByRole('listitem').getByRole('link').allTextContents()
      assert.deepEqual(names, [longest.name, today.name, 'Olena Koval'])
      await line(page, longest.email).getByText('gmail.com gives out personal addresses').waitFor()
      await line(page, longest.email).getByText('For 9 days').waitFor()
      await line(page, longest.email).getByText('Gmail Fans, United Kingdom').waitFor()
      await line(page, longest.email).getByText('Waits for approval').waitFor()
      await line(page, today.email).getByText('Since today').waitFor()
      await line(page, look.email).getByText('To be looked at, nothing is held').waitFor()
      await line(page, look.email).getByText('Sanctions in UA go by region').waitFor()
      await page.getByRole('link', { name: 'Olena Koval' }).click()
      await page.waitForURL(/\/administration\/users\/[0-9a-f-]{36}$/)
      await page.getByRole('heading', { name: 'Olena Koval' }).waitFor()
    },
    { as },
  ),
)

test(
  'one is approved and another refused, each with a reason; both leave the list and get their mail',
  visit(
    async (page) => {
      const good = await givenSomebodyWhoWaits(3)
      const bad = await givenSomebodyWhoWaits(2)
      await page.goto(path)
      await line(page, good.email).getByRole('button', { name: 'Approve', exact: true }).click()
      const approve = page.getByRole('dialog', { name: `Approve ${good.name}?` })
      await approve.getByLabel('Reason').fill('Known to sales')
      await approve.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.getByText(`${good.name} is approved.`).waitFor()
      await page.getByText(good.email).waitFor({ state: 'detached' })
      assert.match((await focused(page)) ?? '', /^Waiting for approval/)

      const refuseButton = line(page, bad.email).getByRole('button', { name: 'Refuse', exact: true })
      await refuseButton.press('Enter')
      const refuse = page.getByRole('alertdialog', { name: `Refuse ${bad.name}?` })
      await refuse.getByRole('button', { name: 'Refuse', exact: true }).click()
      await refuse.getByText('This field is required').waitFor()
      assert.equal(await refuse.getByLabel('Reason').evaluate((area) => area === document.activeElement), true)
      await page.keyboard.press('Escape')
      await refuse.waitFor({ state: 'hidden' })
      assert.equal(await refuseButton.evaluate((button) => button === document.activeElement), true)
      await refuseButton.press('Enter')
      await refuse.getByLabel('Reason').fill('Nobody knows them')
      await refuse.getByRole('button', { name: 'Refuse', exact: true }).click()
      await page.getByText(`${bad.name} is refused.`).waitFor()
      await page.getByText(bad.email).waitFor({ state: 'detached' })

      const statuses = await shop.sql(
        'select email, dpl_status from subscribers where email = any($1) order by email',
        [[good.email, bad.email]],
      )
      assert.deepEqual(statuses, [
        { email: good.email, dpl_status: 'PASS' },
        { email: bad.email, dpl_status: 'FAIL' },
      ])
      await shop.mailTo(good.email, 'approved')
      await shop.mailTo(bad.email, 'approved')
    },
    { as },
  ),
)

test(
  'a long list comes in parts, and each says what went wrong with it',
  visit(
    async (page) => {
      const first = await givenSomebodyWhoWaits(30)
      const second = await givenSomebodyWhoWaits(20)
      let broken = true
      await page.route('**/api/v1/reviews*', (route) => {
        const address = new URL(route.request().url())
        if (broken) return route.fulfill({ status: 503, json: { message: 'Not now.' } })
        address.searchParams.set('limit', '1')
        return route.continue({ url: address.href })
      })
      await page.goto(path)
      await page.getByText('Not now.').waitFor()
      broken = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(first.email).waitFor()
      assert.equal(await page.getByText(second.email).count(), 0)
      broken = true
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText('Not now.').waitFor()
      await page.getByText(first.email).waitFor()
      broken = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(second.email).waitFor()
    },
    { as, tolerate: /Failed to load resource/ },
  ),
)

test(
  'a payment to look at says what it is about, and leaves the list once somebody says what was done',
  visit(
    async (page) => {
      const { email, id } = await givenASubscriber(shop, 'analytics-annual')
      const matter = randomUUID()
      await shop.sql(
        `insert into desk_matters (id, subscription_id, about, payment, at) values ($1, $2, 'refund-forbidden', 'pi_held', now() - interval '2 days')`,
        [matter, id],
      )
      await page.goto(path)
      const about = 'A payment should go back, but a list entry forbids sending this person money.'
      await line(page, about).getByRole('link', { name: email }).waitFor()
      await line(page, about).getByText('pi_held').waitFor()
      await line(page, about).getByRole('button', { name: 'Mark as dealt with' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark as dealt with?' })
      await dialog.getByLabel('What was done').fill('Asked counsel; the money waits')
      await dialog.getByRole('button', { name: 'Mark as dealt with' }).click()
      await page.getByText('Marked as dealt with.').waitFor()
      await page.getByText('No payments to look at').waitFor()
      assert.match((await focused(page)) ?? '', /^Payments to look at/)
      const settled = await eventually('the record', async () => {
        const [row] = await shop.sql('select settled_by, comment from desk_matters where id = $1', [matter])
        return row
      })
      assert.deepEqual(settled, { settled_by: 'admin@shop.example', comment: 'Asked counsel; the money waits' })
    },
    { as },
  ),
)

test(
  'the lists fit a phone',
  visit(
    async (page) => {
      const { email } = await givenSomebodyWhoWaits(1, {
        company: 'Gesellschaft für außerordentlich lange Namen'.repeat(2),
      })
      await page.goto(path)
      await page.getByText(email).waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375)
      await page.getByRole('main').getByRole('link').first().click()
      await arrivesAt(page, new URL(page.url()).pathname)
    },
    { as, viewport: { width: 375, height: 812 } },
  ),
)
