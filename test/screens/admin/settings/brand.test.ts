import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { test } from 'vitest'
import { accessible } from '../../../support/browser/accessible.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenAnAdministrator, givenAShop } from '../../../support/given.ts'
import { holdBack } from '../../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/settings'

const open = async (page: Page) => {
  await page.goto(path)
  await page.locator('#brand-name').waitFor()
}
const pageOf = async (at: string) => (await fetch(shop.url + at, { headers: { 'accept-language': 'en' } })).text()
/** Saves values through the API, as a colleague would. */
async function colleagueSaves(values: object): Promise<void> {
  const { version } = (await (await as.get('/api/v1/settings/brand')).json()) as { version: number }
  assert.equal((await as.post('/api/v1/settings/brand', { version, values })).status, 204)
}
const accentOfPage = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent-h').trim())

test('an administrator previews a brand and saves it: header, colours and shop change at once [10.84]', () =>
  visit({ as }, async (page) => {
    await open(page)
    const form = page.getByRole('form', { name: 'Brand' })
    await form.getByText('From the brand file, line 3', { exact: true }).waitFor()
    await form.getByText('Not in the brand file').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save changes' }).isDisabled())
    await page.getByLabel('Name', { exact: true }).fill('Northwind Analytics')
    await page.getByLabel('Colour code').fill('#zzz')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await eventuallyEqual(() => page.evaluate(() => document.activeElement?.id), 'brand-accent-code')
    await eventuallyEqual(() => page.getByLabel('Colour code').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByText('The brand is saved.').count(), 0)
    await page.getByLabel('Colour code').fill('#0b7a4b')
    await page.getByLabel('Announcement (English)').fill('We are closed on Monday')
    await page.getByLabel('Title of the imprint').fill('Legal notice')
    const preview = page.getByRole('img', { name: 'Preview in light colours' })
    for (const text of ['Northwind Analytics', 'We are closed on Monday', 'Legal notice'])
      assert.ok((await preview.innerText()).includes(text), text)
    const hue = await preview.evaluate((page) => getComputedStyle(page).getPropertyValue('--accent-h'))
    assert.ok(Number(hue) > 140 && Number(hue) < 170, hue)
    assert.equal(await accentOfPage(page), '265', 'the page itself has what is saved')
    assert.doesNotMatch(await pageOf('/'), /Northwind/)
    await page.getByText('4 unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The brand is saved.').waitFor()
    await page.getByText('No unsaved changes').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent.includes('Save changes')), true)
    await page.locator('header .logo', { hasText: 'Northwind Analytics' }).waitFor()
    assert.match(await page.title(), /\| Northwind Analytics$/)
    assert.equal(await accentOfPage(page), hue.trim())
    await form.getByText('Changed here · In the brand file, line 3: Parallax Analytics').waitFor()
    const notUsed = 'Picture at the top of emails – Not used: the name is changed above'
    await page.getByRole('row', { name: notUsed }).waitFor()
    await page.getByRole('row', { name: /^Terms, refunds, imprint .* The imprint is changed above$/ }).waitFor()
    const shopPage = await pageOf('/')
    assert.match(shopPage, /We are closed on Monday[\s\S]*Northwind Analytics[\s\S]*Legal notice/)
    await page.frameLocator('iframe').getByText('Northwind Analytics').first().waitFor()

    await page.getByRole('button', { name: 'Name: use the value of the brand file' }).click()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Parallax Analytics')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.locator('header .logo', { hasText: 'Parallax Analytics' }).waitFor()
  }))

test('questions are added, moved and removed by keyboard', () =>
  visit({ as }, async (page) => {
    await open(page)
    const questions = page.locator('.brand-questions > li')
    const before = await questions.allInnerTexts()
    const first = page.getByRole('button', { name: `Edit: ${before[0]?.trim()}` })
    await first.press('Alt+ArrowDown')
    assert.deepEqual((await questions.allInnerTexts()).slice(0, 2), [before[1], before[0]])
    assert.ok(await first.evaluate((button) => button === document.activeElement), 'the focus moves with it')
    await page.getByText(`Moved to place 2 of ${before.length}`).waitFor()
    await page.getByRole('button', { name: `Move up: ${before[0]?.trim()}` }).press('Enter')
    assert.deepEqual(await questions.allInnerTexts(), before)
    assert.ok(await first.evaluate((button) => button === document.activeElement))
    await page.getByText('No unsaved changes').waitFor()

    await page.getByRole('button', { name: 'Add a question' }).press('Enter')
    await page.keyboard.type('Is there a discount?')
    await page.getByLabel('Answer').fill('Ask us.')
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await page.getByText('The brand is saved.').waitFor()
    assert.match(await pageOf('/plans'), /Is there a discount\?[\s\S]*Ask us\./)

    await page.getByRole('button', { name: 'Remove: Is there a discount?' }).press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'brand-questions-add')
    await page.getByRole('button', { name: 'Deutsch (6)' }).press('Enter')
    await page.getByRole('button', { name: /^Edit: Wie kündige ich/ }).waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await page.getByText('No unsaved changes').waitFor()
  }))

test('errors are shown at their field, and the summary leads to a question in another language, which stays open while it is corrected', () =>
  visit({ as, tolerate: /400/ }, async (page) => {
    await colleagueSaves({})
    await open(page)
    for (const language of ['English', 'Deutsch']) {
      await page.getByRole('button', { name: new RegExp(`^${language} \\(`) }).click()
      await page.getByRole('button', { name: 'Add a question' }).press('Enter')
      await page.keyboard.type(`Is it there in ${language}?`)
    }
    await page.getByLabel('Support address', { exact: true }).fill('nobody')
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    const linkTo = (language: string) =>
      page.getByRole('link', { name: `Questions on the pricing page (${language}, 7): This field is required` })
    await linkTo('English').waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Support address: Email address is not valid' }).waitFor()
    assert.equal(await page.getByLabel('Support address', { exact: true }).getAttribute('aria-invalid'), 'true')
    await accessible(page, 'settings')
    await page.getByRole('button', { name: 'Edit: Is it there in English?' }).waitFor()
    await linkTo('Deutsch').press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'brand-questions-de-6-answer')
    await page.keyboard.type('Ja, immer.')
    assert.equal(await page.getByLabel('Answer').inputValue(), 'Ja, immer.')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByText('No unsaved changes').waitFor()
  }))

test('what is entered while the brand is being saved is kept, and a second press sends nothing', () =>
  visit({ as }, async (page) => {
    await colleagueSaves({})
    await open(page)
    let sent = 0
    page.on('request', (request) => void (sent += request.method() === 'POST' ? 1 : 0))
    const release = await holdBack(page, /\/(users\/userinfo|settings\/brand)$/)
    await page.getByLabel('Name', { exact: true }).fill('Sent first')
    await page.getByRole('button', { name: 'Save changes' }).dblclick()
    await page.getByLabel('Name', { exact: true }).fill('Entered later')
    await page.getByLabel('Announcement (English)').fill('Entered later too')
    release()
    await page.getByText('The brand is saved.').waitFor()
    await page.locator('header .logo', { hasText: 'Sent first' }).waitFor()
    await page.getByText('2 unsaved changes').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Entered later')
    assert.equal(await page.getByLabel('Announcement (English)').inputValue(), 'Entered later too')
    assert.equal(sent, 1)
    assert.equal(await page.getByText('The brand was changed in the meantime').count(), 0)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.locator('header .logo', { hasText: 'Entered later' }).waitFor()
    await page.getByText('No unsaved changes').waitFor()
  }))

test('an administrator who saves second is told what changed, keeps their input, and overwrites only by saving again', () =>
  visit({ as, tolerate: /409/ }, async (page) => {
    await colleagueSaves({})
    await open(page)
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await colleagueSaves({ name: 'Theirs', supportEmail: 'theirs@parallax.example' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/^The brand was changed in the meantime, so nothing was saved\./).waitFor()
    const told = page.getByRole('status').filter({ hasText: 'The brand was changed in the meantime' })
    await told.getByText('Brand name: Parallax Analytics → Theirs').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Mine')
    assert.equal(await page.getByLabel('Support address', { exact: true }).inputValue(), 'theirs@parallax.example')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.locator('header .logo', { hasText: 'Mine' }).waitFor()
    const { overrides } = (await (await as.get('/api/v1/settings/brand')).json()) as { overrides: object }
    assert.deepEqual(overrides, { name: 'Mine', supportEmail: 'theirs@parallax.example' })
  }))

test('an earlier version is restored from the history, and the brand is exported as a file [10.85]', () =>
  visit({ as }, async (page) => {
    await colleagueSaves({ name: 'Earlier' })
    const { version } = (await (await as.get('/api/v1/settings/brand')).json()) as { version: number }
    await colleagueSaves({ name: 'Later' })
    await open(page)
    await page.getByText('History of the brand').click()
    const row = page.getByRole('row').filter({ hasText: 'Brand name: Earlier → Later' })
    await row.getByText('In force').waitFor()
    await row.getByText('admin@shop.example').waitFor()
    await page.getByRole('button', { name: `Restore this version: Version ${version}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('The version is restored.').waitFor()
    await page.locator('header .logo', { hasText: 'Earlier' }).waitFor()
    await page.getByText(`Version ${version} restored`).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as a brand file' }).click()
    assert.equal((await downloading).suggestedFilename(), 'brand.json')
  }))

test('the audit names each change of the brand, and no text overlaps the next cell', () =>
  visit({ as, viewport: { width: 1440, height: 900 } }, async (page) => {
    await colleagueSaves({ supportEmail: 'a.rather.long.address.of.the.support@northwind-analytics.example' })
    await page.goto('/administration/audit')
    const row = page.getByRole('row').filter({ hasText: 'Changed the brand' }).first()
    const what = row.locator('.audit-what')
    await what.getByText(/^Support address: .*@northwind-analytics\.example$/).waitFor()
    const { scroll, client } = await what.evaluate((cell) => ({ scroll: cell.scrollWidth, client: cell.clientWidth }))
    assert.ok(scroll <= client, `${scroll} of ${client}`)
  }))

test('input survives a lost connection, a reload and the end of the session', () =>
  visit({ as, tolerate: /401|ERR_INTERNET_DISCONNECTED|Failed to fetch/ }, async (page) => {
    const own = await givenAnAdministrator(shop)
    await page.context().clearCookies()
    await page.context().addCookies([...own.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
    await open(page)
    await page.getByLabel('Name', { exact: true }).fill('Kept')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page
      .getByText(/offline/i)
      .first()
      .waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept')
    await page.context().setOffline(false)
    await page.reload()
    await page.getByText('1 unsaved change').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept')
    // Without a session the frame of the sample email would be led to a page that refuses to be framed.
    await page.frameLocator('iframe').locator('table').first().waitFor()
    await shop.sql(
      "delete from sessions where account_id in (select id from accounts where email = 'admin@shop.example')",
    )
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    const again = await givenAnAdministrator(shop)
    await page.context().addCookies([...again.cookies].map(([name, value]) => ({ name, value, url: shop.url })))
    for (const [name, value] of again.cookies) as.cookies.set(name, value)
    await open(page)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes('Kept'))
  }))

test('the brand form fits on a phone, a tablet and a wide screen, with nothing cut off; texts that are still those of the brand file are named beside a changed language', () =>
  visit({ as }, async (page) => {
    await open(page)
    await page
      .getByRole('button', { name: /^Edit: / })
      .first()
      .click()
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      // In one call: a wheel scrolls on after it has answered, and two calls would measure two places of the page.
      const { beyond, row, preview, bar } = await page.evaluate(() => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        const rect = (part: string, at = 0) => document.querySelectorAll(part)[at]!.getBoundingClientRect()
        return {
          beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          row: rect('.brand-question__open', 2).width,
          preview: rect('.brand__preview').bottom,
          bar: rect('.brand__bar').top,
        }
      })
      assert.ok(beyond <= 0, `${beyond} px beyond ${width}`)
      assert.ok(row > width / 4, `at ${width} px the words of a question have ${row} px`)
      assert.ok(preview <= bar, `at ${width} px the preview ends at ${preview} px, the buttons begin at ${bar} px`)
    }

    const hint = page.getByText('Deutsch: still as in the brand file, unlike English.')
    assert.equal(await hint.count(), 0)
    await page.getByLabel('Answer').fill('Another answer')
    await hint.waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await hint.waitFor({ state: 'detached' })
  }))
