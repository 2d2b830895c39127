import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { accessible } from '../../support/browser/accessible.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { createProgram } from '../../support/licence/program.ts'
import { focusedOn } from '../story.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-devices-'))
afterAll(() => rmSync(folder, { recursive: true }))
const catalogue = aCatalogueIn(folder, ({ products }) => {
  for (const product of products) if (product.key === 'analytics') product.licence = { fileDays: 90 }
})
const shop = await givenAShop({ CATALOGUE: catalogue })
const { visit } = await useBrowser(shop)
const owner = await givenATrialUser(shop)
const laptop = await createProgram(shop)
await laptop.signIn(owner.visitor)
const laboratory = await createProgram(shop)
await laboratory.signIn(owner.visitor, { device_name: 'Laboratory 4' })
const newcomer = await givenATrialUser(shop)
const typist = await givenATrialUser(shop)
const chemist = await givenATrialUser(shop)

test('the account page lists the person’s computers, and signs out one and then all [10.73]', () =>
  visit({ as: owner.visitor }, async (page) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/account')
    const list = page.getByRole('list', { name: 'Your computers' })
    await list.getByRole('paragraph').filter({ hasText: 'Laboratory 4' }).waitFor()
    assert.equal(await list.getByRole('listitem').count(), 2)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 375), 'it fits a phone')
    await page.getByRole('button', { name: 'Sign out Jane’s laptop' }).click()
    await page.getByText('The computer has been signed out.', { exact: false }).waitFor()
    await list.getByRole('paragraph').filter({ hasText: 'Jane’s laptop' }).waitFor({ state: 'detached' })
    await laptop.signIn(owner.visitor)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out all computers' }).click()
    await page.getByText('No computers are signed in.').waitFor()
    await focusedOn(page, 'No computers are signed in.')
  }))

test('the page about a computer asks its owner for permission, and leads back to the program after Allow', () =>
  visit({ as: newcomer.visitor }, async (page) => {
    const program = await createProgram(shop)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(program.authorizePath())
    await page.getByRole('heading', { name: 'Sign in to Parallax Analytics' }).waitFor()
    await page.getByText('Jane’s laptop', { exact: true }).waitFor()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 375), 'it fits a phone')
    await accessible(page, null)
    const back = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:49152/callback'))
    await page.getByRole('button', { name: 'Allow' }).click()
    const code = new URL((await back).url()).searchParams.get('code') ?? assert.fail('no code')
    assert.equal((await program.exchange(code)).status, 200)
  }))

test('a code shown by the program is entered, with faults at the field, and the computer can be refused', () =>
  visit({ as: typist.visitor }, async (page) => {
    const program = await createProgram(shop)
    const { body } = await program.deviceAuthorization()
    await page.goto('/device')
    const field = page.getByLabel('Code')
    await field.fill('BCDF-GHJK')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This code is wrong or has expired', { exact: false }).waitFor()
    assert.equal(await field.inputValue(), 'BCDF-GHJK')
    await accessible(page, null)
    await field.fill(body.user_code.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Laboratory 4', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: 'The computer is not signed in' }).waitFor()
    assert.equal((await program.poll(body.device_code)).body.error, 'access_denied')
  }))

test('the account page links to the page that turns a request into a licence file, and errors are shown at the field', () =>
  visit({ as: chemist.visitor }, async (page) => {
    const program = await createProgram(shop)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/account')
    await page.getByRole('link', { name: 'Licence file for a computer without a network' }).click()
    await page.getByRole('heading', { name: 'Licence file for a computer without a network' }).waitFor()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 375), 'it fits a phone')
    const choose = async (text: string) => {
      const file = { name: 'laboratory.req', mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
      await page.getByLabel('Request file').setInputFiles(file)
    }
    await choose('no request')
    await page.getByRole('button', { name: 'Get the licence file' }).click()
    await page.getByText('This file is not a request from our programs', { exact: false }).waitFor()
    await accessible(page, null)
    await choose(await program.fileRequest())
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Get the licence file' }).click()
    const saved = await download
    assert.equal(saved.suggestedFilename(), 'analytics.lic')
    const lease = readFileSync(await saved.path(), 'utf8').trim()
    assert.equal(lease.split('.').length, 3)
    await page.goto('/account')
    await page.getByRole('list', { name: 'Your computers' }).getByText('Laboratory 7').first().waitFor()
  }))
