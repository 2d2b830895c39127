import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenListed } from '../../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)

await givenListed(
  shop,
  Array.from({ length: 60 }, (_, at) => ({
    firstName: 'Zoe',
    lastName: `Zimmer ${String(at).padStart(3, '0')}`,
    email: `zoe.zimmer.${String(at).padStart(3, '0')}@overseas-division.northwind-bottling.example`,
    company: 'Northwind Bottling',
    holds: [{ type: at % 2 ? ('trial' as const) : ('subscription' as const), status: 'active' as const }],
  })),
)

const people = '/administration/users'
const frames = (page: Page) =>
  page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))

test('nothing moves while the parts of the list load one after the other, on a wide screen and a phone', () =>
  visit({ as, alone: true }, async (page) => {
    // Layout shifts as browsers measure them (https://web.dev/articles/cls), and the elements that moved.
    await page.addInitScript(() => {
      const shifts: { value: number; what: string }[] = []
      Object.assign(window, { shifts })
      type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          shifts.push({ value, what: sources.map(({ node }) => node?.className ?? node?.nodeName ?? '').join(' ') })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let before = Promise.resolve()
    await page.route(/\/api\/v1\//, async (route) => {
      const own = before.then(() => route.continue()).then(() => frames(page))
      before = own.then(
        () => undefined,
        () => undefined,
      )
      await before
    })
    for (const [width, height] of [
      [1440, 900],
      [375, 812],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(people)
      await page.locator('tbody tr[data-row]').first().getByRole('link').waitFor()
      await page.getByRole('status').getByText('60 rows').waitFor()
      await page.waitForLoadState('networkidle')
      await frames(page)
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: { value: number; what: string }[] }).shifts,
      )
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      assert.ok(sum <= 0.02, `${width} px: ${JSON.stringify(shifts)}`)
    }
  }))

test('no email address is cut off on a wide screen, every column is in view, menus open over the list, and Escape returns the focus to their button', () =>
  visit({ as, viewport: { width: 1440, height: 900 } }, async (page) => {
    await page.goto(people)
    await page.locator('tbody tr[data-row]').first().getByRole('link').waitFor()
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('tbody .cut, thead .cut')]
          .filter((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)
          .map(({ textContent }) => textContent),
      )
    assert.deepEqual(await cut(), [])
    for (const width of [1280, 1366, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = () =>
        page.locator('.users-frame').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      await eventuallyEqual(beyond, 0, `${width}`)
    }
    assert.deepEqual(await cut(), [])

    const top = () => page.locator('.users-frame').evaluate((frame) => frame.getBoundingClientRect().top)
    const before = await top()
    for (const [name, group] of [
      ['More filters', 'More filters'],
      ['Columns', 'Columns'],
      ['Views', 'Saved views'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      await page.getByRole('group', { name: group }).waitFor()
      assert.equal(await top(), before, name)
      await page.keyboard.press('Escape')
      await page.getByRole('group', { name: group }).waitFor({ state: 'hidden' })
      assert.ok(await button.evaluate((element) => element === document.activeElement))
    }
  }))
