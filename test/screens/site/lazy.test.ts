import { test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenARegistration, givenAShop, givenATrialUser, password } from '../../support/given.ts'
import { linkOf, signInBy } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

test(
  'everything is kept after a restart; an old link offers a new one a week later, and the trial has expired a month later [2.16]',
  visit(async (page) => {
    const { email } = await givenATrialUser(shop)
    const slow = await givenARegistration(shop)
    await linkOf(shop, slow.email, 'Activate')

    await shop.restart()
    await page.goto('/api/v1/login?redirect_url=/try/analytics-trial')
    await signInBy(page, email)
    await page.getByText('You already have a trial').waitFor()
    const link = await linkOf(shop, slow.email, 'Activate')

    await shop.advanceTo(days(8))
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await page.goto(await linkOf(shop, slow.email, 'Activate', link))
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Activate account' }).click()
    await page.getByText('You already have a trial').waitFor()

    await shop.advanceTo(days(32))
    await page.goto('/api/v1/login?redirect_url=/try/analytics-trial')
    await signInBy(page, email)
    await page.getByRole('heading', { name: 'Your trial has expired' }).waitFor()
    await eventuallyEqual(() => page.title(), 'Your trial has expired | Parallax Analytics')
    await eventuallyEqual(() => page.getByRole('link', { name: 'Find installers' }).count(), 0)
    await page.getByText(email, { exact: true }).waitFor()
    await page.goto('/plans/analytics-trial/confirmation')
    await page.getByRole('heading', { name: 'No active subscription' }).waitFor()
  }),
)
