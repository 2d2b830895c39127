import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAPayer, paidDays, stateOf } from '../../support/billing/paying.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'

const cluster = await useCluster()
const start = { CLOCK_START: '2026-11-20T12:00:00Z' }
const shop = await givenAShop(start, cluster)
const conditions = Buffer.from('<b>bold</b>').toString('base64')
const CATALOGUE = aCatalogueIn(shop.dataDir, (sold) => {
  Reflect.deleteProperty(sold, 'companion')
  for (const product of sold.products)
    Object.assign(product, { picture: product.key === 'analytics' ? 'https://pictures.example/cad.png' : null })
  const quarter = { name: 'analytics-quarterly', title: 'Quarterly', price: 399, recurringIntervalCount: 3 }
  sold.plans.push({ ...planIn(sold, 'analytics-monthly'), ...quarter })
  Object.assign(planIn(sold, 'analytics-weekly'), { recurringIntervalCount: 2, price: 1234.5, conditions })
})
await shop.restart({ ...start, CATALOGUE, DEFAULT_COUNTRY: 'NO' })

/** Returns a page as text, without the marks between its parts. */
const pageOf = async (path: string, headers = {}, visitor = shop.visitor()) =>
  (await (await visitor.get(path, headers)).text()).replaceAll('<!-- -->', '')

test('the trial page shows the picture that the catalogue names, and none if it names none', async () => {
  const own = await pageOf('/')
  assert.match(own, /<img [^>]*src="https:\/\/pictures\.example\/cad\.png"[^>]*alt="Parallax Analytics trial"/)
  for (const page of [own, await pageOf('/try/statistics-trial')]) assert.doesNotMatch(page, /Cap torque|Control chart/)
  assert.doesNotMatch(await pageOf('/try/statistics-trial'), /class="figure"/)
})

test('a shop without a companion product offers none', async () => {
  const { visitor } = await givenATrialUser(shop)
  const page = await pageOf('/plans/analytics-trial/confirmation', {}, visitor)
  assert.match(page, /2\. Check the installation/)
  assert.doesNotMatch(page, /3\. Add|Parallax Statistics/)
  const link = await visitor.get('/api/v1/download/statistica')
  assert.deepEqual([link.status, ((await link.json()) as { code: string }).code], [404, 'UNKNOWN_PRODUCT'])
  assert.equal((await visitor.get('/api/v1/download/statistics')).status, 403)
})

test('a plan of several weeks states how many, and conditions encoded twice are shown as encoded once [2.26, 2.28]', async () => {
  const page = await pageOf('/plans/analytics-weekly')
  for (const text of ['US$1,234.50', 'Billed every 2 weeks, excluding tax', conditions])
    assert.ok(page.includes(text), text)
})

test('the form begins with the country that the operator configured [9.2]', async () => {
  assert.equal(/<option value="([A-Z]{2})" selected/.exec(await pageOf('/try/statistics-trial'))?.[1], 'NO')
})

test('a quarterly plan is sold, charged and compared by its entry in the catalogue alone', async () => {
  const payer = await givenAPayer(shop, 'analytics-quarterly')
  assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
  await shop.advanceTo('2027-02-22T12:00:00Z')
  assert.equal(await stateOf(shop, payer), 'active, on, 2027-05-20')
  assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-02-20'])
  const german = { 'accept-language': 'de' }
  assert.match(await pageOf('/plans?period=3-month'), /Save 10% compared with monthly/)
  assert.match(await pageOf('/plans?period=3-month', german), /10 % günstiger als monatlich/)
})
