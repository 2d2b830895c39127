import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { idOf } from '../../../support/admin/admin-page.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { givenAnUndeliveredMail, type GivenMail } from '../../../support/servers/given-mail.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, signIn } from '../../../support/given.ts'
import { focusedOn, part, holdBack } from '../../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
/** An administrator with a trial. */
const tester = await givenATrialUser(shop)
await shop.sql("update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1", [tester.email])
await signIn(tester.visitor, tester.email)
const path = '/administration/queue'

const givenAMail = (changes: GivenMail = {}) => givenAnUndeliveredMail(shop, changes)
const clear = () => shop.sql("delete from jobs where kind = 'email'")
const line = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })

test('with no undelivered emails both lists explain what appears there, and the page is linked in the header; each email shows its recipient, subject, cause of failure and next attempt, but not its content', () =>
  visit({ as }, async (page) => {
    await clear()
    await page.goto('/administration/users')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Queue/ })
      .click()
    await page.waitForURL(`**${path}`)
    await eventuallyEqual(() => page.title(), 'Queue | Parallax Analytics')
    await page.getByText('No failed emails').waitFor()
    await page.getByText('Nothing to retry').waitFor()

    const { email } = await givenATrialUser(shop)
    const subscriber = await idOf(shop, email)
    await givenAMail({ to: email, text: 'markedsecret', answer: '550 <b>No</b> such mailbox' })
    await givenAMail({ to: 'later@acme.example', kind: 'receipt', state: 'waiting', fault: 'silent', answer: null })
    await page.goto(path)

    const givenUp = part(page, 'Failed emails').getByRole('listitem')
    await givenUp.getByText('Activate your account').waitFor()
    await givenUp.getByText('Activation', { exact: true }).waitFor()
    await givenUp.getByText('The mail server rejected the recipient.').waitFor()
    await givenUp.getByText('550 <b>No</b> such mailbox').waitFor()
    await givenUp.getByText(/^Tried 3 times, last \d+ \w+ \d{4}, \d\d:\d\d UTC$/).waitFor()

    const waits = part(page, 'Emails retried automatically').getByRole('listitem')
    await waits.getByText('later@acme.example').waitFor()
    await waits.getByText('Receipt', { exact: true }).waitFor()
    await waits.getByText('The mail server did not respond in time.').waitFor()
    await waits.getByText(/^Next attempt \d+ \w+ \d{4}, \d\d:\d\d UTC$/).waitFor()
    assert.equal(await waits.getByRole('button').count(), 0, 'it is tried again anyway')
    assert.doesNotMatch(await page.content(), /markedsecret/)

    await givenUp.getByRole('link', { name: email }).click()
    await page.waitForURL(`**/administration/users/${subscriber}`)
  }))

test('administrators are not offered to retry an email to themselves, which the server refuses', () =>
  visit({ as: tester.visitor }, async (page) => {
    await clear()
    await givenAMail({ to: tester.email })
    await givenAMail({ to: 'other@acme.example' })
    await page.goto(path)
    await line(page, tester.email).getByText('This is your own account.', { exact: false }).waitFor()
    await line(page, 'other@acme.example').getByRole('button').waitFor()
    assert.equal(await line(page, tester.email).getByRole('button').count(), 0)
  }))

test('a retry shows its progress, accepts one press, sends the email and leaves the focus at the list’s heading [10.35]', () =>
  visit({ as }, async (page) => {
    await clear()
    await givenAMail({ to: 'again@acme.example', ago: 1 })
    await givenAMail({ to: 'other@acme.example', ago: 2 })
    let asked = 0
    page.on('request', (request) => void (asked += request.method() === 'POST' ? 1 : 0))
    const answer = await holdBack(page, '**/api/v1/mails/retry/*')
    await page.goto(path)
    const button = line(page, 'again@acme.example').getByRole('button')
    assert.equal(await button.getAttribute('aria-label'), 'Retry: Activation to again@acme.example')
    const { width } = (await button.boundingBox()) ?? assert.fail('not to be seen')
    await button.press('Enter')
    await line(page, 'again@acme.example').getByRole('button', { name: 'Retrying', exact: true }).waitFor()
    assert.equal((await button.boundingBox())?.width, width)
    await button.press('Enter')
    await focusedOn(page, 'Retry')
    answer()
    await page.getByText('Retrying the email to again@acme.example.').waitFor()
    await part(page, 'Failed emails').getByText('again@acme.example').waitFor({ state: 'detached' })
    await focusedOn(page, 'Failed')
    assert.equal(asked, 1)
    await line(page, 'other@acme.example')
      .getByRole('button', { name: /^Retry/ })
      .waitFor()
    await shop.mailTo('again@acme.example')
    // After it was sent, it disappears from the page.
    await line(page, 'again@acme.example').waitFor({ state: 'detached' })
  }))

test('the page reports that another administrator was faster, and shows the current state', () =>
  visit({ as }, async (page) => {
    await clear()
    const waiting = await givenAMail({ to: 'waits@acme.example', ago: 1 })
    const gone = await givenAMail({ to: 'gone@acme.example', ago: 2 })
    // Until a button is pressed, the page gets the same responses as at first.
    const seen = new Map<string, string>()
    await page.route('**/mails/undelivered?*', async (route) => {
      const address = route.request().url()
      const body = seen.get(address) ?? (await (await route.fetch()).text())
      seen.set(address, body)
      await route.fulfill({ contentType: 'application/json', body })
    })
    page.on('request', (request) => {
      if (request.method() === 'POST') seen.clear()
    })
    await page.goto(path)
    await line(page, 'waits@acme.example').waitFor()
    await shop.sql('update jobs set given_up_at = null where id = $1', [waiting])
    await shop.sql('delete from jobs where id = $1', [gone])
    await line(page, 'waits@acme.example').getByRole('button').press('Enter')
    await page.getByText('This email is already being retried.').waitFor()
    await part(page, 'Emails retried automatically').getByText('waits@acme.example').waitFor()
    await focusedOn(page, 'Failed')
    await line(page, 'gone@acme.example').waitFor({ state: 'detached' })

    const other = await givenAMail({ to: 'other@acme.example' })
    seen.clear()
    await page.goto(path)
    await line(page, 'other@acme.example').waitFor()
    await shop.sql('delete from jobs where id = $1', [other])
    await line(page, 'other@acme.example').getByRole('button').press('Enter')
    await page.getByText('This email no longer exists: it was sent, or the person’s data was erased.').waitFor()
    await page.getByText('No failed emails').waitFor()
    await focusedOn(page, 'Failed')
  }))

test('the space of a list is reserved while it loads; if it fails, the other one is shown, with a retry', () =>
  visit({ as, tolerate: /ERR_FAILED/ }, async (page) => {
    await clear()
    await givenAMail({ to: 'waits@acme.example', state: 'waiting' })
    await givenAMail({ to: 'given.up@acme.example' })
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    let down = true
    await page.route('**/mails/undelivered?state=given-up', async (route) => {
      await held
      await (down ? route.abort() : route.continue())
    })
    await page.goto(path)
    await line(page, 'waits@acme.example').waitFor()
    await part(page, 'Failed emails').getByRole('status', { name: 'Loading' }).first().waitFor()
    answer()
    const alert = part(page, 'Failed emails').getByRole('alert')
    await alert.waitFor()
    down = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await line(page, 'given.up@acme.example').waitFor()
  }))

test('the first hundred emails are shown, and the rest is loaded on request', () =>
  visit({ as }, async (page) => {
    await clear()
    await shop.sql(
      `insert into jobs (id, kind, payload, created_at, run_at, attempts, last_error, given_up_at)
         select gen_random_uuid(), 'email', jsonb_build_object('to', 'person.' || n || '@acme.example', 'subject', 'Hello', 'html', '', 'text', ''),
           timestamptz '2026-01-01' - make_interval(mins => n), timestamptz '2026-01-01', 1, 'unreachable', timestamptz '2026-01-01'
         from generate_series(1, 130) n`,
    )
    await page.goto(path)
    const lines = part(page, 'Failed emails').getByRole('listitem')
    await lines.nth(99).waitFor()
    assert.equal(await lines.count(), 100)
    await page.getByRole('button', { name: 'Show more' }).click()
    await lines.nth(129).waitFor()
    await page.getByRole('heading', { name: 'Failed emails 130' }).waitFor()
    await clear()
  }))
