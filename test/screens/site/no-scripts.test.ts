import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { screens, type ScreenName } from '../../../contract/screens.ts'
import { alive, useBrowser, type Visit } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAShop, givenATrialUser, password } from '../../support/given.ts'
import { eula, payBy, payButton } from '../buying.ts'
import {
  agreement,
  aRegistrant,
  errorOf,
  fillInNames,
  fillInTexts,
  linkOf,
  signInBy,
  startButton,
  type Registrant,
} from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const trial = /\/try\/analytics-trial$/
const plain = { javaScriptEnabled: false } as const

const trialUser = await givenATrialUser(shop)
const held = await givenATrialUser(shop, { email: `jane.doe.${Date.now()}@gmail.com` })
const denied = await givenATrialUser(shop, { country: 'BY' })
const subscriber = await givenASubscriber(shop)

/** The address of each page, its kind of visitor, and its subject. Pages of the admin area require scripts. */
const pages: Partial<Record<ScreenName, { at: string; heading: string; as?: Visit['as'] }[]>> = {
  trial: [
    { at: '/', heading: 'Start your free trial' },
    { at: '/try/statistics-trial', heading: 'Start your free trial' },
    { at: '/try/analytics-trial', heading: 'Start your free trial', as: trialUser.visitor },
  ],
  plans: [{ at: '/plans', heading: 'Plans and pricing' }],
  orderSummary: [
    { at: '/plans/analytics-annual', heading: 'Order summary' },
    { at: '/plans/analytics-annual?register', heading: 'Order summary' },
    { at: '/plans/analytics-annual', heading: 'Order summary', as: trialUser.visitor },
  ],
  account: [{ at: '/account', heading: 'Your subscriptions', as: subscriber.visitor }],
  confirmation: [
    {
      at: '/plans/analytics-trial/confirmation',
      heading: 'Your trial has started: Parallax Analytics trial',
      as: trialUser.visitor,
    },
    { at: '/plans/analytics-monthly/confirmation', heading: 'Thank you for your purchase', as: subscriber.visitor },
    { at: '/plans/analytics-annual/confirmation', heading: 'No active subscription', as: trialUser.visitor },
  ],
  pending: [{ at: '/pending', heading: 'Your account is pending approval', as: held.visitor }],
  notApproved: [{ at: '/not-approved', heading: 'Your account has not been approved', as: denied.visitor }],
  failure: [{ at: '/failure', heading: 'Something has gone wrong' }],
  busy: [{ at: '/busy', heading: '429: Too many requests' }],
  forbidden: [{ at: '/forbidden', heading: '403: No access' }],
  notFound: [{ at: '/notFound', heading: '404: Page not found' }],
}

test('every page outside the admin area is covered by this file', () => {
  const asAdmin = (name: string) =>
    screens[name as ScreenName].paths.every((path) => path.startsWith('/administration'))
  assert.deepEqual(
    Object.keys(screens).filter((name) => !asAdmin(name)),
    Object.keys(screens).filter((name) => name in pages),
  )
})

const visitors = Map.groupBy(Object.values(pages).flat(), ({ as }) => as)
for (const [as, seen] of visitors)
  test(`without scripts ${seen.map(({ at }) => at).join(', ')} are readable on a phone, ${as ? 'signed in' : 'by anyone'}`, () =>
    visit({ ...plain, viewport: { width: 375, height: 900 }, ...(as ? { as } : {}) }, async (page) => {
      for (const { at, heading } of seen) {
        await page.goto(at)
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
        assert.ok((await page.locator('main').innerText()).length > heading.length + 20, at)
        assert.equal(await page.getByText('Loading').count(), 0, at)
        assert.equal(await page.locator('main button:disabled').count(), 0, at)
        await eventuallyEqual(() => page.evaluate(() => document.documentElement.scrollWidth), 375, at)
      }
    }))

/** Fills in the trial form with plain HTML controls, including a select for the country. */
async function fillIn(page: Page, person: Registrant, country: string): Promise<void> {
  await page.getByLabel('Country', { exact: true }).selectOption(country)
  await page.getByLabel('Country code').selectOption('+44')
  await fillInTexts(page, person)
}

const summary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

async function activateBy(page: Page, email: string): Promise<void> {
  await page.goto(await linkOf(shop, email, 'Activate'))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Activate account' }).click()
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
}

test('without scripts a visitor registers, sees every fault without losing input, activates, signs in, and downloads', () =>
  visit(plain, async (page) => {
    const person = aRegistrant({ firstName: 'Jane%', industry: 'Other' })
    await page.goto('/')
    await fillIn(page, person, 'GB')
    await startButton(page).click()

    await summary(page).waitFor()
    await eventuallyEqual(
      () => summary(page).getByRole('link').allInnerTexts(),
      [
        'First name: Contains invalid characters',
        'I confirm that my industry is none of those listed: This field is required',
        'Agreement: This field is required',
      ],
    )
    await eventuallyEqual(() => summary(page).evaluate((element) => element === document.activeElement), true)
    await errorOf(page, 'firstName').getByText('Contains invalid characters').waitFor()
    await summary(page)
      .getByRole('link', { name: /^First name/ })
      .click()
    await page.waitForURL((url) => url.hash === '#firstName')
    assert.equal(await page.getByLabel('Business email').inputValue(), person.email)
    assert.equal(await page.getByLabel('Country', { exact: true }).inputValue(), 'GB')
    assert.equal(await page.getByLabel('Industry', { exact: true }).inputValue(), 'Other')

    await page.getByLabel('First name').fill('Jane')
    await page.getByRole('checkbox', { name: /none of those listed/ }).check()
    await agreement(page).check()
    await startButton(page).click()
    await page.getByRole('heading', { name: 'Almost ready! Please check your inbox.' }).waitFor()
    await page.getByText(person.email).waitFor()

    await linkOf(shop, person.email, 'Activate')
    await page.goto('/sandbox/mail')
    await page
      .locator('li', { hasText: person.email })
      .getByRole('link', { name: /^Activate/ })
      .click()
    await page.frameLocator('iframe').getByRole('link', { name: 'Activate account' }).click()
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Activate account' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Activate account' }).click()
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()
    await signOut(page, 'Jane Doe')

    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInBy(page, person.email, 'not the password')
    await page.getByRole('alert').first().waitFor()
    await signInBy(page, person.email)
    await page.getByRole('link', { name: 'Find installers' }).click()
    await page.getByRole('heading', { name: 'Your trial has started: Parallax Analytics trial' }).waitFor()
    const affirmation = page.getByRole('checkbox', { name: /scientific research/ })
    await page.getByRole('button', { name: 'Download Parallax Statistics' }).click()
    await summary(page).getByRole('link', { name: 'This field is required' }).click()
    await page.waitForURL((url) => url.hash === '#affirmation')
    await errorOf(page, 'affirmation').waitFor()
    for (const [button, file] of [
      ['Download the installer', /^parallax-analytics\./],
      ['Windows', /^parallax-analytics-setup\.exe$/],
      ['Download Parallax Statistics', /^parallax-statistics/],
    ] as const) {
      if (button === 'Download Parallax Statistics') await affirmation.check()
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).first().click()
      assert.match((await coming).suggestedFilename(), file)
    }
  }))

test('without scripts a person in the United States enters their state, which is required and stored', () =>
  visit(plain, async (page) => {
    const person = aRegistrant()
    await page.goto('/')
    await fillIn(page, person, 'US')
    await page.getByLabel(/^State/).selectOption('')
    await agreement(page).check()
    await startButton(page).click()
    await eventuallyEqual(() => summary(page).getByRole('link').allInnerTexts(), ['State: This field is required'])
    await page.getByLabel(/^State/).selectOption({ label: 'Wisconsin' })
    await page.getByLabel('Company').fill('')
    await startButton(page).click()
    await summary(page)
      .getByRole('link', { name: /^Company/ })
      .waitFor()
    assert.equal(await page.getByLabel(/^State/).inputValue(), 'WI')
    // A second choice of country: the other country's provinces are in the same list.
    await page.getByLabel('Country', { exact: true }).selectOption('CA')
    await page.getByLabel(/^State/).selectOption({ label: 'Ontario' })
    await page.getByLabel('Company').fill(person.company)
    await startButton(page).click()
    await page.getByRole('heading', { name: 'Almost ready! Please check your inbox.' }).waitFor()
    const rows = await shop.sql('select country, state from subscribers where email = $1', [person.email])
    assert.deepEqual(rows, [{ country: 'CA', state: 'ON' }])
  }))

test('without scripts a visitor registers on the order, buys after a mistake, stops and resumes renewal, and signs out', () =>
  visit(plain, async (page) => {
    const person = aRegistrant()
    await page.goto('/plans')
    await page.getByRole('link', { name: 'Choose Parallax Analytics, annual' }).click()
    await page.getByRole('link', { name: 'Register new account' }).click()
    await page.getByLabel('Business email').fill(person.email)
    await fillInNames(page, { ...person, company: '' })
    await page.getByLabel('Country', { exact: true }).selectOption('GB')
    await agreement(page).check()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await eventuallyEqual(() => summary(page).getByRole('link').allInnerTexts(), ['Company: This field is required'])
    await page.getByLabel('Company').fill(person.company)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('It leads back to this order.', { exact: false }).waitFor()
    await activateBy(page, person.email)

    await at(page, '/plans/analytics-annual')
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await payButton(page).click()
    await eventuallyEqual(() => summary(page).getByRole('link').allInnerTexts(), ['Agreement: This field is required'])
    assert.equal(await page.getByLabel('Industry', { exact: true }).inputValue(), 'Energy')
    await eula(page).check()
    await payButton(page).click()
    await page.getByRole('heading', { name: 'Pay by card' }).waitFor()
    await payBy(page)
    await at(page, '/plans/analytics-annual/confirmation')
    const again = page.getByRole('button', { name: 'Check again' })
    const thanks = page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' })
    await again.or(thanks).waitFor()
    while (await again.isVisible()) {
      await again.click()
      await again.or(thanks).waitFor()
    }
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the installer' }).click()
    assert.match((await coming).suggestedFilename(), /^parallax-analytics/)

    await page.getByRole('banner').getByRole('button', { name: 'Jane Doe' }).click()
    await page.getByRole('link', { name: 'Your subscriptions' }).first().click()
    await page.getByText(/^Renews on /).waitFor()
    await page.getByRole('button', { name: 'Stop renewal' }).click()
    await page.getByText(/^Ends on /).waitFor()
    await page.getByRole('button', { name: 'Resume renewal' }).click()
    await page.getByText(/^Renews on /).waitFor()
    await page.getByRole('button', { name: 'Manage billing' }).click()
    await at(page, new URL(page.url()).pathname)
    assert.match(page.url(), /\/portal\//)
    await page.goto('/account')
    await signOut(page, 'Jane Doe')
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }))

test('a form sent before the scripts load returns a page that they take over, with its errors and values', () =>
  visit(async (page) => {
    const person = aRegistrant()
    let arrive = () => {}
    const late = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await late
      await route.continue().catch(() => undefined)
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByLabel('Business email').fill(person.email)
    await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
    await startButton(page).click()
    await summary(page).waitFor()
    await page.getByLabel('Company').fill('Typed while the scripts')
    arrive()
    await alive(page)
    await eventuallyEqual(() => page.getByLabel('Business email').inputValue(), person.email)
    await eventuallyEqual(() => page.getByLabel('Company').inputValue(), 'Typed while the scripts')
    assert.equal(await page.getByLabel('Company').evaluate((field) => field === document.activeElement), true)
    await errorOf(page, 'firstName').getByText('This field is required').waitFor()
    await errorOf(page, 'company').waitFor({ state: 'detached' })
    await page.getByLabel('First name').fill('Jane')
    await errorOf(page, 'firstName').waitFor({ state: 'detached' })

    const again = page.waitForRequest(trial)
    await page.reload()
    assert.equal((await again).method(), 'GET')
  }))

const buyer = await givenABuyer(shop)
for (const [who, width, as, paths] of [
  ['a newcomer on a phone', 375, undefined, ['/', '/plans/analytics-annual', '/plans/analytics-annual?register']],
  ['a newcomer on a wide screen', 1440, undefined, ['/', '/plans/analytics-annual']],
  ['a buyer', 375, buyer.visitor, ['/', '/plans/analytics-annual', '/account']],
  ['a trial user', 1440, trialUser.visitor, ['/plans/analytics-trial/confirmation']],
] as const)
  test(`nothing moves on the pages of ${who} when the scripts load`, () =>
    visit({ alone: true, viewport: { width, height: 900 }, ...(as ? { as } : {}) }, async (page) => {
      // On a busy machine the font may load late, which moves a word by a pixel regardless of the scripts.
      await page.route('**/*.woff2', (route) => route.fulfill({ status: 404 }))
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const path of paths) {
        await page.goto(path)
        const shifts = await page.evaluate(async () => {
          for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
          return (window as unknown as { shifts: number[] }).shifts
        })
        assert.deepEqual(shifts, [], path)
      }
    }))
