import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { useBrowser, type Visit } from '../../support/browser/browser.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnUndeliveredMail } from '../../support/servers/given-mail.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { agreement, startButton } from '../story.ts'

const longWord = 'Donaudampfschifffahrtsgesellschaftslizenz'
const longUrl = 'https://parallax.example/downloads/terms-and-conditions-of-the-annual-subscription'
const CATALOGUE = aCatalogueIn(givenAFolder(), (catalogue) => {
  const plan = planIn(catalogue, 'analytics-annual')
  plan.title = longWord
  plan.conditions = `Everything in the trial\n${longUrl}`
})
const shop = await givenAShop({ CATALOGUE })
const { visit } = await useBrowser(shop)

const person = await givenATrialUser(shop)
const { visitor: subscriber } = await givenASubscriber(shop, 'analytics-annual')
const administrator = await givenAnAdministrator(shop)
const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [person.email])

type Stop = { path: string; as?: Visit['as']; there: string }
const stops: Stop[] = [
  { path: '/', there: '#main form' },
  { path: '/plans', there: '.price' },
  { path: '/plans/analytics-annual', there: '.price' },
  { path: '/plans/analytics-annual/confirmation', as: subscriber, there: '.checksums summary' },
  { path: '/account', as: subscriber, there: '.badge' },
  { path: '/api/v1/login?redirect_url=/', there: '[name=password]' },
  { path: '/administration/users', as: administrator, there: 'tr[data-row] .badge' },
  { path: `/administration/users/${row?.id}`, as: administrator, there: '.table .badge' },
]

/** Returns words that overflow the window or their box: none may be lost, and none may overlap. */
function lostWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const { clientWidth, scrollWidth } = document.documentElement
    if (Math.max(scrollWidth, document.body.scrollWidth) > clientWidth) found.add('the page scrolls sideways')
    // Cut on purpose, with the whole text in a tooltip; or not shown at all.
    const other =
      '.truncate, .cut, .visually-hidden, .choice > span, .logo__name, .skip-link, svg, select, [data-off], [hidden], [popover]:not(:popover-open), noscript'
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const parent = words.currentNode.parentElement
      const text = words.currentNode.textContent?.trim() ?? ''
      if (!parent || text === '' || parent.closest(other) || !parent.checkVisibility({ visibilityProperty: true }))
        continue
      let box: Element = parent
      while (getComputedStyle(box).display === 'inline' && box.parentElement) box = box.parentElement
      const frame = box.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      for (const line of range.getClientRects()) {
        const outside = (line.right > clientWidth + 1 || line.left < -1) && !scrolls(parent)
        const over = line.right > frame.right + 2 || line.left < frame.left - 2 || line.top < frame.top - 8
        if (outside || over) found.add(`${box.tagName.toLowerCase()}.${box.className}: ${text.slice(0, 60)}`)
      }
    }
    return [...found]
  })
}

const withoutChange = () => undefined
const withLargeLetters = () => {
  document.documentElement.style.fontSize = '200%'
}
const fromRightToLeft = () => {
  document.documentElement.style.fontSize = ''
  document.documentElement.dir = 'rtl'
}

for (const { path, as, there } of stops)
  test(`${path.replace(row?.id ?? '', '{id}')} loses no word in a window of 320 pixels, with letters twice as large and from right to left`, () =>
    visit({ ...(as ? { as } : {}), viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.goto(path)
      await page.locator(there).first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true
      })
      for (const [what, change, width] of [
        ['as it is', withoutChange, 320],
        ['with letters twice as large', withLargeLetters, 375],
        ['from right to left', fromRightToLeft, 1280],
      ] as const) {
        await page.evaluate(change)
        await page.setViewportSize({ width, height: 800 })
        await page.locator(there).first().waitFor()
        await eventuallyEqual(() => lostWords(page), [], `${what}, ${width} pixels wide`)
      }
    }))

test('no part of an admin page lies outside the page, on a phone or a tablet', () =>
  visit({ as: administrator }, async (page) => {
    await givenAnUndeliveredMail(shop, {
      to: `${'a-very-long-name.'.repeat(6)}x@acme-bottling-and-sons.example`,
      answer: `550 ${'x'.repeat(280)}`,
    })
    for (const [path, there] of [
      ['/administration/overview', '.overview-number'],
      ['/administration/queue', 'main li'],
      ['/administration/connect', 'h2'],
      ['/administration/settings', 'iframe'],
      ['/administration/help', 'h1'],
    ] as const) {
      await page.goto(path)
      await page.locator(there).first().waitFor()
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('details')) part.open = true
      })
      for (const width of [375, 768]) {
        await page.setViewportSize({ width, height: 900 })
        const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        await eventuallyEqual(() => page.evaluate(wider), 0, `${path} at ${width} px`)
      }
    }
  }))

/** Returns the elements that would move: those with an animation that ends, and those with a transition. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0.01)
    return [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
      const animated = animationName !== 'none' && lasts(animationDuration)
      // The bar of a toast is its timer, and advances in steps.
      const clock = element.matches('.toast__bar')
      return (animated && !clock) || lasts(transitionDuration) ? [`${element.tagName} ${element.className}`] : []
    })
  })
}

test('with reduced motion nothing moves: illustration, dialogs, menus, skeletons and toasts appear immediately', () =>
  visit({ as: subscriber }, async (page) => {
    await page.goto('/')
    assert.deepEqual(await moving(page), [])
    await page.goto('/account')
    await page.getByRole('button', { name: 'Stop renewal' }).click()
    await page.getByRole('alertdialog').waitFor()
    assert.deepEqual(await moving(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).waitFor()
    assert.deepEqual(await moving(page), [])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    assert.notDeepEqual(await moving(page), [], 'whoever does not ask sees some')
  }))

test('the skeletons of the admin list pulse unless the person asked for less motion', () =>
  visit({ as: administrator }, async (page) => {
    await page.route(/api\/v1\/subscriptions\?/, () => undefined)
    await page.goto('/administration/users?sort=name')
    await page.locator('tbody .skeleton').first().waitFor()
    assert.deepEqual(await moving(page), [])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    assert.notDeepEqual(await moving(page), [])
  }))

test('in right-to-left text arrows are mirrored, and a phone number still reads from the left', () =>
  visit({ as: administrator }, async (page) => {
    await page.goto(`/administration/users/${row?.id}`)
    const chevron = page.locator('.breadcrumb .icon')
    const turned = () => chevron.evaluate((icon) => new DOMMatrix(getComputedStyle(icon).transform).a)
    assert.equal(await turned(), 1)
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    assert.equal(await turned(), -1)
    await page.goto('/try/analytics-trial')
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    const [code, number] = await Promise.all(
      ['.joined .picker', '.joined > .input'].map((part) => page.locator(part).boundingBox()),
    )
    assert.ok(code && number && code.x < number.x)
  }))

test('in forced colours, chosen, checked and focused elements and statuses remain visible by shape, and the illustration keeps its bars', () =>
  visit({ as: administrator, forcedColors: 'active' }, async (page) => {
    await page.goto('/try/analytics-trial')
    const look = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    // The colours chosen in the shop are reset to those of the system.
    await page.locator('footer').getByRole('button', { name: 'Dark', exact: true }).click()
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    assert.equal(await look('html', 'color-scheme'), 'light dark')
    assert.notEqual(
      await look('.choice [aria-pressed=true]', 'background-color'),
      await look('.choice [aria-pressed=false]', 'background-color'),
    )
    assert.equal(await look('.checkbox > input', 'border-top-style'), 'solid')
    await agreement(page).check()
    const tick = await agreement(page).evaluate((box) => {
      const { opacity, borderBottomColor } = getComputedStyle(box, '::before')
      return { opacity, apart: borderBottomColor !== getComputedStyle(box).backgroundColor }
    })
    assert.deepEqual(tick, { opacity: '1', apart: true })
    await startButton(page).focus()
    await page.keyboard.press('Shift+Tab')
    assert.equal(await look(':focus-visible', 'outline-style'), 'solid')
    assert.notEqual(await look('.figure__bar', 'fill'), await look('.figure__window', 'fill'))
    await page.goto('/administration/users')
    await page.locator('tr[data-row] .badge').first().waitFor()
    assert.equal(await look('.badge', 'border-top-style'), 'solid')
    const chip = page.locator('.chip[aria-pressed]').first()
    const edge = () => chip.evaluate((element) => getComputedStyle(element).borderTopColor)
    const before = await edge()
    await chip.click()
    await eventuallyEqual(() => chip.getAttribute('aria-pressed'), 'true')
    assert.notEqual(await edge(), before)
  }))

test('the confirmation prints on one sheet, black on white even in dark mode, without buttons', () =>
  visit({ as: subscriber, colorScheme: 'dark' }, async (page) => {
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: shop.url }])
    await page.goto('/plans/analytics-annual/confirmation')
    await page.getByText('Verify download').first().waitFor()
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    assert.equal(sheets?.length, 1)
    await page.emulateMedia({ media: 'print' })
    const paper = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement)
      return [backgroundColor, color, getComputedStyle(document.querySelector('.card') ?? document.body).breakInside]
    })
    assert.deepEqual(paper, ['oklch(1 0 0)', 'oklch(0 0 0)', 'avoid'])
    assert.equal(await page.locator('button:visible, header nav:visible, footer a:visible').count(), 0)
    for (const text of ['Thank you for your purchase', longWord, 'parallax-analytics.AppImage'])
      await page.getByText(text).first().waitFor()
  }))

test('a person’s page prints completely: no table is wider than the paper', () =>
  visit({ as: administrator }, async (page) => {
    await page.goto(`/administration/users/${row?.id}`)
    await page.locator('.table .badge').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    // The area between the margins of A4, in pixels.
    await page.setViewportSize({ width: 718, height: 1000 })
    await eventuallyEqual(() => lostWords(page), [])
    await page.getByRole('heading', { level: 1 }).waitFor()
  }))
