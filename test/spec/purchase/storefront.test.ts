import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'

const cluster = await useCluster()
const shop = await givenAShop({}, cluster)
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-storefront-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the text of a page as the server sends it. */
async function shown(visitor: TestVisitor, path: string): Promise<string> {
  const page = await (await visitor.get(path)).text()
  return page.slice(0, page.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
}

const headings = (page: string) => [...page.matchAll(/<h[12][^>]*>([^<]*)</g)].map(([, text]) => text)

function becomes(email: string, status: string) {
  return shop.sql(
    'update subscriptions set status = $2 where subscriber_id = (select id from subscribers where email = $1)',
    [email, status],
  )
}

test('a trial shows its status: running while active, afterwards over and with nothing to install [2.3, 2.42, 2.53, 3.2, 4.1, 4.11]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  for (const [status, trial, confirmation] of [
    ['active', 'You already have a trial', 'Your trial has started: Parallax Analytics trial'],
    ['expired', 'Your trial has expired', 'No active subscription'],
    ['cancelled', 'Your trial has expired', 'No active subscription'],
  ] as const) {
    await becomes(email, status)
    assert.deepEqual(headings(await shown(visitor, '/')), ['Start your free trial', trial], status)
    const page = await shown(visitor, '/plans/analytics-trial/confirmation')
    assert.equal(headings(page)[0], confirmation, status)
    assert.equal(page.includes('Download the installer'), status === 'active')
  }
})

test('a purchase shows its status: thanks while active, afterwards nothing, and it can be bought again [2.3, 2.53, 4.1]', async () => {
  const { visitor, email } = await givenASubscriber(shop, 'analytics-monthly')
  for (const [status, confirmation, order] of [
    ['active', 'Thank you for your purchase', 'Manage subscription'],
    ['expired', 'No active subscription', 'Continue to payment'],
    ['cancelled', 'No active subscription', 'Continue to payment'],
  ] as const) {
    await becomes(email, status)
    const page = await shown(visitor, '/plans/analytics-monthly/confirmation')
    assert.equal(headings(page)[0], confirmation, status)
    assert.equal(page.includes('Download the installer'), status === 'active')
    assert.ok((await shown(visitor, '/plans/analytics-monthly')).includes(order), status)
  }
})

test('the agreement and the policy of the brand are linked where they are accepted, and on every page [1.16]', async () => {
  const stranger = shop.visitor()
  const { visitor: buyer } = await givenABuyer(shop)
  const links = (page: string) =>
    [...page.matchAll(/<a\b[^>]*?href="(\/sandbox\/documents\/\w+)"/g)].map(([, to]) => to)
  const [eula, privacy] = ['/sandbox/documents/eula', '/sandbox/documents/privacy']
  const pages = ['terms', 'refunds', 'imprint'].map((name) => `/sandbox/documents/${name}`)
  assert.deepEqual(links(await shown(stranger, '/')), [privacy, eula, eula, privacy, ...pages])
  assert.deepEqual(links(await shown(buyer, '/plans/analytics-annual')), [eula, ...pages, eula, privacy, ...pages])
  for (const path of ['/plans', '/busy', '/notFound'])
    assert.deepEqual(links(await shown(stranger, path)), [eula, privacy, ...pages])
  for (const [path, title] of [
    [eula, 'End user license agreement'],
    [privacy, 'Privacy policy'],
  ] as const) {
    const answer = await stranger.get(path)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), new RegExp(`<h1[^>]*>${title}`))
  }
})

test('a plan of several weeks states how many, and conditions encoded twice are shown as encoded once [2.26, 2.28]', async () => {
  const conditions = Buffer.from('<b>bold</b>').toString('base64')
  const other = await shopWith({ recurringInterval: 'week', recurringIntervalCount: 2, price: 1234.5, conditions })
  const page = await shown(other.visitor(), '/plans/analytics-monthly')
  for (const text of ['US$1,234.50', 'Billed every 2 weeks, excluding tax', conditions])
    assert.ok(page.includes(text), text)
})

test('the form begins with the country that the operator configured, or the United States by default [9.2]', async () => {
  const chosen = async (one: TestShop) =>
    /<option value="([A-Z]{2})" selected/.exec(await shown(one.visitor(), '/try/statistics-trial'))?.[1]
  assert.equal(await chosen(shop), 'US')
  assert.equal(await chosen(await givenAShop({ DEFAULT_COUNTRY: 'NO' }, cluster)), 'NO')
})

/** Starts a shop with a changed monthly plan. */
function shopWith(changes: Record<string, unknown>): Promise<TestShop> {
  const CATALOGUE = aCatalogueIn(folder, (sold) => Object.assign(planIn(sold, 'analytics-monthly'), changes))
  return givenAShop({ CATALOGUE }, cluster)
}
