import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { eventually, givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop({ TSS_URL: 'https://tss.parallax.example:8443' })
const { visit } = await useBrowser(shop)
const { visitor: as } = await givenATrialUser(shop)
// A page is sent without a checksum that takes too long; once it is known, every page has it.
await eventually('the checksums', async () => {
  const offers = await Promise.all(
    ['analytics', 'statistics'].map(async (product) => (await as.get(`/api/v1/download/${product}`)).json()),
  )
  return (offers as { sha256?: string }[]).every(({ sha256 }) => sha256 !== undefined)
})
const path = '/plans/analytics-trial/confirmation'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/**
 * Returns the next address to which the page navigates. Requests do not show this if another program handles the
 * address.
 */
async function nextNavigation(page: Page): Promise<{ url: Promise<string> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  return { url: new Promise((resolve) => session.once('Page.frameRequestedNavigation', ({ url }) => resolve(url))) }
}

async function downloaded(page: Page, button: string) {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await started
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('the welcome page offers the complete installer, with the stated checksum, and that of the companion product repeatedly, and fits a phone [1.10, 2.50]', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    await eventuallyEqual(() => page.title(), 'Confirmation | Parallax Analytics')
    await page.getByRole('heading', { level: 1, name: 'Your trial has started: Parallax Analytics trial' }).waitFor()
    const { name, bytes } = await downloaded(page, 'Download the installer')
    assert.equal(name, 'parallax-analytics.AppImage')
    assert.deepEqual(bytes, await readFile(join(shop.dataDir, 'installers', name)))
    await page.getByText('Verify download').first().press('Enter')
    await page.getByText(createHash('sha256').update(bytes).digest('hex')).waitFor()
    await page.getByText('sha256sum parallax-analytics.AppImage', { exact: true }).waitFor()
    await page.getByText('shasum -a 256 parallax-analytics.dmg', { exact: true }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: checksum of parallax-analytics.AppImage' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, createHash('sha256').update(bytes).digest('hex'))
    await page.getByText('Your download has started.').waitFor()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByText('Verify download').last().press('Enter')
    await page.getByText('Get-FileHash parallax-statistics-setup.exe').waitFor()
    await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth <= 320), true)

    await page.getByRole('button', { name: 'Download Parallax Statistics' }).click()
    await page.getByText('This field is required').waitFor()
    const box = page.getByRole('checkbox', {
      name: 'I affirm that the product is not used for scientific research and development',
    })
    await eventuallyEqual(() => box.evaluate((input) => input === document.activeElement), true)
    await box.check()
    for (const _ of [1, 2]) {
      const { name, bytes } = await downloaded(page, 'Download Parallax Statistics')
      assert.equal(name, 'parallax-statistics.AppImage')
      assert.deepEqual(bytes, await readFile(join(shop.dataDir, 'installers', name)))
    }
    const { affirmations } = (
      await shop.sql<{ affirmations: number }>(
        `select count(*)::int as affirmations from acceptances where document = 'affirmation'`,
      )
    )[0] ?? { affirmations: 0 }
    assert.equal(affirmations, 1)
    await page.reload()
    await page.getByRole('button', { name: 'Download Parallax Statistics' }).waitFor()
    await eventuallyEqual(() => box.count(), 0)
  }))

test('the trial of the companion product does not offer the companion again', async () => {
  const { visitor } = await givenATrialUser(shop, { affirmation: true }, 'statistics-trial')
  await visit({ as: visitor }, async (page) => {
    const checks = page.getByRole('heading', { name: '2. Check the installation' })
    const offered = () => page.getByRole('button', { name: /Download Parallax Statistics/ }).count()
    await page.goto('/plans/statistics-trial/confirmation')
    await checks.waitFor()
    await eventuallyEqual(offered, 0)
    // The same holds while a page that was reached by a link has not yet loaded which product is the companion.
    await page.goto('/account')
    await page.route(/installer\?companion=yes/, () => undefined)
    const asked = page.waitForRequest(/installer\?companion=yes/)
    await page.getByRole('link', { name: 'Installers' }).click()
    await Promise.all([checks.waitFor(), asked])
    assert.equal(await offered(), 0)
  })
})

test('on Windows the check opens the client with the server’s address; it counts as installed if the window loses focus or the client responds, and as missing without a response in five times two seconds [2.50, 4.18, 4.19, 9.9, 10.76]', () =>
  visit({ as, userAgent: windows, alone: true }, async (page) => {
    await page.clock.install({ time: '2026-11-20T12:00:00Z' })
    await page.goto(path)
    const check = page.getByRole('button', { name: 'Check if installed' })
    const installed = page.getByText('The desktop client is installed.')
    await check.waitFor()
    await page.clock.pauseAt('2026-11-20T12:10:00Z')
    const begin = async () => {
      const launched = await nextNavigation(page)
      await check.click()
      const link = new URL(await launched.url)
      await page.getByText('Checking, 1 of 5', { exact: true }).waitFor()
      return link
    }
    const link = await begin()
    assert.equal(link.protocol, 'parallax:')
    assert.equal(link.searchParams.get('server'), 'https://tss.parallax.example:8443')
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await installed.waitFor()

    const { searchParams } = await begin()
    assert.equal(await installed.count(), 0)
    await page.clock.runFor(2000)
    await page.getByText('Checking, 2 of 5').waitFor()
    const answer = await fetch(`${shop.url}/api/v1/client-checks/${searchParams.get('check')}`, { method: 'POST' })
    assert.equal(answer.status, 204)
    await page.clock.runFor(2000)
    await installed.waitFor()

    await begin()
    for (const attempt of [1, 2, 3, 4, 5]) {
      await page.getByText(`Checking, ${attempt} of 5`, { exact: true }).waitFor()
      await page.clock.runFor(1999)
      await page.getByText(`Checking, ${attempt} of 5`, { exact: true }).waitFor()
      await page.clock.runFor(1)
    }
    await page.getByText('The desktop client was not found on this computer.').waitFor()
  }))

test('on other systems the check states that it cannot detect the client, and opens nothing [4.17]', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Check if installed' }).click()
    await page.getByText('We can check this on Windows only.').waitFor()
  }))

test('a link that cannot be created is logged and reported at its button, not in a toast, and the page stays [8.11]', () =>
  visit({ as, userAgent: windows, tolerate: /503/ }, async (page) => {
    const message = 'The installer is not available at the moment. Please try again later.'
    const file = join(shop.dataDir, 'installers/parallax-analytics-setup.exe')
    const logged: string[] = []
    page.on('console', (line) => void (line.type() === 'warning' && logged.push(line.text())))
    await rename(file, `${file}.gone`)
    try {
      await page.goto(path)
      const button = page.getByRole('button', { name: 'Download the installer' })
      await button.waitFor()
      assert.deepEqual(logged, [], 'showing the page asks for no link')
      await button.click()
      await page.getByRole('status').filter({ hasText: message }).waitFor()
      await eventuallyEqual(() => Promise.resolve(logged.length), 1)
      assert.ok(logged.join(' ').includes(message), logged.join(' '))
      await eventuallyEqual(() => page.getByText(message).count(), 1)
      await eventuallyEqual(() => page.locator('.toast').count(), 0)
    } finally {
      await rename(`${file}.gone`, file)
    }
  }))

test('without the plan the page states this, and links home [2.53]', () =>
  visit({ as }, async (page) => {
    await page.goto('/plans/analytics-annual/confirmation')
    await page.getByRole('heading', { name: 'No active subscription' }).waitFor()
    await page.getByRole('link', { name: 'Go to homepage' }).click()
    await page.getByText('You already have a trial').waitFor()
  }))

test('the choice of another system by keyboard moves the focus to the download', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Windows' }).first().press('Enter')
    await page.getByText('for Windows').waitFor()
    await eventuallyEqual(
      () =>
        page
          .getByRole('button', { name: 'Download the installer' })
          .evaluate((button) => button === document.activeElement),
      true,
    )
  }))

test('a complimentary subscription is welcomed by its plan, without thanks for a purchase or a receipt', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const administrator = await givenAnAdministrator(shop)
  const answer = await administrator.post(`/api/v1/subscribers/${await idOf(shop, email)}/grants`, {
    plan: 'analytics-annual',
    endDate: new Date(Math.ceil(Date.now() / 86_400_000 + 30) * 86_400_000).toISOString(),
    comment: 'For a partner.',
  })
  assert.equal(answer.status, 200, await answer.text())
  await visit({ as: visitor }, async (page) => {
    await page.goto('/plans/analytics-annual/confirmation')
    await page.getByRole('heading', { level: 1, name: 'Parallax Analytics, annual' }).waitFor()
    await page.getByRole('button', { name: 'Download the installer' }).waitFor()
    await eventuallyEqual(() => page.getByText(/purchase|receipt|Your order/i).count(), 0)
  })
})
