import type { Page } from 'playwright'
import type { Cast, People } from './people.ts'

/** A page in one state: who opens it, its address, and what is done before its picture is taken. */
export type Scene = {
  folder: string
  name: string
  as: keyof People
  path: string
  language?: 'de'
  act?: (page: Page) => Promise<unknown>
}

type Rest = Pick<Scene, 'act' | 'language'>

const scene =
  (folder: string) =>
  (name: string, as: keyof People, path: string, rest: Rest = {}): Scene => ({ folder, name, as, path, ...rest })

const storefront = scene('storefront')
const account = scene('account')
const outcome = scene('outcomes')
const signIn = scene('sign-in')
const admin = scene('admin')

async function register(page: Page): Promise<void> {
  const long = 'alexandra.featherstonehaugh@northwind-bottling-company.example'
  await page.getByLabel('Business email').fill(long)
  await page.getByLabel('First name').fill('Alexandra')
  await page.getByLabel('Last name').fill('Featherstonehaugh')
  await page.getByLabel('Company').fill('Northwind Bottling Company')
  await page.getByLabel('Phone', { exact: true }).fill('2025550143')
  await page.getByLabel('Job function').selectOption('Data scientist')
  await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
  await page.getByLabel('State').selectOption({ index: 5 })
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  await page.getByRole('dialog').waitFor()
}

async function wrongPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('jane.doe@northwind-bottling.example')
  await page.getByLabel('Password').fill('not her password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Wrong email or password').first().waitFor()
}

async function offline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Plans' }).first().click()
  await page.getByRole('heading', { name: /connection|loaded|offline/i }).waitFor()
}

/** Opens a page from a link while its call never returns, or the server fails. */
const opened =
  (link: string, call: RegExp, answer: 'waits' | 'fails', shown: string) =>
  async (page: Page): Promise<void> => {
    await page.route(call, (route) =>
      answer === 'fails'
        ? route.fulfill({ status: 500, json: { code: 'UNEXPECTED', message: 'An unexpected error occurred.' } })
        : undefined,
    )
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await page.locator(shown).first().waitFor()
  }

async function verifyDownload(page: Page): Promise<void> {
  await page.getByText('Verify download').first().click()
}

/** Every page, in every state with a different appearance. */
export function scenesOf({ detailsPath, links }: Cast): Scene[] {
  return [
    storefront('trial', 'anonymous', '/'),
    storefront('trial-german', 'anonymous', '/', { language: 'de' }),
    storefront('trial-statistics', 'anonymous', '/try/statistics-trial'),
    storefront('trial-errors', 'anonymous', '/', {
      act: async (page) => {
        await page.getByLabel('Business email').fill('jane@')
        await page.getByRole('button', { name: 'Start 30-day trial' }).click()
      },
    }),
    storefront('trial-check-inbox', 'anonymous', '/', { act: register }),
    storefront('trial-running', 'trial', '/'),
    storefront('plans', 'anonymous', '/plans'),
    storefront('plans-german', 'anonymous', '/plans', { language: 'de' }),
    storefront('order-anonymous', 'anonymous', '/plans/analytics-annual'),
    storefront('order', 'newcomer', '/plans/analytics-monthly'),
    storefront('order-subscribed', 'paid', '/plans/analytics-annual'),
    storefront('welcome', 'trial', '/plans/analytics-trial/confirmation'),
    storefront('welcome-verify', 'trial', '/plans/analytics-trial/confirmation', { act: verifyDownload }),
    storefront('loading', 'anonymous', '/', { act: opened('Plans', /\/api\/v1\/plans/, 'waits', '.loader') }),

    outcome('thank-you', 'paid', '/plans/analytics-annual/confirmation'),
    outcome('trial-expired', 'expired', '/'),
    outcome('no-subscription', 'newcomer', '/plans/analytics-annual/confirmation'),
    outcome('pending', 'pending', '/pending'),
    outcome('refused', 'refused', '/pending'),
    outcome('not-approved', 'denied', '/not-approved'),
    outcome('not-found', 'anonymous', '/nowhere'),
    outcome('no-access', 'trial', '/forbidden'),
    outcome('busy', 'anonymous', '/busy'),
    outcome('failure', 'anonymous', '/failure'),
    outcome('server-error', 'anonymous', '/', {
      act: opened('Plans', /\/api\/v1\/plans/, 'fails', '[role=alert]:not(:empty)'),
    }),
    outcome('offline', 'anonymous', '/', { act: offline }),

    account('trial', 'trial', '/account'),
    account('paid', 'paid', '/account'),
    account('paid-german', 'paid', '/account', { language: 'de' }),
    account('stopped', 'stopped', '/account'),
    account('past-due', 'pastDue', '/account'),
    account('action-required', 'actionRequired', '/account'),
    account('expired', 'expired', '/account'),
    account('empty', 'newcomer', '/account'),
    account('pending', 'pending', '/account'),

    signIn('sign-in', 'anonymous', '/api/v1/login?redirect_url=/account'),
    signIn('wrong-password', 'anonymous', '/api/v1/login?redirect_url=/account', { act: wrongPassword }),
    signIn('forgotten', 'anonymous', '/identity/forgotten'),
    signIn('activation', 'anonymous', links.activation),
    signIn('new-password', 'anonymous', links.reset),
    signIn('invalid-link', 'anonymous', '/identity/reset?token=cut-short'),

    admin('overview', 'administrator', '/administration/overview'),
    admin('users', 'administrator', '/administration/users'),
    admin('users-none-found', 'administrator', '/administration/users?search=nobody-at-all'),
    admin('users-loading', 'administrator', '/administration/overview', {
      act: opened('Administration', /\/api\/v1\/subscriptions\b(?!\/user)/, 'waits', '.skeleton'),
    }),
    admin('users-failed', 'administrator', '/administration/overview', {
      act: opened('Administration', /\/api\/v1\/subscriptions\b(?!\/user)/, 'fails', '[role=alert]:not(:empty)'),
    }),
    admin('details', 'administrator', detailsPath),
    admin('reviews', 'administrator', '/administration/reviews'),
    admin('screening', 'administrator', '/administration/screening'),
    admin('catalogue', 'administrator', '/administration/catalogue'),
    admin('queue', 'administrator', '/administration/queue'),
    admin('audit', 'administrator', '/administration/audit'),
    admin('help', 'administrator', '/administration/help'),
  ]
}
