import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { without } from '../../support/faults.ts'
import { givenAnAdministrator, givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'
import { focusedOn, holdBack } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/reviews'

let people = 0

/** Creates a person who has been on hold for `days` days because of a personal address. */
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

/** Returns a row of the waiting people. */
const rowOf = (page: Page, { name }: { name: string }) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: new RegExp(`^${name} `) }) })
/** Returns the pane beside the table, with the open person. */
const pane = (page: Page) => page.getByRole('complementary')
/** Opens one of the waiting people. */
async function open(page: Page, person: { name: string; email: string }): Promise<void> {
  await rowOf(page, person).getByRole('rowheader').getByRole('button').click()
  await pane(page).getByText(person.email).waitFor()
}

test('an empty list explains what appears there; waiting people are listed, longest wait first, each with reason, date and a link to their page', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    await eventuallyEqual(() => page.title(), 'Reviews | Parallax Analytics')
    await page.getByText('No one is awaiting approval').waitFor()

    const today = await givenSomebodyWhoWaits(0)
    const longest = await givenSomebodyWhoWaits(9, { company: 'Gmail Fans' })
    const look = await givenATrialUser(shop, { country: 'UA', firstName: 'Olena', lastName: 'Koval' })
    await page.goto(path)
    await pane(page).getByText(longest.email).waitFor()
    const names = page.locator('[data-review] > :first-child')
    await eventuallyEqual(() => names.allTextContents(), [longest.name, today.name, 'Olena Koval'])
    await pane(page).getByText('gmail.com is a personal email provider').waitFor()
    await rowOf(page, longest).getByText('For 9 days').waitFor()
    await rowOf(page, longest).getByText('Personal email').waitFor()
    await pane(page).getByText('Gmail Fans, United Kingdom').waitFor()
    await pane(page).getByText('Awaiting approval').waitFor()
    await rowOf(page, today).getByText('Since today').waitFor()
    await open(page, { name: 'Olena Koval', email: look.email })
    await pane(page).getByText('Flagged for review, not on hold').waitFor()
    await pane(page).getByText('Sanctions in Ukraine depend on the region').waitFor()
    await page.getByRole('link', { name: 'Olena Koval' }).click()
    await page.waitForURL(/\/administration\/users\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'Olena Koval' }).waitFor()
  }))

test('a decision needs a reason, the focus returns after Escape, and a person who was decided about leaves the list', () =>
  visit({ as }, async (page) => {
    const bad = await givenSomebodyWhoWaits(2)
    await page.goto(path)
    const refuseButton = rowOf(page, bad).getByRole('button', { name: `Refuse ${bad.name}` })
    await refuseButton.press('Enter')
    const refuse = page.getByRole('alertdialog', { name: `Refuse ${bad.name}?` })
    const reason = refuse.getByLabel('Reason')
    const isFocused = (element: Element) => element === document.activeElement
    await eventuallyEqual(() => reason.evaluate(isFocused), true)
    await refuse.getByRole('button', { name: 'Refuse', exact: true }).click()
    await refuse.getByText('This field is required').waitFor()
    await accessible(page, 'reviews', 'dialog[open]')
    await eventuallyEqual(() => reason.evaluate(isFocused), true)
    await page.keyboard.press('Escape')
    await refuse.waitFor({ state: 'hidden' })
    await eventuallyEqual(() => refuseButton.evaluate(isFocused), true)
    await refuseButton.press('Enter')
    await reason.fill('Nobody knows them')
    await refuse.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByText(`${bad.name} is refused.`).waitFor()
    await rowOf(page, bad).waitFor({ state: 'detached' })
  }))

test('a list match shows both names with the matching words marked, the score and its parts, and the entry', () =>
  visit({ as }, async (page) => {
    const person = await givenSomebodyWhoWaits(1442, {
      email: 'karnovak@northwind-bottling.example',
      firstName: 'Zoltan Luis',
      lastName: 'Karnovac',
    })
    await page.goto(path)
    const match = pane(page).getByRole('listitem')
    await rowOf(page, person).getByText('For 1,442 days').waitFor()
    await open(page, person)
    await match.getByText('Flagged for review', { exact: true }).waitFor()
    const facts = new Map<string, string>()
    for (const fact of await match.locator('dl > div').all())
      facts.set((await fact.locator('dt').textContent()) ?? '', (await fact.locator('dd').textContent()) ?? '')
    assert.deepEqual(Object.fromEntries(facts), {
      'Name given': 'Zoltan Luis Karnovac',
      'Name on the list': 'Karnovak, Zoltan',
      'Matching words': 'Zoltan; Karnovac for Karnovak (97% match)',
      Score: '81% match: more words in the name given −17%, words spelt differently −3%',
      Entry: 'SAMPLE-1, a person',
      Programme: 'SAMPLE',
      List: 'Sandbox sample list of 1 November 2026',
    })
    await eventuallyEqual(() => match.locator('mark').allTextContents(), ['Zoltan', 'Karnovac', 'Karnovak', 'Zoltan'])
    await accessible(page, 'reviews')
  }))

const match = { kind: 'list', holds: true, text: 'Similar', entryKind: 'company', score: 0.93 }
const ofac = { ...match, list: 'OFAC Specially Designated Nationals' }
const entry = 'WAITING <img src=x onerror=alert(1)> \u202Eevil'
const korean = {
  ...ofac,
  key: 'list:OFAC:8279',
  entry: '8279',
  entryKind: 'person',
  compared: '상훈 김',
  alias: 'KIM, Sang Hun',
  readings: { compared: 'sang hun kim' },
  matched: [{ compared: ['상훈'], listed: ['Sang', 'Hun'], likeness: 1, weight: 1 }],
}
const words = ['ISLAMIC', 'REPUBLIC', 'IRAN', 'SHIPPING', 'LINES']
const initials = {
  ...ofac,
  key: 'list:OFAC:x',
  entry: 'x',
  compared: 'IRISL',
  alias: 'ISLAMIC REPUBLIC OF IRAN SHIPPING LINES',
  matched: [{ compared: ['IRISL'], listed: words, likeness: 0.9, weight: 1 }],
}
const ended = {
  ...match,
  key: 'list:A:1',
  holds: false,
  list: 'A',
  listDate: 'no date',
  entry: '1',
  entryKind: 'vessel',
  programmes: ['X', 'Y'],
  alias: entry,
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
}

test('markup in a list is shown as text, an ended order is marked, and a match shows names in other scripts in Latin letters, initials as such, and a link to the OFAC entry', () =>
  visit({ as }, async (page) => {
    const person = await givenSomebodyWhoWaits(40)
    await shop.sql(
      'update screening_checks set reasons = $2 where subscriber_id = (select id from subscribers where email = $1)',
      [person.email, JSON.stringify([korean, initials, ended])],
    )
    await page.goto(path)
    await rowOf(page, person).getByText('Denied-party list, 93%').waitFor()
    await open(page, person)
    const shown = (text: string) => pane(page).getByRole('listitem').filter({ hasText: text })
    await shown(entry).getByText('Flagged for review').waitFor()
    await shown(entry).getByText(entry).waitFor()
    await eventuallyEqual(() => page.locator('main img').count(), 0)
    await shown(entry).getByText('An order that ended on 3 May 2019', { exact: true }).waitFor()
    const why =
      '75% match: each name has words the other lacks −20%, only common words match −10%, similar spelling overall +5%'
    await shown(entry).getByText(why).waitFor()
    await shown(entry).getByText('1, a ship').waitFor()

    await shown('KIM, Sang Hun').getByText('compared as “sang hun kim”').waitFor()
    const own = shown('KIM, Sang Hun').getByRole('link', { name: 'Entry on the publisher’s website' })
    assert.equal(await own.getAttribute('href'), 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=8279')
    const second = shown('IRISL')
    await second.getByText('IRISL: initials of ISLAMIC REPUBLIC IRAN SHIPPING LINES').waitFor()
    await second.getByText('93% match', { exact: true }).waitFor()
    const whole = second.getByRole('link', { name: 'List on the publisher’s website' })
    assert.equal(await whole.getAttribute('href'), 'https://sanctionssearch.ofac.treas.gov/')
  }))

test('several people on hold for their domain alone are approved together, each with a result; a match with a list or a denied country cannot be chosen', () =>
  visit({ as }, async (page) => {
    const first = await givenSomebodyWhoWaits(60)
    const second = await givenSomebodyWhoWaits(50)
    const third = await givenSomebodyWhoWaits(45)
    const listed = await givenSomebodyWhoWaits(55, { firstName: 'Ilse', lastName: 'Vantongeren' })
    const denied = await givenSomebodyWhoWaits(40, { country: 'IR' })
    await page.goto(path)
    const box = ({ name }: { name: string }) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
    await box(first).waitFor()
    await rowOf(page, denied).waitFor()
    for (const one of [listed, denied]) await eventuallyEqual(() => box(one).count(), 0)
    await eventuallyEqual(() => page.getByRole('button', { name: 'Approve selected' }).isDisabled(), true)
    await page.getByRole('checkbox', { name: /^Select all \d+$/ }).check()
    await eventuallyEqual(() => box(third).isChecked(), true)
    await page.getByRole('checkbox', { name: /^Select all \d+$/ }).uncheck()
    for (const one of [first, second, third]) await box(one).check()
    // Meanwhile the second person matches a list, which this page has not shown yet.
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
    await eventuallyEqual(() => rowOf(page, first).count(), 0)
    await eventuallyEqual(() => box(second).count(), 0, 'the second person can no longer be selected')
    await eventuallyEqual(() => rowOf(page, listed).count(), 1)
  }))

test('a long list loads in parts, each of which reports its own failure; Try again also loads the numbers beside the filters; a reason is filtered on the server, which finds a match beyond them [10.21]', () =>
  visit({ as, tolerate: /Failed to load resource/ }, async (page) => {
    const company = `Behind ${randomUUID().slice(0, 8)}`
    const first = await givenSomebodyWhoWaits(3000, { company })
    const second = await givenSomebodyWhoWaits(2000, { company })
    const listed = await givenSomebodyWhoWaits(0, { company, firstName: 'Ilse', lastName: 'Vantongeren' })
    await page.route('**/api/v1/reviews?*', (route) => {
      const address = new URL(route.request().url())
      address.searchParams.set('limit', '1')
      return route.continue({ url: address.href })
    })
    const failure = page.getByText('This could not be loaded.')
    const counted = page.waitForResponse(/\/reviews\/counts/)
    await without(shop, 'screening_checks', async () => {
      await page.goto(`${path}?order=since&search=${encodeURIComponent(company)}`)
      await failure.waitFor()
      assert.equal((await counted).status(), 500)
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowOf(page, first).waitFor()
    await page.getByRole('button', { name: 'Email domain 3', exact: true }).waitFor()
    await eventuallyEqual(() => rowOf(page, second).count(), 0)
    await without(shop, 'screening_checks', async () => {
      await page.getByRole('button', { name: 'Show more' }).click()
      await failure.waitFor()
    })
    await rowOf(page, first).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowOf(page, second).waitFor()
    const answer = await holdBack(page, /\/api\/v1\/reviews\?/)
    await page.getByRole('button', { name: /^List match/ }).click()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    assert.equal(await failure.count(), 0, 'the message of the past does not return')
    answer()
    await rowOf(page, listed).waitFor()
    await eventuallyEqual(() => page.getByText('No one is awaiting approval').count(), 0)
  }))

test('by keyboard alone, J moves on, A approves, R refuses, and the next review opens, but not about oneself', () =>
  visit({ as }, async (page) => {
    const oneself = await givenSomebodyWhoWaits(5000)
    const second = await givenSomebodyWhoWaits(4900)
    const third = await givenSomebodyWhoWaits(4800)
    const email = 'admin@shop.example'
    await shop.sql('update subscribers set email = $2 where email = $1', [oneself.email, email])
    await page.goto(`${path}?order=since`)
    await rowOf(page, oneself).getByRole('rowheader').getByRole('button').focus()
    await pane(page).getByText('This is your own account.').waitFor()
    assert.equal(
      await pane(page)
        .getByRole('button', { name: /^(Approve|Refuse)/ })
        .count(),
      0,
    )
    for (const key of ['a', 'r', 'j']) await page.keyboard.press(key)
    await pane(page).getByText(second.email).waitFor()
    assert.equal(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count(), 0)
    await page.keyboard.press('a')
    await page
      .getByRole('dialog', { name: `Approve ${second.name}?` })
      .getByLabel('Reason')
      .fill('Known')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).press('Enter')
    await page.getByText(`${second.name} is approved.`).waitFor()
    await focusedOn(page, third.name)
    await page.keyboard.press('r')
    await page
      .getByRole('alertdialog', { name: `Refuse ${third.name}?` })
      .getByLabel('Reason')
      .fill('Not a customer, really')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse', exact: true }).press('Enter')
    await page.getByText(`${third.name} is refused.`).waitFor()
    await shop.sql('delete from subscribers where email = $1', [email])
  }))

test('what is typed about a decision stays for the same reasons, under no domain, and is discarded once they are others', () =>
  visit({ as }, async (page) => {
    const person = await givenSomebodyWhoWaits(3)
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage))
    const refuse = async () => {
      await page.goto(path)
      await open(page, person)
      await pane(page).getByRole('button', { name: 'Refuse', exact: true }).click()
      return page.getByRole('alertdialog').getByLabel('Reason')
    }
    await (await refuse()).fill('Could not say who they work for')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    assert.equal(await (await refuse()).inputValue(), 'Could not say who they work for')
    assert.ok(!(await stored()).includes('gmail.com'))

    await shop.sql(`update subscribers set review_since = review_since - interval '1 day' where email = $1`, [
      person.email,
    ])
    assert.equal(await (await refuse()).inputValue(), '')
    await eventuallyEqual(async () => (await stored()).includes('Could not say'), false)
    await page.keyboard.press('Escape')
    await shop.sql('delete from subscribers where email = $1', [person.email])
  }))

test('the list is searched, sorted, filtered by reason and grouped by domain, and the URL contains all of it', () =>
  visit({ as }, async (page) => {
    const company = `Fair ${randomUUID().slice(0, 8)}`
    const personal = await givenSomebodyWhoWaits(6000, { company })
    const listed = await givenSomebodyWhoWaits(5900, { company, firstName: 'Ilse', lastName: 'Vantongeren' })
    await page.goto(path)
    await page.getByLabel('Search', { exact: true }).fill(company)
    const names = page.locator('[data-review] > :first-child')
    await eventuallyEqual(() => names.allTextContents(), [listed.name, personal.name])
    await page.getByRole('button', { name: 'Longest wait first' }).click()
    await eventuallyEqual(() => names.allTextContents(), [personal.name, listed.name])
    await page.reload()
    await eventuallyEqual(() => names.allTextContents(), [personal.name, listed.name])
    await page.getByRole('button', { name: 'List match 1' }).click()
    await eventuallyEqual(() => rowOf(page, personal).count(), 0)
    await page.getByRole('button', { name: 'Flagged 0' }).click()
    await page.getByText('No one matches this search and these filters').waitFor()
    await page.getByRole('button', { name: 'On hold 1' }).click()
    await rowOf(page, listed).getByText('On hold').waitFor()
    await page.getByRole('button', { name: 'All waiting' }).click()
    await page.getByRole('button', { name: 'List match 1' }).click()
    await page.getByRole('button', { name: 'Group by domain' }).click()
    await page.getByText('gmail.com: 2 people').waitFor()
    await page.reload()
    await page.getByText('gmail.com: 2 people').waitFor()
    await rowOf(page, listed).waitFor()
  }))

test('denied countries and unconfirmed addresses are shown as such, with what can be done', () =>
  visit({ as }, async (page) => {
    const denied = await givenATrialUser(shop, { country: 'IR', firstName: 'Dara', lastName: 'Denied' })
    const unconfirmed = await givenARegistration(shop, { firstName: 'Una', lastName: 'Unconfirmed' })
    await page.goto(path)
    await page.getByRole('button', { name: 'Denied countries' }).click()
    await open(page, { name: 'Dara Denied', email: denied.email })
    await pane(page).getByText('Country denied').waitFor()
    await pane(page).getByRole('button', { name: 'Correct details' }).waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: /^Approve/ }).count(), 0)
    await page.getByRole('button', { name: 'Unconfirmed addresses' }).click()
    await open(page, { name: 'Una Unconfirmed', email: unconfirmed.email })
    await pane(page).getByRole('button', { name: 'Resend activation email' }).waitFor()
  }))

test('the review lists fit a phone', () =>
  visit({ as, viewport: { width: 375, height: 812 } }, async (page) => {
    const person = await givenSomebodyWhoWaits(1, {
      company: 'Gesellschaft für außerordentlich lange Namen'.repeat(2),
    })
    await page.goto(path)
    await rowOf(page, person).waitFor()
    await eventuallyEqual(() => pane(page).isVisible(), false)
    // Every cell is below the header of its column, including the first letter of the name.
    const head = await page.getByRole('columnheader', { name: 'Name and company' }).boundingBox()
    const cell = await rowOf(page, person).getByRole('rowheader').boundingBox()
    assert.ok(head && cell && Math.abs(head.x - cell.x) < 1 && cell.width > 100, JSON.stringify([head, cell]))
    // The reason and the wait are in view before the row is opened.
    for (const part of ['why', 'since'])
      assert.ok(
        await rowOf(page, person)
          .locator(`.review-table__${part}`)
          .evaluate((cell) => cell.clientWidth > 0 && cell.getBoundingClientRect().right <= innerWidth),
        part,
      )
    await open(page, person)
    await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth), 375)
    // A person's details follow their row.
    await rowOf(page, person).locator('xpath=following-sibling::tr[1]').getByText(person.email).waitFor()
    await pane(page).getByRole('link').first().click()
    await page.waitForURL(/\/administration\/users\/[0-9a-f-]{36}$/)
  }))

test('a reviewer asks for the date of birth, the person gives it by the link, and the match shows whether it agrees [10.23]', () =>
  visit({ as }, async (page) => {
    const person = await givenSomebodyWhoWaits(1600, {
      email: 'born@northwind-bottling.example',
      firstName: 'Zoltan',
      lastName: 'Karnovak',
    })
    // The sample list has no dates of birth.
    await shop.sql(
      `update screening_checks set reasons = jsonb_set(reasons, '{0,details}', '{"birthDates": ["18 Jul 1961"]}')
         where subscriber_id = (select id from subscribers where email = $1)`,
      [person.email],
    )
    await page.goto(path)
    await open(page, person)
    await pane(page).getByText('18 Jul 1961', { exact: true }).waitFor()
    await pane(page).getByRole('button', { name: 'Ask for the date of birth' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Ask Zoltan Karnovak for the date of birth?' })
    await dialog.getByRole('button', { name: 'Send email' }).click()
    await page.getByText('The person has been asked for their date of birth.').waitFor()
    await pane(page)
      .getByText(/^Asked for the date of birth on .* by admin@shop\.example\. No answer yet\.$/)
      .waitFor()

    const { text } = await shop.mailTo(person.email, 'date of birth')
    const link = /https?:\/\/[^/\s]+(\/birth-date\/\S+)/.exec(text)?.[1] ?? assert.fail(text)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Your date of birth' }).waitFor()
    await page.getByLabel('Date of birth').fill('1990-03-04')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()

    await page.goto(path)
    await open(page, person)
    await pane(page)
      .getByText('18 Jul 1961. Contradicts the match: the person gave another date of birth', { exact: true })
      .waitFor()
    await pane(page)
      .getByText(/^Date of birth: 4 March 1990, given on /)
      .waitFor()
    await eventuallyEqual(
      () =>
        pane(page)
          .getByRole('button', { name: /date of birth/ })
          .count(),
      0,
    )
  }))
