import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { addLanguages } from '../../../domain/language.ts'
import { useTexts } from '../../../i18n/server-words.ts'
import { readVendorTexts } from '../../../server/vendor-texts.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-french-'))
const texts = join(folder, 'texts')
const brand = join(folder, 'brand')
cpSync(join(import.meta.dirname, '../../../brand'), brand, { recursive: true })
mkdirSync(texts)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  // Later test files may run in this process.
  addLanguages([])
  useTexts({})
})

const write = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content))
write(join(texts, 'fr.json'), {
  'plans.heading': 'Tarifs',
  'shell.support': 'Assistance',
  'shell.signInFirst': 'Connectez-vous d’abord.',
  'errors.NOT_FOUND': 'Introuvable.',
  'mail.trialStarted.subject': 'C’est parti : {plan}',
  'admin.users': 'Clients',
  'shop.form.affirmation': 'Je confirme que le produit ne sert pas à la recherche',
})
const read = (name: string) => JSON.parse(readFileSync(join(brand, name), 'utf8')) as Record<string, unknown>
const catalogue = read('catalogue.json') as { plans: { name: string; translations?: object }[] }
for (const plan of catalogue.plans)
  if (plan.name === 'analytics-trial') Object.assign(plan, { translations: { fr: { title: 'Essai d’Analytics' } } })
write(join(brand, 'catalogue.json'), catalogue)
write(join(brand, 'brand.json'), { ...read('brand.json'), reviewTimes: { fr: 'deux jours' } })

const shop = await givenAShop({
  BRAND_TEXTS: texts,
  CATALOGUE: join(brand, 'catalogue.json'),
  BRAND: join(brand, 'brand.json'),
})
const { visit } = await useBrowser(shop)
const administrator = await givenAnAdministrator(shop)
const french = { 'accept-language': 'fr-FR' }

test('a file of a further language makes it selectable, with English where it has no text', async () => {
  const answer = await fetch(`${shop.url}/plans`, { headers: french })
  const page = await answer.text()
  assert.match(page, /<html lang="fr"/)
  assert.match(page, /<h1[^>]*>Tarifs<\/h1>/)
  assert.match(page, /One named user, every feature\. Cancel any time\./)
  assert.match(page, /value="fr"[^>]*lang="fr"[^>]*aria-pressed="true"[^>]*>français</)
  assert.match(page, /"languages":\{"en":"English","de":"Deutsch","fr":"français"\}/)
})

test('responses, emails and catalogue texts are in the added language', async () => {
  const missing = await fetch(`${shop.url}/api/v1/no-such-call`, { headers: french })
  assert.deepEqual(
    [((await missing.json()) as { message: string }).message, missing.headers.get('content-language')],
    ['Introuvable.', 'fr'],
  )
  const plans = await (await fetch(`${shop.url}/api/v1/plans`, { headers: french })).text()
  assert.match(plans, /Essai d’Analytics/)
  const visitor = shop.visitor()
  assert.equal((await visitor.post('/api/v1/preferences', { language: 'fr' })).status, 204)
  assert.equal((await visitor.post('/api/v1/preferences', { language: 'nl' })).status, 400)
  const { email } = await givenATrialUser({ ...shop, visitor: () => visitor })
  const mail = await shop.mailTo(email, 'C’est parti')
  assert.equal(mail.subject, 'C’est parti : Essai d’Analytics')
  const [kept] = await shop.sql('select language from subscribers where email = $1', [email])
  assert.deepEqual(kept, { language: 'fr' })
})

test('the acceptance of a replaced affirmation is stored with a separate version', async () => {
  const visitor = shop.visitor()
  await visitor.post('/api/v1/preferences', { language: 'fr' })
  const { email } = await givenATrialUser(
    { ...shop, visitor: () => visitor },
    { affirmation: true },
    'statistics-trial',
  )
  const [kept] = await shop.sql(
    `select version from acceptances where document = 'affirmation' and subscriber_id = (select id from subscribers where email = $1)`,
    [email],
  )
  assert.match(String(kept?.['version']), /^fr-[0-9a-f]{8}$/)
})

test('a visitor chooses a further language in the footer, and its texts stay when scripts run and on other pages', () =>
  visit(async (page) => {
    await page.goto('/plans')
    await page.getByRole('button', { name: 'français' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tarifs' }).waitFor()
    await eventuallyEqual(() => page.locator('html').getAttribute('lang'), 'fr')
    assert.equal(await page.getByRole('button', { name: 'français' }).getAttribute('aria-pressed'), 'true')
    // Amounts in French format: the locale of the page is that of its language.
    await page
      .getByText(/1\u202f188,00\s\$US/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await eventuallyEqual(() => page.locator('html').getAttribute('lang'), 'fr')
    await page.getByRole('link', { name: 'Assistance' }).waitFor()
    await page.goto('/administration/users')
    await page.waitForLoadState('networkidle')
    await page.getByText('Connectez-vous d’abord.').waitFor()
  }))

test('the texts of the admin area are a separate file that only its pages load', () =>
  visit({ as: administrator, locale: 'fr-FR' }, async (page) => {
    const loaded: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/texts/')) loaded.push(pathname)
    })
    await page.goto('/plans')
    await page.getByRole('heading', { level: 1, name: 'Tarifs' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(loaded.length, 1)
    await page.goto('/administration/users')
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await eventuallyEqual(() => Promise.resolve(new Set(loaded).size), 2)
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  }))

test('the example of the documentation is valid', async () => {
  const how = readFileSync(join(import.meta.dirname, '../../../docs/how-to/brand-and-catalogue.md'), 'utf8')
  const [, example = ''] = /## A further language[\s\S]*?```json\n([\s\S]*?)```/.exec(how) ?? []
  const documented = mkdtempSync(join(folder, 'documented-'))
  writeFileSync(join(documented, 'fr.json'), example)
  const { fr = {} } = await readVendorTexts(documented)
  assert.equal(fr['plans.heading'], 'Tarifs')
})
