import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { examine } from '../../../server/app/cli/doctor.ts'
import { addLanguages } from '../../../domain/language.ts'
import { useTexts } from '../../../i18n/server-words.ts'
import { readVendorTexts } from '../../../server/vendor-texts.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-texts-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  // Later test files may run in this process.
  addLanguages([])
  useTexts({})
})
const write = (file: string, texts: unknown) => writeFileSync(join(folder, file), JSON.stringify(texts))
write('en.json', {
  'plans.heading': 'What it costs <per seat>',
  'plans.trialLabel': '{days} days of {product}, free',
})
write('de.json', { 'plans.heading': 'Was es kostet' })

const cluster = await useCluster()
const shop = await givenAShop({ BRAND_TEXTS: folder }, cluster)
const { visit } = await useBrowser(shop)

test('a page shows the vendor’s texts in its language, before and after its scripts run, and the product’s elsewhere', () =>
  visit(async (page) => {
    const sent = await (await fetch(`${shop.url}/plans`)).text()
    assert.match(sent, /<h1[^>]*>What it costs &lt;per seat&gt;<\/h1>/)
    const german = await (await fetch(`${shop.url}/plans`, { headers: { 'accept-language': 'de-DE' } })).text()
    assert.match(german, /<html lang="de"[\s\S]*<h1[^>]*>Was es kostet<\/h1>/)
    await page.goto('/')
    await page.locator('header').getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('heading', { level: 1, name: 'What it costs <per seat>' }).waitFor()
    await page.getByRole('link', { name: '30 days of Parallax Analytics, free' }).waitFor()
    await page.getByText('One named user, every feature. Cancel any time.').waitFor()
  }))

test('only a shop with its own texts has a script for them', async () => {
  const plain = await givenAShop({}, cluster)
  const scripts = async (url: string) => [...(await (await fetch(url)).text()).matchAll(/src="(\/texts\/[^"]+)"/g)]
  assert.equal((await scripts(`${plain.url}/plans`)).length, 0)
  assert.match(await (await fetch(`${plain.url}/plans`)).text(), /Plans and pricing/)
  const [[, address = ''] = []] = await scripts(`${shop.url}/plans`)
  const answer = await fetch(new URL(address, shop.url))
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
})

test('the example of the documentation is valid', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/brand-and-catalogue.md'), 'utf8')
  const [, example = ''] = /## Your own words[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? []
  const documented = mkdtempSync(join(folder, 'documented-'))
  writeFileSync(join(documented, 'en.json'), example)
  const { en = {} } = await readVendorTexts(documented)
  assert.deepEqual(en['plans.trial'], { one: 'Free for a day', other: 'Free for {0} days' })
})

test('a shop with an invalid texts file does not start, and the doctor names the same faults', async () => {
  const wrong = mkdtempSync(join(folder, 'wrong-'))
  const writeWrong = (file: string, content: string) => writeFileSync(join(wrong, file), content)
  writeWrong('en.json', JSON.stringify({ 'plans.headin': 'Prices', 'plans.owned': 'You have it.' }))
  writeWrong('de.json', '{')
  writeWrong('notes.json', '{}')
  writeWrong('ar.json', '{}')
  writeWrong('fr.json', JSON.stringify({ 'plans.owned': 'Vous avez déjà {produit}.' }))
  const faults = [
    'BRAND_TEXTS: ar.json: is named after a language that is written from right to left, which pages do not support',
    'BRAND_TEXTS: de.json: is not valid JSON',
    'BRAND_TEXTS: en.json: "plans.headin" is not the key of a text',
    'BRAND_TEXTS: en.json: "plans.owned" lacks the placeholder {plan}',
    'BRAND_TEXTS: fr.json: "plans.owned" lacks the placeholder {plan}',
    'BRAND_TEXTS: fr.json: "plans.owned" has the unknown placeholder {produit}: it can have {plan}',
    'BRAND_TEXTS: notes.json: is not named after a language, for example fr.json for French (ISO 639)',
  ]
  await assert.rejects(givenAShop({ BRAND_TEXTS: wrong }, cluster), { message: faults.join('\n') })
  await assert.rejects(
    givenAShop({ BRAND_TEXTS: join(wrong, 'none') }, cluster),
    /BRAND_TEXTS names the folder .*ENOENT/,
  )
  const lines = await examine({ BRAND_TEXTS: wrong }, folder, {})
  assert.deepEqual(
    lines.filter(({ about }) => about === 'texts').map(({ level, sentence }) => `${level} ${sentence}`),
    faults.map((fault) => `fault ${fault}`),
  )
})
