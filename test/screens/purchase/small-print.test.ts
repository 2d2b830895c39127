import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Locator } from 'playwright'
import { useBrowser } from '../../support/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenListed } from '../../support/admin/given-admin.ts'
import { eventually, givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { eula, fillInToBuy, payButton } from '../buying.ts'
import { aRegistrant, signInBy } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const administrator = await givenAnAdministrator(shop)
const subscriber = await givenASubscriber(shop, 'analytics-monthly')
const { visitor: buyer } = await givenABuyer(shop)
const { visitor: user, email } = await givenATrialUser(shop)

const statuses = ['active', 'pending', 'cancelled', 'expired'] as const
await givenListed(
  shop,
  statuses.map((status) => ({ firstName: 'Icon', lastName: status, company: 'Icons', holds: [{ status }] })),
)

/** Returns the shape and colour of an icon. */
const drawn = (icon: Locator) =>
  icon.evaluate((element) => ({
    strokes: [...element.querySelectorAll('path')].map((path) => path.getAttribute('d')).join(' '),
    colour: getComputedStyle(element).color,
  }))

test(
  'a status has its icon: a green tick, a warning, or a blocked sign for cancelled and expired [2.66, 4.3]',
  visit(
    async (page) => {
      await page.goto('/administration/users?search=icons')
      const mark = (status: string) => {
        const row = page.locator('tbody tr[data-row]').filter({ hasText: `Icon ${status}` })
        return drawn(row.getByRole('gridcell').nth(5).locator('svg'))
      }
      await page.getByRole('link', { name: 'Icon active' }).waitFor()
      const [active, pending, cancelled, expired] = await Promise.all(statuses.map(mark))
      assert.ok(active && pending && cancelled && expired)
      assert.equal(active.strokes, 'm5 12.5 4.5 4.5L19 7.5', 'a tick')
      const [lightness = 0, chroma = 0, hue = 0] = (/oklch\(([^)]*)\)/.exec(active.colour)?.[1] ?? '')
        .split(' ')
        .map(Number)
      assert.ok(lightness > 0 && chroma > 0.05 && hue > 120 && hue < 180, `${active.colour} is green`)
      assert.match(pending.strokes, /^M12 4 2\.75 19\.5h18\.5Z/, 'a triangle')
      assert.match(cancelled.strokes, /^M12 3a9 9 .*m5\.7 5\.7 12\.6 12\.6$/, 'a circle, struck through')
      assert.deepEqual(expired, cancelled)
    },
    { as: administrator, viewport: { width: 1440, height: 900 } },
  ),
)

test(
  'Manage subscription posts a download request for the owned plan [2.37]',
  visit(
    async (page) => {
      await page.goto('/plans/analytics-annual')
      const asked = page.waitForRequest((request) => request.method() === 'POST')
      await page.getByRole('button', { name: 'Manage subscription' }).click()
      const request = await asked
      assert.equal(new URL(request.url()).pathname, '/api/v1/plans/analytics-monthly/download')
      assert.deepEqual(request.postDataJSON(), { name: 'analytics-monthly' })
      assert.ok(request.headers()['x-xsrf-token'])
      await page.getByRole('heading', { name: 'Plan and billing' }).waitFor()
    },
    { as: subscriber.visitor },
  ),
)

test(
  'a download link that cannot be created is logged and reported at its button, and nowhere else [8.11]',
  visit(
    async (page) => {
      const logged: string[] = []
      page.on('console', (message) => void (message.type() === 'warning' && logged.push(message.text())))
      await page.route('**/download/**', (route) => route.fulfill({ status: 404, json: { message: 'Not here.' } }))
      await page.goto('/account')
      await page.getByRole('link', { name: 'Installers' }).click()
      const button = page.getByRole('button', { name: 'Download the installer' })
      await button.waitFor()
      assert.deepEqual(logged, [], 'showing the page asks for no link')
      await button.click()
      await eventually('a line', async () => logged.length === 1)
      assert.match(logged.join(' '), /Not here\./)
      await eventuallyEqual(() => page.getByText('Not here.').count(), 1)
      await eventuallyEqual(() => page.locator('.toast').count(), 0)
    },
    { as: user },
  ),
)

test(
  'the page shows the person after signing in, and no longer after signing out [3.4, 4.5, 6.5]',
  visit(async (page) => {
    await page.goto('/plans')
    await page.locator('header').getByRole('link', { name: 'Sign in' }).click()
    await signInBy(page, email)
    const menu = page.locator('header').getByRole('button', { name: /Account of Jane Doe$/ })
    await menu.click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).click()
    await page.locator('header').getByRole('link', { name: 'Sign in' }).waitFor()
    await eventuallyEqual(() => menu.count(), 0)
    const answer = (await (await page.request.get('/api/v1/users/userinfo')).json()) as unknown
    assert.deepEqual(answer, { user: 'anonymousUser' })
  }),
)

test(
  'each page that a link leads to has its own title [2.14]',
  visit(async (page) => {
    await page.goto('/plans')
    for (const [name, path, title] of [
      ['Try it free for 30 days: Parallax Analytics', '/try/analytics-trial', 'Try'],
      ['Plans', '/plans', 'Buy'],
      ['Choose Parallax Analytics, annual', '/plans/analytics-annual', 'Order summary'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.waitForURL((url) => url.pathname === path)
      await page.waitForFunction((wanted) => document.title.startsWith(wanted), title)
      await eventuallyEqual(() => page.title(), `${title} | Parallax Analytics`)
    }
  }),
)

test(
  'a failure on the order summary without a message names the act that failed [8.7, 8.8]',
  visit(
    async (page) => {
      await page.route('**/api/v1/users', (route) => route.fulfill({ status: 502, body: '<html>' }))
      await page.route('**/checkout', (route) => route.fulfill({ status: 500, json: {} }))
      const dialog = await fillInToBuy(page, aRegistrant())
      await dialog.getByRole('checkbox', { name: /^I agree/ }).check()
      await dialog.getByRole('button', { name: 'Register' }).click()
      await page.locator('.toast--error').getByText('Error registering user', { exact: true }).waitFor()

      await page.context().addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
      await page.goto('/plans/analytics-annual')
      await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
      await eula(page).check()
      await payButton(page).click()
      await page.locator('.toast--error').getByText('Checkout failed', { exact: true }).waitFor()
    },
    { tolerate: /status of 5\d\d/ },
  ),
)
