import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { without, withFullDisk } from '../../support/faults.ts'
import { atTheHour, givenAShop } from '../../support/given.ts'
import { agreement, aRegistrant, arrivesAt, fillIn, startButton } from '../story.ts'

const shop = await givenAShop(atTheHour)
const { visit } = await useBrowser(shop)
const server = { tolerate: /status of 5\d\d/ }

/** Fills in the form without submitting it. */
async function filledIn(page: Page) {
  await page.goto('/')
  const person = aRegistrant()
  await fillIn(page, person)
  await agreement(page).check()
  return person
}

/** Submits the form to a shop that cannot register anyone, and waits for the toast. */
async function fails(page: Page) {
  const person = await filledIn(page)
  await without(shop, 'trial_tokens', async () => {
    await startButton(page).click()
    await toast(page).waitFor({ state: 'attached' })
  })
  return person
}

const toast = (page: Page) => page.locator('.toast--error')

test('a registration that fails without a message is reported in a red toast at the bottom right, which is closed by keyboard, and no input is lost; the server’s own message takes precedence, and too many requests lead to /busy [2.5, 2.19, 7.32, 8.4, 8.5, 8.7]', () =>
  visit(server, async (page) => {
    const person = await fails(page)
    await toast(page).getByText('Error registering user', { exact: true }).waitFor()
    // With the pointer on it, the toast stays.
    await toast(page).hover()
    await accessible(page, 'trial', '.toast')
    await eventuallyEqual(
      async () => {
        const [box, size] = [await toast(page).boundingBox(), page.viewportSize()]
        return box && size && box.x > size.width / 2 && box.y + box.height > size.height - 48
      },
      true,
      'bottom right',
    )
    const red = await toast(page).evaluate((element) => getComputedStyle(element).backgroundColor)
    assert.match(red, /oklch\(0\.5\d* 0\.18/)
    await eventuallyEqual(() => page.getByLabel('Business email').inputValue(), person.email)
    await eventuallyEqual(() => agreement(page).isChecked(), true)
    await toast(page).getByRole('button', { name: 'Close' }).press('Enter')
    await toast(page).waitFor({ state: 'detached' })

    await withFullDisk(shop, 'trial_tokens', async () => {
      await startButton(page).click()
      const message = 'The service is not available at the moment. Please try again shortly.'
      await toast(page).getByText(message, { exact: true }).waitFor()
    })

    await shop.sql('update rate_limits set count = 1000000000')
    await startButton(page).click()
    await arrivesAt(page, '/busy')
    await page.getByRole('heading', { name: '429: Too many requests' }).waitFor()
    await shop.sql('delete from rate_limits')
  }))

test('a checkout that fails without a message is reported; trying again does not register twice [8.8]', () =>
  visit(server, async (page) => {
    let registered = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/users')) registered += 1
    })
    await filledIn(page)
    await without(shop, 'trial_history', async () => {
      await startButton(page).click()
      await toast(page).getByText('Checkout failed', { exact: true }).waitFor()
    })
    await startButton(page).click()
    await page.getByRole('dialog').waitFor()
    assert.equal(registered, 1)
  }))

test('a toast’s bar shows its timer: it pauses under pointer and focus, and the toast disappears within half a second [2.20, 9.8]', () =>
  visit({ ...server, reducedMotion: 'no-preference' }, async (page) => {
    await fails(page)
    const bar = toast(page).locator('.toast__bar')
    const state = () => bar.evaluate((element) => element.getAnimations()[0]?.playState)
    await bar.waitFor({ state: 'attached' })
    await page.mouse.move(0, 0)
    await eventuallyEqual(() => state(), 'running')
    await toast(page).hover()
    await eventuallyEqual(() => state(), 'paused')
    await page.mouse.move(0, 0)
    await toast(page).getByRole('button', { name: 'Close' }).focus()
    await eventuallyEqual(() => state(), 'paused')
    await page.getByLabel('Company').focus()
    await eventuallyEqual(() => state(), 'running')

    const leaving = await bar.evaluate(
      (element) =>
        new Promise((resolve) => {
          const leaves = element.closest('.toast')
          if (!leaves) throw new Error('no toast')
          const watch = new MutationObserver(() =>
            resolve(leaves.getAnimations()[0]?.effect?.getComputedTiming().duration),
          )
          watch.observe(leaves, { attributeFilter: ['data-leaving'] })
          element.getAnimations()[0]?.finish()
        }),
    )
    assert.equal(leaving, 500)
    await toast(page).waitFor({ state: 'detached' })
  }))

test('a link in a page opened before an upgrade loads the page from the server; if the script is still missing, the page reports it once', () =>
  visit({ tolerate: /status of 404|dynamically imported module|React error #422/ }, async (page) => {
    const missing: string[] = []
    let once = true
    await page.route('**/assets/plans-*.js', async (route) => {
      missing.push(new URL(route.request().url()).pathname)
      if (!once || missing.length === 1) await route.fulfill({ status: 404 })
      else await route.continue()
    })
    const open = async () => {
      await page.goto('/')
      await page.getByRole('banner').getByRole('link', { name: 'Plans' }).click()
    }
    await open()
    await page.getByRole('heading', { name: 'Plans and pricing' }).waitFor()
    await arrivesAt(page, '/plans')
    await eventuallyEqual(() => page.getByRole('alert').count(), 0)

    once = false
    missing.length = 0
    await open()
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    assert.equal(missing.length, 2, 'once by the link, once by the document')
    await page.goBack()
    await page.getByRole('heading', { name: 'Start your free trial' }).waitFor()
  }))
