import { test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../../support/given.ts'
import { arrivesAt } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const people = '/administration/users'

test('the empty list of a new shop names the next steps and links to each; a search without a result does not', () =>
  visit({ as }, async (page) => {
    const main = page.locator('main')
    const links = () => main.locator('.users-frame').getByRole('link').allInnerTexts()
    await page.goto(people)
    await page.getByText('No data available').waitFor()
    await eventuallyEqual(links, ['Settings', 'Catalogue', 'Trial page', 'Sandbox inbox'])
    await main.getByRole('link', { name: 'Trial page' }).click()
    await page.getByRole('heading', { name: 'Start your free trial' }).waitFor()
    await page.goto(people)
    await main.getByRole('link', { name: 'Settings' }).click()
    await arrivesAt(page, '/administration/settings')
    await page.goto(`${people}?search=nobody`)
    await page.getByText('No subscriber matches this search and these filters.').waitFor()
    await eventuallyEqual(links, [])
  }))

test('support is led to everything but the settings, in German too', async () =>
  visit({ as: await givenSupport(shop), locale: 'de-DE' }, async (page) => {
    await page.goto(people)
    await eventuallyEqual(
      () => page.locator('main .users-frame').getByRole('link').allInnerTexts(),
      ['Katalog', 'Seite der Testversion', 'Sandbox-Postfach'],
    )
  }))
