import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { givenAShop, givenATrialUser } from '../../support/given.ts'

type File = { companion?: string; products: { key: string; picture?: string | null }[] }
const brand = join(import.meta.dirname, '../../../brand')
const catalogue = JSON.parse(readFileSync(join(brand, 'catalogue.json'), 'utf8')) as File
delete catalogue.companion
const pictures: Record<string, string | null> = { analytics: 'https://pictures.example/cad.png', statistics: null }
for (const product of catalogue.products) product.picture = pictures[product.key] ?? null

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-catalogue-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'catalogue.json')
writeFileSync(file, JSON.stringify(catalogue))
const shop = await givenAShop({ CATALOGUE: file })

const pageOf = async (path: string) => (await fetch(`${shop.url}${path}`)).text()

test('the trial page shows the picture that the catalogue names, and none if it names none', async () => {
  const own = await pageOf('/')
  assert.match(own, /<img [^>]*src="https:\/\/pictures\.example\/cad\.png"[^>]*alt="Parallax Analytics trial"/)
  for (const page of [own, await pageOf('/try/statistics-trial')]) assert.doesNotMatch(page, /Cap torque|Control chart/)
  assert.doesNotMatch(await pageOf('/try/statistics-trial'), /class="figure"/)
})

test('a shop without a companion product offers none', async () => {
  const { visitor } = await givenATrialUser(shop)
  const page = await (await visitor.get('/plans/analytics-trial/confirmation')).text()
  assert.match(page, /2\. Check the installation/)
  assert.doesNotMatch(page, /3\. Add|Parallax Statistics/)
  const link = await visitor.get('/api/v1/download/statistica')
  assert.deepEqual([link.status, ((await link.json()) as { code: string }).code], [404, 'UNKNOWN_PRODUCT'])
  assert.equal((await visitor.get('/api/v1/download/statistics')).status, 403)
  const sent = await visitor.get('/api/v1/download/analytics')
  assert.equal(sent.status, 200)
})
