import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { focusedOn } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/queue'

const line = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()

/** Inserts a payment issue directly into the database; one with a task can be retried. */
async function givenAnIssue(subscription: string, kind: string, about: { detail?: string; task?: object } = {}) {
  const id = randomUUID()
  await shop.sql(
    `insert into payment_issues (id, subscription_id, kind, payment, provider_object, since, detail, task)
     values ($1, $2, $3, 'pi_held', 'pi_held', now() - interval '2 days', $4, $5)`,
    [id, subscription, kind, about.detail ?? null, about.task ? JSON.stringify(about.task) : null],
  )
  return id
}

test('a payment issue states its cause and links to the provider; it leaves the list once it is marked as resolved', () =>
  visit({ as }, async (page) => {
    const { email, id } = await givenASubscriber(shop, 'analytics-annual')
    await givenAnIssue(id, 'refund-forbidden')
    await page.goto(path)
    const about = 'A payment should be refunded, but a list entry forbids sending money to this person.'
    await line(page, about).getByRole('link', { name: email }).waitFor()
    await line(page, about).getByText('Parallax Analytics, annual').waitFor()
    await line(page, about)
      .getByText(/^Since \d+ \w+ \d{4}/)
      .waitFor()
    const provider = line(page, about).getByRole('link', { name: /^Open at the billing provider/ })
    assert.match((await provider.getAttribute('href')) ?? '', /\/sandbox\/payment/)
    await eventuallyEqual(() => line(page, about).getByRole('button').allInnerTexts(), ['Mark as resolved'])
    await line(page, about).getByRole('button', { name: 'Mark as resolved' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark as resolved?' })
    await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
    await dialog.getByText('This field is required').waitFor()
    await dialog.getByLabel('Comment').fill('Asked counsel; the money waits')
    await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
    await page.getByText('Marked as resolved.').waitFor()
    await page.getByText('No payment issues').waitFor()
    await focusedOn(page, 'Payment issues')
  }))

test('a task that the provider refused is retried with a comment; another administrator’s decision is shown in the dialog', () =>
  visit({ as }, async (page) => {
    const { id } = await givenASubscriber(shop, 'analytics-annual')
    const task = { task: 'ask-provider', subscription: id }
    await givenAnIssue(id, 'task-refused', { detail: 'No such thing.', task })
    await page.goto(path)
    const about = 'The billing provider refused a request. Message: No such thing.'
    await line(page, about).getByRole('button', { name: 'Retry' }).click()
    const dialog = page.getByRole('dialog', { name: 'Retry the request?' })
    await dialog.getByText(about).waitFor()
    await dialog.getByLabel('Comment').fill('Corrected at the provider')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Retrying', { exact: true }).waitFor()
    await page.getByText('No payment issues').waitFor()
    await focusedOn(page, 'Payment issues')

    const second = await givenAnIssue(id, 'task-refused', { detail: 'No such thing.', task })
    await page.reload()
    await line(page, about).getByRole('button', { name: 'Retry' }).click()
    await shop.sql(`update payment_issues set resolved_at = now(), resolved_by = 'system' where id = $1`, [second])
    await dialog.getByLabel('Comment').fill('Once more')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await dialog.getByText('This payment issue has already been resolved.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No payment issues').waitFor()
  }))

test('a long list of payment issues states no number until its end is reached', () =>
  visit({ as }, async (page) => {
    await shop.sql(
      `insert into payment_issues (id, kind, payment, since, detail)
       select gen_random_uuid(), 'task-refused', 'pi_' || n, $1::timestamptz + n * interval '1 minute', 'Refused ' || n || '.'
       from generate_series(1, 101) n`,
      ['2026-01-01T00:00:00Z'],
    )
    await page.goto(path)
    await line(page, 'Refused 100.').waitFor()
    const heading = () => page.getByRole('heading', { name: /^Payment issues/ }).innerText()
    assert.equal(await heading(), 'Payment issues')
    assert.equal(await line(page, 'Refused 101.').count(), 0)
    await page.getByRole('button', { name: 'Show more' }).click()
    await line(page, 'Refused 101.').waitFor()
    await eventuallyEqual(heading, 'Payment issues 101')
    await focusedOn(page, 'All entries are shown.')
    await shop.sql('delete from payment_issues')
  }))

test('a failed job is shown with its cause; it is retried, and marked as resolved by keyboard alone', () =>
  visit({ as }, async (page) => {
    const id = `evt_${randomUUID()}`
    await shop.sql(
      `insert into jobs (id, kind, payload, created_at, run_at, attempts, tried_at, last_error, given_up_at)
         values ($1, 'billing-event', '{"type":"x"}', now(), now(), 12, now(), 'No such subscription', now())`,
      [id],
    )
    await page.goto(path)
    const job = line(page, 'No such subscription')
    await job.getByText('Event from the billing provider').waitFor()
    await job.getByText(/^Tried 12 times, last/).waitFor()
    await accessible(page, 'queue')
    await job.getByRole('button', { name: 'Mark as resolved' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as resolved' }).press('Enter')
    await page.getByText('Marked as resolved.').waitFor()
    await page.getByText('No failed jobs').waitFor()
  }))

test('the focus moves to the heading when the job that has it leaves the list', () =>
  visit({ as }, async (page) => {
    const id = `evt_${randomUUID()}`
    await shop.sql(
      `insert into jobs (id, kind, payload, created_at, run_at, attempts, tried_at, last_error, given_up_at)
         values ($1, 'billing-event', '{"type":"x"}', now(), now(), 12, now(), 'No such price', now())`,
      [id],
    )
    await page.goto(path)
    await line(page, 'No such price').getByRole('button', { name: 'Retry' }).focus()
    await shop.sql('delete from jobs where id = $1', [id])
    await page.getByText('No failed jobs').waitFor()
    await focusedOn(page, 'Failed jobs')
  }))

test('the header counts the waiting entries of each page', () =>
  visit({ as }, async (page) => {
    await givenATrialUser(shop, { email: `jane.${randomUUID()}@gmail.com` })
    await page.goto(path)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Reviews\s*1$/ })
      .waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Queue', exact: true }).waitFor()
  }))
