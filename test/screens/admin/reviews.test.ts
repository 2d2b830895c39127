import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { useBrowser } from '../../support/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/reviews'

let people = 0

/** Somebody whose personal address holds them back, since `days` days ago. */
async function givenSomebodyWhoWaits(days: number, changes: Record<string, unknown> = {}) {
  people += 1
  const typed = { email: `waits.${people}@gmail.com`, firstName: `Person ${people}`, lastName: 'Waiting', ...changes }
  const { email } = await givenATrialUser(shop, typed)
  await shop.sql(`update subscribers set review_since = review_since - make_interval(days => $2) where email = $1`, [
    email,
    days,
  ])
  return { email, name: `${typed.firstName} ${typed.lastName}` }
}

const line = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()
/** Waits until what begins with these words has the focus. */
const focusedOn = (page: Page, words: string) =>
  eventuallyEqual(
    async () => (await page.evaluate(() => document.activeElement?.textContent))?.slice(0, words.length),
    words,
  )

test(
  'nobody waits: both lists say what would stand there',
  visit(
    async (page) => {
      await page.goto(path)
      await eventuallyEqual(() => page.title(), 'Reviews | Parallax Analytics')
      await page.getByText('No one is waiting for approval').waitFor()
      await page.getByText('No payment issues').waitFor()
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
      const names = page.getByRole('main').getByRole('listitem').getByRole('link')
      await eventuallyEqual(() => names.allTextContents(), [longest.name, today.name, 'Olena Koval'])
      await line(page, longest.email).getByText('gmail.com gives out personal addresses').waitFor()
      await line(page, longest.email).getByText('For 9 days').waitFor()
      await line(page, longest.email).getByText('Gmail Fans, United Kingdom').waitFor()
      await line(page, longest.email).getByText('Awaiting approval').waitFor()
      await line(page, today.email).getByText('Since today').waitFor()
      await line(page, look.email).getByText('Flagged for review, not on hold').waitFor()
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
      await focusedOn(page, 'Waiting for approval')

      const refuseButton = line(page, bad.email).getByRole('button', { name: 'Refuse', exact: true })
      await refuseButton.press('Enter')
      const refuse = page.getByRole('alertdialog', { name: `Refuse ${bad.name}?` })
      await refuse.getByRole('button', { name: 'Refuse', exact: true }).click()
      await refuse.getByText('This field is required').waitFor()
      await eventuallyEqual(() => refuse.getByLabel('Reason').evaluate((area) => area === document.activeElement), true)
      await page.keyboard.press('Escape')
      await refuse.waitFor({ state: 'hidden' })
      await eventuallyEqual(() => refuseButton.evaluate((button) => button === document.activeElement), true)
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
  'a match with a list shows both names with what matched marked, the score and what made it, and the entry',
  visit(
    async (page) => {
      const { email } = await givenSomebodyWhoWaits(1442, {
        email: 'karnovak@northwind-bottling.example',
        firstName: 'Zoltan Imre',
        lastName: 'Karnovac',
      })
      await page.goto(path)
      const waits = line(page, email)
      const match = waits.getByRole('listitem')
      await waits.getByText('For 1,442 days').waitFor()
      await match.getByText('Flagged for review', { exact: true }).waitFor()
      const facts = new Map<string, string>()
      for (const fact of await match.locator('dl > div').all())
        facts.set((await fact.locator('dt').textContent()) ?? '', (await fact.locator('dd').textContent()) ?? '')
      assert.deepEqual(Object.fromEntries(facts), {
        'Name given': 'Zoltan Imre Karnovac',
        'Name on the list': 'Karnovak, Zoltan',
        'Matching words': 'Zoltan; Karnovac for Karnovak (97% match)',
        Score:
          '73% match: more words in the name given −41%, similar spelling overall +18%, only common words match −2%, words spelt differently −2%',
        Entry: 'SAMPLE-1, a person',
        Programme: 'SAMPLE',
        List: 'Sandbox sample list of 1 November 2026',
      })
      await eventuallyEqual(() => match.locator('mark').allTextContents(), ['Zoltan', 'Karnovac', 'Karnovak', 'Zoltan'])
    },
    { as },
  ),
)

test(
  'what a list says is text, an order that has ended is said to be, and a check of an earlier version still shows',
  visit(
    async (page) => {
      const { email } = await givenSomebodyWhoWaits(40)
      const alias = 'WAITING <img src=x onerror=alert(1)> \u202Eevil'
      const reasons = [
        {
          kind: 'list',
          key: 'list:A:1',
          holds: false,
          text: 'Is like 1 on A',
          list: 'A',
          listDate: 'no date',
          entry: '1',
          entryKind: 'vessel',
          programmes: ['X', 'Y'],
          alias,
          compared: 'Person Waiting',
          score: 0.75,
          matched: [{ compared: ['Waiting'], listed: ['WAITING'], likeness: 1, weight: 1 }],
          breakdown: {
            matched: 1,
            unlike: 0,
            contradicting: 0.2,
            askedOnly: 0,
            listedOnly: 0.004,
            common: 0.1,
            spelling: 0.05,
          },
          expired: '2019-05-03',
        },
        {
          kind: 'list',
          key: 'list:B:2',
          holds: true,
          text: 'Matches 2 on B',
          list: 'B',
          entry: '2',
          alias: 'Old',
          score: 0.9,
        },
      ]
      await shop.sql(
        'update screening_checks set reasons = $2 where subscriber_id = (select id from subscribers where email = $1)',
        [email, JSON.stringify(reasons)],
      )
      await page.goto(path)
      const [ended, earlier] = [
        line(page, email).getByRole('listitem').first(),
        line(page, email).getByRole('listitem').last(),
      ]
      await ended.getByText('Flagged for review').waitFor()
      await ended.getByText(alias).waitFor()
      await eventuallyEqual(() => page.locator('main img').count(), 0)
      await ended.getByText('An order that ended on 3 May 2019').waitFor()
      await ended
        .getByText(
          '75% match: each name has other words −20%, only common words match −10%, similar spelling overall +5%',
        )
        .waitFor()
      await ended.getByText('1, a ship').waitFor()
      await earlier.getByText('(as “Old”, 90% match)').waitFor()
    },
    { as },
  ),
)

test(
  'several whom their domain alone holds are approved at once, each with an answer; a match with a list cannot be chosen',
  visit(
    async (page) => {
      const first = await givenSomebodyWhoWaits(60)
      const second = await givenSomebodyWhoWaits(50)
      const third = await givenSomebodyWhoWaits(45)
      const listed = await givenSomebodyWhoWaits(55, { firstName: 'Ilse', lastName: 'Vantongeren' })
      await page.goto(path)
      const box = ({ name }: { name: string }) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
      await box(first).waitFor()
      await eventuallyEqual(() => box(listed).count(), 0)
      await eventuallyEqual(() => page.getByRole('button', { name: 'Approve selected' }).isDisabled(), true)
      await page.getByRole('checkbox', { name: /^Select all \d+$/ }).check()
      await eventuallyEqual(() => box(third).isChecked(), true)
      await page.getByRole('checkbox', { name: /^Select all \d+$/ }).uncheck()
      for (const one of [first, second, third]) await box(one).check()
      // Meanwhile the second is found on a list, which nobody here has seen.
      const found = [{ kind: 'list', key: 'list:A:1', holds: true, text: 'Matches 1 on A' }]
      await shop.sql(
        'update screening_checks set reasons = reasons || $2 where subscriber_id = (select id from subscribers where email = $1)',
        [second.email, JSON.stringify(found)],
      )
      await page.getByRole('button', { name: 'Approve 3 people' }).click()
      const ask = page.getByRole('dialog', { name: 'Approve 3 people?' })
      await ask.getByRole('button', { name: 'Approve', exact: true }).click()
      await ask.getByText('This field is required').waitFor()
      await ask.getByLabel('Reason').fill('All of the trade fair')
      await ask.getByRole('button', { name: 'Approve', exact: true }).click()
      const told = page.getByRole('dialog', { name: '2 people approved' })
      await told.waitFor()
      await eventuallyEqual(
        () => told.getByRole('listitem').allTextContents(),
        [
          `${first.name} Approved`,
          `${second.name} Not approvedA new reason was found for this person. Reload the page and review it.`,
          `${third.name} Approved`,
        ],
      )
      await told.getByRole('button', { name: 'Close' }).last().click()
      await told.waitFor({ state: 'hidden' })
      await eventuallyEqual(() => page.getByText(first.email).count(), 0)
      await eventuallyEqual(() => box(second).count(), 0, 'what is left of them is decided by itself')
      await eventuallyEqual(() => line(page, listed.email).count(), 1)
      const rows = await shop.sql('select email, dpl_status from subscribers where email = any($1) order by email', [
        [first.email, second.email, third.email],
      ])
      assert.deepEqual(
        rows.map(({ dpl_status: status }) => status),
        ['PASS', 'PENDING', 'PASS'],
      )
    },
    { as },
  ),
)

test(
  'a long list comes in parts, and each says what went wrong with it',
  visit(
    async (page) => {
      const first = await givenSomebodyWhoWaits(3000)
      const second = await givenSomebodyWhoWaits(2000)
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
      await eventuallyEqual(() => page.getByText(second.email).count(), 0)
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

/** Opens a payment issue straight in the database; one with a task can be retried. */
async function givenAnIssue(subscription: string, kind: string, about: { detail?: string; task?: object } = {}) {
  const id = randomUUID()
  await shop.sql(
    `insert into payment_issues (id, subscription_id, kind, payment, provider_object, since, detail, task)
     values ($1, $2, $3, 'pi_held', 'pi_held', now() - interval '2 days', $4, $5)`,
    [id, subscription, kind, about.detail ?? null, about.task ? JSON.stringify(about.task) : null],
  )
  return id
}

const resolution = async (id: string) => {
  const [row] = await shop.sql('select resolved_by, comment from payment_issues where id = $1', [id])
  return row
}

test(
  'a payment issue says what it is about and leads to the provider; it leaves the list once it is marked as resolved',
  visit(
    async (page) => {
      const { email, id } = await givenASubscriber(shop, 'analytics-annual')
      const issue = await givenAnIssue(id, 'refund-forbidden')
      await page.goto(path)
      const about = 'A payment should be refunded, but a list entry forbids sending money to this person.'
      await line(page, about).getByRole('link', { name: email }).waitFor()
      await line(page, about).getByText('Parallax Analytics, annual').waitFor()
      await line(page, about)
        .getByText(/^Since \d+ \w+ \d{4}/)
        .waitFor()
      const provider = line(page, about).getByRole('link', { name: /^Open at the billing provider/ })
      assert.match((await provider.getAttribute('href')) ?? '', /\/sandbox\/payment/)
      await eventuallyEqual(() => line(page, about).getByRole('button').allInnerTexts(), ['Mark as resolved'])
      await line(page, about).getByRole('button', { name: 'Mark as resolved' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark as resolved?' })
      await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
      await dialog.getByText('This field is required').waitFor()
      await dialog.getByLabel('Comment').fill('Asked counsel; the money waits')
      await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
      await page.getByText('Marked as resolved.').waitFor()
      await page.getByText('No payment issues').waitFor()
      await focusedOn(page, 'Payment issues')
      await eventuallyEqual(() => resolution(issue), {
        resolved_by: 'admin@shop.example',
        comment: 'Asked counsel; the money waits',
      })
    },
    { as },
  ),
)

test(
  'what the provider refused is retried with a comment; another administrator’s answer is said in the dialog',
  visit(
    async (page) => {
      const { id } = await givenASubscriber(shop, 'analytics-annual')
      const task = { task: 'ask-provider', subscription: id }
      const issue = await givenAnIssue(id, 'task-refused', { detail: 'No such thing.', task })
      await page.goto(path)
      const about = 'The billing provider refused a request. Message: No such thing.'
      await line(page, about).getByRole('button', { name: 'Retry' }).click()
      const dialog = page.getByRole('dialog', { name: 'Retry the request?' })
      await dialog.getByText(about).waitFor()
      await dialog.getByLabel('Comment').fill('Corrected at the provider')
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await page.getByText('Retrying', { exact: true }).waitFor()
      await page.getByText('No payment issues').waitFor()
      await focusedOn(page, 'Payment issues')
      assert.deepEqual(await resolution(issue), {
        resolved_by: 'admin@shop.example',
        comment: 'Corrected at the provider',
      })

      const second = await givenAnIssue(id, 'task-refused', { detail: 'No such thing.', task })
      await page.reload()
      await line(page, about).getByRole('button', { name: 'Retry' }).click()
      await shop.sql(`update payment_issues set resolved_at = now(), resolved_by = 'system' where id = $1`, [second])
      await dialog.getByLabel('Comment').fill('Once more')
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await dialog.getByText('This payment issue has already been resolved.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('No payment issues').waitFor()
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
      await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth), 375)
      await page.getByRole('main').getByRole('link').first().click()
      await page.waitForURL(/\/administration\/users\/[0-9a-f-]{36}$/)
    },
    { as, viewport: { width: 375, height: 812 } },
  ),
)
