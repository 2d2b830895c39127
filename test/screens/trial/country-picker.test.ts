import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { countries } from '../../../web/client/countries.ts'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

const picker = (page: Page) => page.getByRole('combobox', { name: 'Country', exact: true })
/** The button, not the native select that is there until the scripts have loaded. */
const focusPicker = (page: Page) => page.locator('button#country').focus()
const active = (page: Page) =>
  picker(page).evaluate((button) => {
    const option = document.getElementById(button.getAttribute('aria-activedescendant') ?? '')
    return option?.querySelector('.picker__label')?.textContent
  })

test('the preferred three come first, then all others, each with flag, name and dial code; the dial codes are in the same order; a list above the picker stays beside it while a search shortens it [3.13, 3.14]', () =>
  visit(async (page) => {
    await page.goto('/')
    await page.locator('button#country').click()
    const options = page.getByRole('listbox', { name: 'Country' }).getByRole('option')
    await eventuallyEqual(() => options.count(), countries.length)
    const shown = await options.evaluateAll((all) => all.slice(0, 4).map((option) => option.textContent))
    assert.deepEqual(shown, ['United Arab Emirates+971', 'United Kingdom+44', 'United States+1', 'Afghanistan+93'])
    const flag = options.nth(3).locator('img')
    await flag.scrollIntoViewIfNeeded()
    await page.waitForFunction(
      (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
      await flag.elementHandle(),
    )
    await accessible(page, 'trial', '.picker__list, button#country')
    await page.keyboard.press('Escape')

    await page.locator('button[id="phone.countryCode"]').click()
    const codes = page
      .getByRole('listbox', { name: 'Country code' })
      .getByRole('group')
      .nth(1)
      .locator('.picker__label')
    await eventuallyEqual(async () => (await codes.count()) > 150, true)
    const names = await codes.allTextContents()
    assert.deepEqual(
      names,
      names.toSorted((one, other) => one.localeCompare(other, 'en')),
    )

    await page.keyboard.press('Escape')
    const button = page.locator('button#country')
    await button.evaluate((one) => one.scrollIntoView({ block: 'end' }))
    await button.click()
    const above = async () => {
      const list = await page.locator('.picker__list:popover-open').boundingBox()
      const field = await button.boundingBox()
      return list && field && Math.round(field.y - list.y - list.height)
    }
    await eventuallyEqual(above, 6)
    await page.getByRole('combobox', { name: 'Search countries' }).fill('japan')
    await eventuallyEqual(() => options.count(), 1)
    assert.equal(await above(), 6)
  }))

test('typing finds a country; after a pause of half a second the search restarts [9.7]', () =>
  visit({ alone: true }, async (page) => {
    await page.clock.install({ time: '2026-11-20T12:00:00Z' })
    await page.goto('/')
    await page.locator('button#country').waitFor()
    await page.clock.pauseAt('2026-11-20T13:00:00Z')
    await focusPicker(page)
    await page.keyboard.type('ger')
    await eventuallyEqual(() => picker(page).getAttribute('aria-expanded'), 'true')
    await eventuallyEqual(() => active(page), 'Germany')
    await page.clock.fastForward(501)
    await page.keyboard.type('no')
    await eventuallyEqual(async () => (await active(page))?.slice(0, 2), 'No')
    await page.keyboard.type('rw')
    await eventuallyEqual(() => active(page), 'Norway')
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => picker(page).getAttribute('aria-expanded'), 'false')
    await eventuallyEqual(() => picker(page).innerText(), 'Norway')
    await eventuallyEqual(() => page.locator('[id="phone.countryCode"]').innerText(), '+47')
  }))

test('arrows, Home and End move, Escape changes nothing, and Tab chooses; a search field finds a country by its displayed, local or English name or its dial code; a dial code that was chosen separately stays when the country changes [3.13]', () =>
  visit(async (page) => {
    await page.goto('/')
    await focusPicker(page)
    await page.keyboard.press('ArrowDown')
    await eventuallyEqual(() => active(page), 'United States')
    await page.keyboard.press('ArrowDown')
    await eventuallyEqual(() => active(page), 'Afghanistan')
    await page.keyboard.press('Escape')
    await eventuallyEqual(() => picker(page).innerText(), 'United States')
    await page.keyboard.press('Home')
    await eventuallyEqual(() => active(page), 'United Arab Emirates')
    await page.keyboard.press('End')
    await eventuallyEqual(() => active(page), countries.at(-1)?.name)
    await page.keyboard.press('Tab')
    await eventuallyEqual(() => picker(page).innerText(), countries.at(-1)?.name)

    const search = page.getByRole('combobox', { name: 'Search countries' })
    const options = page.getByRole('listbox', { name: 'Country' }).getByRole('option')
    const found = () => options.locator('.picker__label').allTextContents()
    for (const typed of ['Germany', 'deutschl', '+49']) {
      await page.locator('button#country').click()
      await search.fill(typed)
      await eventuallyEqual(found, ['Germany'])
      await page.keyboard.press('Enter')
      await eventuallyEqual(() => picker(page).innerText(), 'Germany')
      await eventuallyEqual(
        () => page.locator('button#country').evaluate((one) => one === document.activeElement),
        true,
      )
    }
    await page.keyboard.press('ArrowDown')
    await search.fill('atlantis')
    await page.getByRole('status').getByText('No country matches').waitFor()
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })

    const code = page.locator('button[id="phone.countryCode"]')
    // Letters more than half a second apart start a new search, which can happen on a busy machine.
    const choose = async (focus: () => Promise<unknown>, letters: string) => {
      await focus()
      await page.keyboard.type(letters)
      await page.keyboard.press('Enter')
    }
    await eventuallyEqual(async () => {
      await choose(() => code.focus(), 'switz')
      return code.innerText()
    }, '+41')
    await eventuallyEqual(async () => {
      await choose(() => focusPicker(page), 'france')
      return picker(page).innerText()
    }, 'France')
    await eventuallyEqual(() => code.innerText(), '+41')
  }))
