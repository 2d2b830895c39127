import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { screens } from '../../../contract/screens.ts'
import { accessible } from '../../support/browser/accessible.ts'
import { checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

// The stories of the other files examine the screens that they reach; here are those that none reaches.

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const viewport = { width: 1440, height: 900 }

test('a story examines every screen of the site map as a whole with axe', async () => {
  const folder = join(import.meta.dirname, '..')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const examined = texts.flatMap((text) => [...text.matchAll(/\baccessible\(page, '(\w+)'\)/g)].map(([, name]) => name))
  // The root of the admin area only redirects.
  const missing = Object.keys(screens).filter((name) => name !== 'administration' && !examined.includes(name))
  assert.deepEqual(missing, [])
})

test('axe finds nothing in the page about a payment that was not made', async () => {
  const { visitor } = await givenABuyer(shop)
  const { status, to } = await checkOut(visitor, 'analytics-annual')
  assert.equal(status, 200)
  const [order] = await shop.sql<{ id: string }>('select id from orders where session = $1', [to.split('/').at(-1)])
  // Another plan of the product replaces it.
  assert.equal((await checkOut(visitor, 'analytics-monthly')).status, 200)
  await visit({ as: visitor, viewport }, async (page) => {
    await page.goto(`/plans/analytics-annual/confirmation?order=${order?.id}`)
    await page.getByText('The payment was not completed').waitFor()
    await accessible(page, 'confirmation')
  })
})

test('axe finds nothing in the catalogue, nor in the page about the sample list while people are screened', () =>
  visit({ as, viewport }, async (page) => {
    await page.goto('/administration/catalogue')
    await page.getByRole('table', { name: 'Plans' }).waitFor()
    await accessible(page, 'catalogue')
    await shop.sql(
      `insert into screening_runs (id, basis, lists, began_at, total, people, changed)
         values (gen_random_uuid(), 'sample', '[]', now() + interval '1 hour', 1000, 400, 3)`,
    )
    await page.goto('/administration/screening')
    await page.getByText('only with a sample').waitFor()
    await page.getByText('400 of 1,000 people done').waitFor()
    await accessible(page, 'screening')
  }))

test('axe finds nothing in a document of the sandbox, nor in the first call of each group of the API reference', () =>
  visit({ viewport }, async (page) => {
    await page.goto('/sandbox/documents/eula')
    await accessible(page, null)
    await page.goto('/docs/api')
    await page.evaluate(() => {
      for (const call of document.querySelectorAll('section > article:not(:first-of-type)')) call.remove()
    })
    await accessible(page, null)
  }))
