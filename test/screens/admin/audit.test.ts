import assert from 'node:assert/strict'
import { test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { act, givenATrial } from '../../support/admin/admin-calls.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const { visit } = await useBrowser(shop)
const { id, email } = await givenATrial(shop)
await act(administrator, `comment/${id}`, { comment: 'called' })
await act(administrator, `cancel/${id}`, { comment: 'asked for it' })

test('the audit shows who did what to whom from where, and is filtered by keyboard; the URL contains the search, Back restores it, and nothing is wider than a phone', () =>
  visit({ as: administrator }, async (page) => {
    await page.goto('/administration/audit')
    const acts = () => page.locator('tbody td:nth-child(4)').allTextContents()
    await eventuallyEqual(acts, ['Cancelled a subscription', 'Commented', 'Signed in'])
    await eventuallyEqual(() => page.locator('tbody td:nth-child(3)').first().textContent(), '127.0.0.1')
    const [what, reason] = [6, 7].map((column) => page.locator(`tbody tr:first-child td:nth-child(${column})`))
    await eventuallyEqual(() => Promise.resolve(what?.textContent() ?? ''), 'Status: Active → Cancelled')
    await eventuallyEqual(() => Promise.resolve(reason?.textContent() ?? ''), 'asked for it')
    await accessible(page, 'audit')
    await page.getByLabel('Action').selectOption('Commented')
    await eventuallyEqual(acts, ['Commented'])
    assert.equal(new URL(page.url()).search, '?act=comment')
    await page.goBack()
    await eventuallyEqual(acts, ['Cancelled a subscription', 'Commented', 'Signed in'])
    await page.setViewportSize({ width: 375, height: 800 })
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    assert.equal(await page.evaluate(wider), 0)
    await page.getByLabel('Administrator, address, person, reason or change').fill('nobody@')
    await page.keyboard.press('Enter')
    await page.getByText('No actions match.').waitFor()
    await page.getByLabel('Administrator, address, person, reason or change').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: email }).first().click()
    await page.waitForURL(/\/administration\/users\/[0-9a-f-]{36}$/)
  }))

test('a choice by an arrow key keeps the focus, and Back restores the earlier choice', () =>
  visit({ as: administrator }, async (page) => {
    await page.goto('/administration/audit?act=comment')
    const act = page.getByLabel('Action')
    await eventuallyEqual(() => act.inputValue(), 'comment')
    const before = page.url()
    await act.press('ArrowDown')
    await eventuallyEqual(async () => page.url() !== before, true)
    await eventuallyEqual(() => act.evaluate((element) => element === document.activeElement), true)
    await page.goBack()
    await eventuallyEqual(() => act.inputValue(), 'comment')
  }))
