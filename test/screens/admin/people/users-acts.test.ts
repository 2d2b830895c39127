import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { addDays } from '../../../../domain/calendar.ts'
import { utcDay } from '../../../../i18n/calendar-words.ts'
import { useBrowser } from '../../../support/browser/browser.ts'
import { eventuallyEqual } from '../../../support/eventually.ts'
import { without } from '../../../support/faults.ts'
import { givenListed, type ListedSubscription } from '../../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const viewport = { width: 1440, height: 900 }
const options = { as, viewport }
const today = new Date()
const inDays = (days: number) => addDays(today, days).toISOString().slice(0, 10)

const people = '/administration/users'
let made = 0

/** Adds a new person with a unique name to the list. */
async function somebody(holding?: ListedSubscription): Promise<{ name: string; id: string }> {
  made += 1
  const lastName = `Unique${made}x`
  const [id = ''] = await givenListed(shop, [{ firstName: 'Una', lastName, ...(holding && { holds: [holding] }) }])
  return { name: `Una ${lastName}`, id }
}

const active = { status: 'active', endDate: inDays(10) } as const

async function openedAt(page: Page, name: string): Promise<void> {
  await page.goto(`${people}?search=${name.replace('Una ', '')}`)
  await rowOf(page, name).waitFor()
}

function rowOf(page: Page, name: string) {
  return page.locator('tbody tr[data-row]').filter({ has: page.getByRole('link', { name, exact: true }) })
}

const cellsOf = async (page: Page, name: string) =>
  (await rowOf(page, name).getByRole('gridcell').allInnerTexts()).slice(5)

async function choose(page: Page, name: string, item: string) {
  await rowOf(page, name).hover()
  await rowOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

const toast = (page: Page, words: string) => page.locator('.toast').filter({ hasText: words })

const view = 'View details'
const extend = 'Update expiration date'
const cancel = 'Cancel subscription'
const undo = 'Undo cancellation'
const comment = 'Add comment'
const menus: [ListedSubscription | undefined, string[]][] = [
  [{ status: 'active' }, [view, extend, cancel, comment]],
  [{ status: 'cancelled' }, [view, undo, comment]],
  [undefined, [view]],
]

test('the menu of a row offers what its status permits, by its button and by a right click [2.71, 4.6]', () =>
  visit(options, async (page) => {
    const names: string[] = []
    for (const [holding] of menus) names.push((await somebody(holding)).name)
    await page.goto(`${people}?search=unique`)
    const offered = async () => (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim())
    for (const [at, [, items]] of menus.entries()) {
      const row = rowOf(page, names[at] ?? '')
      await row.getByRole('gridcell').nth(2).click({ button: 'right' })
      await eventuallyEqual(() => offered(), items)
      await page.keyboard.press('Escape')
      await eventuallyEqual(() => page.getByRole('menu').count(), 0)
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await eventuallyEqual(() => offered(), items)
      await page.keyboard.press('Escape')
      await eventuallyEqual(() => page.getByRole('menu').count(), 0)
    }
  }))

test('the menu opens by keyboard, responds to arrows, Home, End and letters, and returns the focus [2.71]', () =>
  visit(options, async (page) => {
    const { name } = await somebody(active)
    await openedAt(page, name)
    const focused = () => page.evaluate(() => document.activeElement?.textContent.trim())
    const cell = rowOf(page, name).getByRole('gridcell').nth(1)
    await cell.focus()
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await page.keyboard.press(key)
      await page.getByRole('menu', { name: `Actions for ${name}` }).waitFor()
      await eventuallyEqual(() => focused(), view)
      for (const [step, leadsTo] of [
        ['ArrowDown', extend],
        ['End', comment],
        ['ArrowDown', view],
        ['ArrowUp', comment],
        ['Home', view],
        ['c', cancel],
      ] as const) {
        await page.keyboard.press(step)
        await eventuallyEqual(() => focused(), leadsTo, step)
      }
      await page.keyboard.press('Escape')
      await eventuallyEqual(() => cell.evaluate((element) => element === document.activeElement), true)
    }
    await page.keyboard.press('Shift+F10')
    await page.mouse.click(700, 5)
    await eventuallyEqual(() => page.getByRole('menu').count(), 0)
  }))

test('a subscription is cancelled with a reason, and the toast offers to undo it [4.7, 4.8]', () =>
  visit(options, async (page) => {
    const { name } = await somebody(active)
    await openedAt(page, name)
    await choose(page, name, cancel)
    const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
    const confirm = dialog.getByRole('button', { name: 'Yes, cancel subscription' })
    await confirm.click()
    await dialog.getByText('This field is required').waitFor()
    await dialog.getByLabel('Reason').fill('x'.repeat(251))
    await dialog.getByText('Length should be less than 251 characters').waitFor()
    await dialog.getByRole('button', { name: 'Discard request' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await cellsOf(page, name))[0], 'Active')
    await eventuallyEqual(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      `Actions for ${name}`,
      'the focus is back where it was',
    )

    await choose(page, name, cancel)
    await dialog.getByLabel('Reason').fill('Asked for by telephone')
    await confirm.click()
    // With the pointer on it, the toast stays.
    await toast(page, `The subscription of ${name} was cancelled.`).hover()
    await eventuallyEqual(() => dialog.count(), 0)
    await eventuallyEqual(async () => {
      const [status, , , latest] = await cellsOf(page, name)
      return [status, latest]
    }, ['Cancelled', 'Asked for by telephone'])

    await toast(page, 'was cancelled').getByRole('button', { name: 'Undo' }).click()
    const undoing = page.getByRole('alertdialog', { name: 'Undo cancellation?' })
    await undoing.getByLabel('Reason').fill('A slip of the hand')
    await undoing.getByRole('button', { name: 'Yes, undo cancellation' }).click()
    await toast(page, `The cancellation for ${name} was undone.`).waitFor()
    await eventuallyEqual(async () => (await cellsOf(page, name))[0], 'Active')
  }))

test('an end date can be set from today on, at midnight UTC, and the form shows the present one [4.9, 5.9]', () =>
  visit(options, async (page) => {
    const { name, id } = await somebody(active)
    await openedAt(page, name)
    await choose(page, name, extend)
    const dialog = page.getByRole('dialog', { name: 'Update expiration date' })
    const date = dialog.getByLabel('New expiration date')
    await eventuallyEqual(() => date.inputValue(), inDays(10))
    await eventuallyEqual(() => date.getAttribute('min'), inDays(0))
    await dialog.getByLabel('Reason').fill('Two more weeks')
    const confirm = dialog.getByRole('button', { name: 'Update expiration date' })
    await date.fill(inDays(-1))
    await confirm.click()
    await dialog.getByText('The date cannot be earlier than today').waitFor()
    await date.fill('')
    await dialog.getByText('This field is required').waitFor()
    await date.fill(inDays(24))
    await confirm.click()
    await toast(page, `The subscription of ${name} now ends on ${utcDay(inDays(24))}.`).hover()
    await eventuallyEqual(async () => (await cellsOf(page, name)).slice(2), [utcDay(inDays(24)), 'Two more weeks'])
    const [kept] = await shop.sql<{ end_date: Date }>('select end_date from subscriptions where subscriber_id = $1', [
      id,
    ])
    assert.equal(kept?.end_date.toISOString(), `${inDays(24)}T00:00:00.000Z`)
    await toast(page, 'now ends on').getByRole('button', { name: 'View' }).click()
    await page.waitForURL(`**${people}/${id}`)
  }))

test('a comment is added and shown as text in its column; a person who was erased before the next one disappears from the list', () =>
  visit(options, async (page) => {
    const { name, id } = await somebody({ status: 'expired', endDate: inDays(-3) })
    await openedAt(page, name)
    await choose(page, name, comment)
    const dialog = page.getByRole('dialog', { name: 'Add comment' })
    await dialog.getByLabel('Comment').fill('<b>Called</b>, no answer')
    await dialog.getByRole('button', { name: 'Add comment' }).click()
    await toast(page, `The comment on ${name} was added.`).waitFor()
    await eventuallyEqual(async () => (await cellsOf(page, name))[3], '<b>Called</b>, no answer')

    await choose(page, name, comment)
    await shop.sql('delete from subscriptions where subscriber_id = $1', [id])
    await shop.sql('delete from subscribers where id = $1', [id])
    await dialog.getByLabel('Comment').fill('Too late')
    await dialog.getByRole('button', { name: 'Add comment' }).click()
    await toast(page, 'Not found.').waitFor()
    await eventuallyEqual(() => rowOf(page, name).count(), 0)
  }))

test('if another administrator was faster, the dialog shows the server’s message and the row is updated [8.9]', () =>
  visit(options, async (page) => {
    const { name, id } = await somebody(active)
    await openedAt(page, name)
    await choose(page, name, cancel)
    const other = await givenAnAdministrator(shop)
    const [held] = await shop.sql<{ id: string }>('select id from subscriptions where subscriber_id = $1', [id])
    const answer = await other.post(`/api/v1/subscriptions/cancel/${held?.id}`, { comment: 'I was first' })
    assert.equal(answer.status, 200)
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill('I was second')
    await dialog.getByRole('button', { name: 'Yes, cancel subscription' }).click()
    await dialog.getByRole('alert').getByText('Only an active subscription can be cancelled.').waitFor()
    await eventuallyEqual(() => dialog.getByLabel('Reason').inputValue(), 'I was second')
    await eventuallyEqual(async () => {
      const [status, , , latest] = await cellsOf(page, name)
      return [status, latest]
    }, ['Cancelled', 'I was first'])
    await eventuallyEqual(() => dialog.getByRole('button', { name: 'Yes, cancel subscription' }).count(), 0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await eventuallyEqual(() => page.getByRole('alertdialog').count(), 0)
  }))

test('the act’s own message is shown if the server sends none, messages about a field at the field, and a rejected value stays after Escape [8.9]', () =>
  visit({ ...options, tolerate: /500/ }, async (page) => {
    const { name } = await somebody(active)
    await openedAt(page, name)
    await choose(page, name, extend)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('More')
    await without(shop, 'events', async () => {
      await dialog.getByRole('button', { name: 'Update expiration date' }).click()
      await dialog.getByRole('alert').getByText('Error occured while setting new end date').waitFor()
      await page.keyboard.press('Escape')
      await choose(page, name, comment)
      await dialog.getByLabel('Comment').fill('A long story')
      await dialog.getByRole('button', { name: 'Add comment' }).click()
      await dialog.getByRole('alert').getByText('Error occured while adding a comment').waitFor()
    })
    // The request has a longer comment than was typed, so the server responds with an error.
    const postData = JSON.stringify({ comment: 'x'.repeat(251) })
    await page.route('**/api/v1/subscriptions/comment/*', (route) => route.continue({ postData }))
    await dialog.getByRole('button', { name: 'Add comment' }).click()
    await dialog.getByText('Length should be less than 251 characters').waitFor()
    await eventuallyEqual(() => dialog.getByLabel('Comment').getAttribute('aria-invalid'), 'true')
    await page.keyboard.press('Escape')
    await eventuallyEqual(() => dialog.count(), 0)
    await choose(page, name, comment)
    await eventuallyEqual(() => dialog.getByLabel('Comment').inputValue(), 'A long story')
  }))

test('an end date entered before a colleague added days is rejected, stays in the field, and is set when confirmed again', () =>
  visit({ ...options, tolerate: /409/ }, async (page) => {
    const { name, id } = await somebody(active)
    await openedAt(page, name)
    await choose(page, name, extend)
    const dialog = page.getByRole('dialog', { name: 'Update expiration date' })
    await dialog.getByLabel('New expiration date').fill(inDays(14))
    await page.keyboard.press('Escape')
    await eventuallyEqual(() => dialog.count(), 0)
    const other = await givenAnAdministrator(shop)
    const [held] = await shop.sql<{ id: string; end_date: Date }>(
      'select id, end_date from subscriptions where subscriber_id = $1',
      [id],
    )
    const body = { endDate: `${inDays(40)}T00:00:00.000Z`, comment: 'A month', seen: held?.end_date.toISOString() }
    assert.equal((await other.post(`/api/v1/subscriptions/extend/${held?.id}`, body)).status, 200)
    await openedAt(page, name)
    await choose(page, name, extend)
    await eventuallyEqual(() => dialog.getByLabel('New expiration date').inputValue(), inDays(14))
    await dialog.getByLabel('Reason').fill('Four more days')
    const confirm = dialog.getByRole('button', { name: 'Update expiration date' })
    await confirm.click()
    await dialog.getByRole('alert').waitFor()
    assert.equal((await cellsOf(page, name))[2], utcDay(inDays(40)))
    await confirm.click()
    await eventuallyEqual(async () => (await cellsOf(page, name))[2], utcDay(inDays(14)))
  }))

const statuses = ['active', 'pending', 'cancelled', 'expired'] as const
await givenListed(
  shop,
  statuses.map((status) => ({ firstName: 'Icon', lastName: status, company: 'Icons', holds: [{ status }] })),
)

/** Returns the shape and colour of an icon. */
const drawn = (icon: Locator) =>
  icon.evaluate((element) => ({
    strokes: [...element.querySelectorAll('path')].map((path) => path.getAttribute('d')).join(' '),
    colour: getComputedStyle(element).color,
  }))

test('a status has its icon: a green tick, a warning, or a blocked sign for cancelled and expired [2.66, 4.3]', () =>
  visit(options, async (page) => {
    await page.goto('/administration/users?search=icons')
    const mark = (status: string) => {
      const row = page.locator('tbody tr[data-row]').filter({ hasText: `Icon ${status}` })
      return drawn(row.getByRole('gridcell').nth(5).locator('svg'))
    }
    await page.getByRole('link', { name: 'Icon active' }).waitFor()
    const [active, pending, cancelled, expired] = await Promise.all(statuses.map(mark))
    assert.ok(active && pending && cancelled && expired)
    assert.equal(active.strokes, 'm5 12.5 4.5 4.5L19 7.5', 'a tick')
    const [lightness = 0, chroma = 0, hue = 0] = (/oklch\(([^)]*)\)/.exec(active.colour)?.[1] ?? '')
      .split(' ')
      .map(Number)
    assert.ok(lightness > 0 && chroma > 0.05 && hue > 120 && hue < 180, `${active.colour} is green`)
    assert.match(pending.strokes, /^M12 4 2\.75 19\.5h18\.5Z/, 'a triangle')
    assert.match(cancelled.strokes, /^M12 3a9 9 .*m5\.7 5\.7 12\.6 12\.6$/, 'a circle, struck through')
    assert.deepEqual(expired, cancelled)
  }))
