import { test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop, givenATrialUser, password } from '../../support/given.ts'
import { activateBy, aRegistrant, arrivesAt, linkOf, openLink, register, signInBy } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

test(
  'signing out ends the session everywhere, and the person can sign in again [4.5]',
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
    await page.goto('/try/analytics-trial')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInBy(page, email, 'not the password')
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    await eventuallyEqual(() => page.getByLabel('Email').inputValue(), email)
    await signInBy(page, email)
    await arrivesAt(page, '/try/analytics-trial')
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()

    await page.getByRole('button', { name: 'Account of Jane Doe' }).click()
    await page.locator('header').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.goto('/plans/analytics-trial/confirmation')
    await page.getByLabel('Password').waitFor()
    await signInBy(page, email)
    await arrivesAt(page, '/plans/analytics-trial/confirmation')
  }),
)

test(
  'a forgotten password is replaced by email; the old one no longer works, and the link works once',
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()

    const link = await openLink(page, shop, email, 'Set a new password')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').getByText('The password needs at least 10 characters').waitFor()
    await page.getByLabel('Password').fill('another one of the tests')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()

    await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInBy(page, email, password)
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    await signInBy(page, email, 'another one of the tests')
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()

    await page.goto(link)
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  }),
)

test(
  'a used activation link is explained and leads to sign-in',
  visit(async (page) => {
    const person = aRegistrant()
    await register(page, person)
    await activateBy(page, shop, person.email)
    await openLink(page, shop, person.email, 'Activate')
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  }),
)

test(
  'an unknown link is explained, and a new one is offered for an email address',
  visit(async (page) => {
    const person = aRegistrant()
    await register(page, person)
    const first = await linkOf(shop, person.email, 'Activate')
    for (const path of ['activate', 'reset']) {
      await page.goto(`/identity/${path}?token=${'x'.repeat(43)}`)
      await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    }
    await page.goto('/identity/activate?token=cut')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await activateBy(page, shop, person.email, first)
    await page.getByRole('heading', { name: 'You already have a trial' }).waitFor()
  }),
)
