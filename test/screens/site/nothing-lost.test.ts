import { test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { givenABuyer } from '../../support/billing/given-buyer.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { eula, payBy, payButton, toPayment } from '../buying.ts'
import { agreement, aRegistrant, arrivesAt, fillIn } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const buyer = await givenABuyer(shop)
const trialUser = await givenATrialUser(shop, { industry: 'Agriculture' })

test('input of the trial form is restored after another page and Back, and a reload', () =>
  visit(async (page) => {
    const person = aRegistrant()
    await page.goto('/')
    await fillIn(page, person)
    await agreement(page).check()
    const isFilledIn = async () => {
      await eventuallyEqual(() => page.locator('#email').inputValue(), person.email)
      await eventuallyEqual(() => page.locator('#company').inputValue(), person.company)
      await eventuallyEqual(() => page.locator('button#country').textContent(), person.country)
      await eventuallyEqual(() => page.locator('#industry').inputValue(), person.industry)
    }
    await page.getByRole('link', { name: 'Plans', exact: true }).click()
    await arrivesAt(page, '/plans')
    await page.goBack()
    await arrivesAt(page, '/')
    await isFilledIn()
    await eventuallyEqual(() => agreement(page).isChecked(), true)
    await page.reload()
    await isFilledIn()
    await eventuallyEqual(() => agreement(page).isChecked(), true)
  }))

test('Back from the payment page shows the order unchanged, ready to continue; after the purchase its input is removed', () =>
  visit({ as: buyer.visitor }, async (page) => {
    await toPayment(page, 'analytics-monthly')
    await page.goBack()
    await arrivesAt(page, '/plans/analytics-monthly')
    await eventuallyEqual(() => page.getByLabel('Industry', { exact: true }).inputValue(), 'Energy')
    await eventuallyEqual(() => eula(page).isChecked(), true)
    await payButton(page).click()
    await payBy(page)
    await page.getByRole('heading', { name: 'Thank you for your purchase' }).waitFor()
    await eventuallyEqual(() => page.evaluate(() => sessionStorage.length), 0)
  }))

test('a known industry is not requested again on another product’s trial or on an order', () =>
  visit({ as: trialUser.visitor }, async (page) => {
    await page.goto('/try/statistics-trial')
    const industry = page.getByLabel('Industry', { exact: true })
    await eventuallyEqual(() => industry.inputValue(), 'Agriculture')
    await eventuallyEqual(() => industry.isDisabled(), true)
    await page.goto('/plans/analytics-monthly')
    await eventuallyEqual(() => industry.inputValue(), 'Agriculture')
    await eula(page).check()
    await eventuallyEqual(() => payButton(page).isEnabled(), true)
  }))
