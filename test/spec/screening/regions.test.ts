import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { unchanged } from '../../support/unchanged.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import {
  aBuyersRegistration,
  aRegistration,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
} from '../../support/given.ts'

const CATALOGUE = aCatalogueIn(givenAFolder(), ({ countries }) => {
  countries.regions = [{ key: 'north', name: 'The North', countries: ['CY'], names: ['Kyrenia', 'Girne'] }]
})
const shop = await givenAShop({ CATALOGUE })
const administrator = await givenAnAdministrator(shop)

type Told = { kind: string; key: string; holds: boolean; compared?: string }
const inUkraine = { country: 'UA', phone: { countryCode: '+380', phoneNumber: '501234567' } }
const statusOf = async (email: string) =>
  (
    await shop.sql<{ dpl_status: string; state: string | null }>('select * from subscribers where email = $1', [email])
  )[0]
const lastReasons = async (email: string) => {
  const [row] = await shop.sql<{ reasons: Told[] }>(
    `select c.reasons from screening_checks c join subscribers s on s.id = c.subscriber_id
     where s.email = $1 order by c.at desc, c.id desc limit 1`,
    [email],
  )
  return row?.reasons ?? []
}

const kindsOf = async ({ email }: { email: string }) => (await lastReasons(email)).map(({ kind }) => kind)

test('a registration without a region is accepted, and reviewers see the stated region or that none was stated; elsewhere it is not stored', async () => {
  const without = await givenARegistration(shop, inUkraine)
  assert.equal((await statusOf(without.email))?.dpl_status, 'PASS')
  assert.deepEqual(
    (await lastReasons(without.email)).map(({ kind, holds, compared }) => [kind, holds, compared]),
    [['country-look', false, '']],
  )
  const inKyiv = await givenARegistration(shop, { ...inUkraine, region: '30' })
  assert.deepEqual([(await statusOf(inKyiv.email))?.dpl_status, (await statusOf(inKyiv.email))?.state], ['PASS', '30'])
  assert.equal((await lastReasons(inKyiv.email))[0]?.compared, 'Kyiv (city)')
  const british = await givenARegistration(shop, { region: '43' })
  assert.equal((await statusOf(british.email))?.state, null)
})

test('a buyer states the region when registering, or with the order if it is unknown', async () => {
  const sent = aBuyersRegistration({ country: 'UA' })
  const product = { 'x-selected-product': 'analytics-monthly' }
  const wrong = await shop.visitor().post('/api/v1/users', { ...sent, region: '99' }, product)
  const { errors = [] } = (await wrong.json()) as { errors?: { field: string }[] }
  assert.deepEqual([wrong.status, errors.map(({ field }) => field)], [400, ['region']])
  assert.equal((await shop.visitor().post('/api/v1/users', { ...sent, region: '43' }, product)).status, 201)
  assert.deepEqual(
    (await lastReasons(sent.email)).map(({ key }) => key),
    ['region:crimea', 'country-look:UA'],
  )

  const buyer = await givenABuyer(shop, { country: 'UA' })
  const address = new URL('/plans/analytics-monthly', shop.url).href
  const page = await buyer.visitor.form(address)
  const order = (region: string) => {
    const fields = {
      _csrf: buyer.visitor.cookies.get('XSRF-TOKEN') ?? '',
      industry: 'Energy',
      termsAndConditions: 'on',
    }
    return buyer.visitor.submit({ ...page, address, fields }, { region })
  }
  assert.match(page.html, /<select[^>]* name="region"/)
  const refused = await order('')
  assert.match(await refused.text(), /Region: This field is required/)
  const held = await order('43')
  assert.equal(new URL(held.url).pathname, '/pending')
  assert.equal((await statusOf(buyer.email))?.state, '43')

  const elsewhere = await givenABuyer(shop)
  assert.doesNotMatch((await elsewhere.visitor.form('/plans/analytics-monthly')).html, /name="region"/)
})

test('a person in a sanctioned region waits for review, and an approval applies to that region', async () => {
  const person = await givenATrialUser(shop, { ...inUkraine, region: '43' })
  assert.equal((await statusOf(person.email))?.dpl_status, 'PENDING')
  const id = await idOf(shop, person.email)
  const [review] = await read<{ reasons: Told[] }[]>(administrator, `/api/v1/reviews?subscriber=${id}`)
  assert.deepEqual(
    review?.reasons.map(({ key, holds }) => [key, holds]),
    [
      ['region:crimea', true],
      ['country-look:UA', false],
    ],
  )
  assert.equal((await act(administrator, `/api/v1/reviews/approve/${id}`, { comment: 'Moved to Kyiv' })).status, 200)
  assert.equal((await person.visitor.get('/api/v1/download/analytics')).status, 200)
  const details = { region: '14' }
  assert.equal((await person.visitor.post('/api/v1/account/details', details)).status, 200)
  assert.equal((await statusOf(person.email))?.dpl_status, 'PENDING', 'another region is another decision')
  assert.equal((await lastReasons(person.email))[0]?.key, 'region:donetsk')
})

test('the form without scripts asks for the region in Ukraine only', async () => {
  const path = '/try/analytics-trial'
  const fill = async (country: string, more: Record<string, string>) => {
    const visitor = shop.visitor()
    const page = await visitor.form(path)
    assert.match(page.html, /<noscript><div[^>]*>.*name="region".*<\/noscript>/s)
    const { phone: _phone, termsAndConditions: _terms, ...texts } = aRegistration({ country })
    const phone = { 'phone.countryCode': '+380', 'phone.phoneNumber': '501234567' }
    const fields = { ...(texts as Record<string, string>), ...phone, termsAndConditions: 'on', ...more }
    const answer = await visitor.send(path, fields, { accept: 'text/html', origin: shop.url })
    return { email: texts.email, status: answer.status, html: await answer.text() }
  }
  const empty = await fill('UA', { region: '' })
  assert.equal(empty.status, 400)
  assert.match(empty.html, /<a href="#region"/)
  assert.equal((await fill('GB', { region: '' })).status, 200)
  const stated = await fill('UA', { region: '40' })
  assert.equal(stated.status, 200)
  assert.equal((await lastReasons(stated.email))[0]?.key, 'region:sevastopol')
})

test('city and postal code of the invoice address count at the next download, also for a region added by the operator', async () => {
  const cases = [
    [{ country: 'CY', phone: { countryCode: '+357', phoneNumber: '22123456' } }, { city: 'Girne' }, 'region:north'],
    [inUkraine, { city: 'Kyiv', postalCode: '98600' }, 'region:crimea'],
  ] as const
  for (const [registration, address, key] of cases) {
    const person = await givenATrialUser(shop, registration)
    const invoice = { address: { line1: 'Main St 1', ...address } }
    assert.equal((await person.visitor.post('/api/v1/account/profile', invoice)).status, 200)
    assert.equal((await person.visitor.get('/api/v1/download/analytics')).status, 403)
    assert.equal((await lastReasons(person.email))[0]?.key, key)
  }
})

test('the screening page names the product’s regions in the reader’s language, and the operator’s own as the catalogue does', async () => {
  for (const [language, names] of [
    ['en', ['Crimea', 'Sevastopol', 'Donetsk', 'Luhansk', 'The North']],
    ['de', ['Krim', 'Sewastopol', 'Donezk', 'Luhansk', 'The North']],
  ] as const) {
    const answer = await administrator.get('/api/v1/screening', { 'accept-language': language })
    assert.deepEqual(((await answer.json()) as { countries: { regions: string[] } }).countries.regions, names)
  }
})

test('a refused checkout keeps the new findings of its check, and changes nothing without one', async () => {
  const email = () => `jane.${crypto.randomUUID()}@gmail.com`
  const buyer = await givenABuyer(shop, { email: email() })
  const trialUser = await givenATrialUser(shop, { email: email() })
  for (const [person, plan] of [
    [buyer, 'analytics-monthly'],
    [trialUser, 'analytics-trial'],
  ] as const) {
    await shop.sql("update subscribers set country = 'UA', state = '43' where email = $1", [person.email])
    assert.deepEqual(await kindsOf(person), ['personal-email'])
    assert.equal((await checkOut(person.visitor, plan)).status, 409)
    assert.deepEqual(await kindsOf(person), ['region', 'personal-email', 'country-look'], plan)
    assert.equal((await unchanged(shop, () => checkOut(person.visitor, plan))).status, 409)
  }
})
