import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenATrialUser, givenAnAdministrator, password, signIn, type TestShop } from '../../support/given.ts'
import type { Output } from '../../../contract/contract.ts'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { givenAPayer, invoicesOf, overThere } from '../../support/billing/paying.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { sentencesOf } from '../../support/sentences.ts'

const cluster = await useCluster()
const world = await givenAProvider(cluster, {}, '2026-11-20T12:00:00Z')
const shop: TestShop = await givenAShopOf(world, cluster, {})
const administrator = await givenAnAdministrator(shop)

type Settings = {
  language: string
  invoices: { address: Record<string, string> | null; vatId: string } | null
  otherIssuer: string | null
}
const settingsOf = (visitor: TestVisitor) => read<Settings>(visitor, '/api/v1/account/settings')
const change = (visitor: TestVisitor, body: object) => visitor.post('/api/v1/account/profile', body)
const errorsOf = async (answer: Response) => sentencesOf(((await answer.json()) as { errors: unknown }).errors)

const address = { line1: 'Bahnhofstr. 4', line2: 'Haus #2', postalCode: '10115', city: 'Berlin' }

describe('a person’s own profile', () => {
  test('stores the address and the VAT id of invoices, and updates the customer at the billing provider [10.31]', async () => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.sql("update subscribers set country = 'DE', state = null where email = $1", [payer.email])
    assert.equal((await change(payer.visitor, { address, vatId: 'de 123.456.789' })).status, 200)
    assert.deepEqual((await settingsOf(payer.visitor)).invoices, { address, vatId: 'DE123456789' })
    await shop.catchUp()
    const customer = async () => (await world.stripe.customers.list({ email: payer.email })).data[0] ?? assert.fail()
    const { id, address: there } = await customer()
    assert.deepEqual(
      [there?.line1, there?.postal_code, there?.city, there?.country],
      [address.line1, '10115', 'Berlin', 'DE'],
    )
    const taxIds = async () =>
      (await world.stripe.customers.listTaxIds(id)).data.map(({ type, value }) => `${type} ${value}`)
    assert.deepEqual(await taxIds(), ['eu_vat DE123456789'])

    assert.equal((await change(payer.visitor, { vatId: '' })).status, 200)
    await shop.catchUp()
    assert.deepEqual(await taxIds(), [])

    // A change by the customer there is not undone by what they entered here before.
    await world.stripe.customers.update(id, { address: { ...there, line1: 'Neue Str. 1', country: 'DE' } as never })
    assert.equal((await change(payer.visitor, { language: 'de' })).status, 200)
    await shop.catchUp()
    const after = await customer()
    assert.deepEqual([after.address?.line1, after.preferred_locales], ['Neue Str. 1', ['de']])

    // The choice in the footer.
    assert.equal((await payer.visitor.post('/api/v1/preferences', { language: 'en' })).status, 204)
    await shop.catchUp()
    assert.deepEqual((await customer()).preferred_locales, ['en'])
  })

  test('becomes a payment issue that leads to the person and their customer, if the provider refuses the VAT id', async (t) => {
    t.onTestFinished(() => void delete world.faults.refusal)
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.sql("update subscribers set country = 'DE', state = null where email = $1", [payer.email])
    const message = 'Invalid value for eu_vat.'
    world.faults.refusal = ({ method, path }) =>
      method === 'POST' && path.endsWith('/tax_ids') ? { status: 400, message, code: 'tax_id_invalid' } : undefined
    assert.equal((await change(payer.visitor, { address, vatId: 'DE000000000' })).status, 200)
    await shop.catchUp()
    type Issues = Output<'GET /api/v1/payment-issues'>
    const issues = async () => {
      const open = await read<Issues>(administrator, '/api/v1/payment-issues')
      return open.filter(({ detail }) => detail.includes(message))
    }
    const [issue] = await issues()
    const [customer] = (await world.stripe.customers.list({ email: payer.email })).data
    const id = await idOf(shop, payer.email)
    assert.ok(issue && customer)
    assert.deepEqual([issue.subscriber, issue.subscription], [{ id, email: payer.email }, null])
    assert.match(issue.providerUrl ?? '', new RegExp(`/${customer.id}$`))

    delete world.faults.refusal
    const retried = await act(administrator, `/api/v1/payment-issues/retry/${issue.id}`, { comment: 'Checked' })
    assert.equal(retried.status, 202)
    await shop.catchUp()
    assert.deepEqual(await issues(), [])
    const audited = await shop.sql("select subscriber_id from audit where act = 'retry-matter'")
    assert.deepEqual(audited, [{ subscriber_id: id }])
  })

  test('reaches Stripe’s customer after a removal, a change of one line, and a corrected state or country', async () => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.sql("update subscribers set country = 'US', state = 'CA' where email = $1", [payer.email])
    const there = async () => {
      await shop.catchUp()
      const { id, address: held } = (await world.stripe.customers.list({ email: payer.email })).data[0] ?? assert.fail()
      const { line1, line2, postal_code, city, state, country } = held ?? assert.fail('no address')
      const taxIds = (await world.stripe.customers.listTaxIds(id)).data.map(({ value }) => value)
      return { lines: [line1, line2, postal_code, city], state, country, taxIds, id }
    }
    const correct = (details: object) => payer.visitor.post('/api/v1/account/details', details)
    const home = { line1: '1 Main St', line2: 'Floor 2', postalCode: '94105', city: 'San Francisco' }
    assert.equal((await change(payer.visitor, { address: home })).status, 200)
    const { id } = await there()
    assert.deepEqual(await there(), { lines: Object.values(home), state: 'CA', country: 'US', taxIds: [], id })

    assert.equal((await change(payer.visitor, { address: { ...home, line2: '' } })).status, 200)
    assert.deepEqual((await there()).lines, ['1 Main St', null, '94105', 'San Francisco'])

    assert.equal((await change(payer.visitor, { address: null })).status, 200)
    assert.deepEqual(await there(), { lines: [null, null, null, null], state: 'CA', country: 'US', taxIds: [], id })

    // Entered on a page of Stripe meanwhile: a corrected state leaves those lines unchanged.
    const typed = { line1: '5 Elm St', postal_code: '10001', city: 'New York', state: 'CA', country: 'US' }
    await world.stripe.customers.update(id, { address: typed })
    const state = await correct({ state: 'NY' })
    assert.equal(state.status, 200, await state.text())
    assert.deepEqual(await there(), {
      lines: ['5 Elm St', null, '10001', 'New York'],
      state: 'NY',
      country: 'US',
      taxIds: [],
      id,
    })
    assert.equal((await correct({ company: 'Northwind Bottling Group' })).status, 200)
    assert.deepEqual((await there()).lines, ['5 Elm St', null, '10001', 'New York'])

    // The address lines and the VAT ID of another country do not apply to the new one.
    assert.equal((await correct({ country: 'DE' })).status, 200)
    const moved = { lines: [null, null, null, null], state: null, country: 'DE', id }
    assert.deepEqual(await there(), { ...moved, taxIds: [] })
    assert.equal((await change(payer.visitor, { vatId: 'DE123456789' })).status, 200)
    assert.deepEqual((await there()).taxIds, ['DE123456789'])
    assert.equal((await correct({ country: 'FR' })).status, 200)
    assert.deepEqual(await there(), { ...moved, country: 'FR', taxIds: [] })
  })

  test('leaves an address in another country that the customer entered on a page of Stripe, until they move', async () => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.sql("update subscribers set country = 'US', state = 'CA' where email = $1", [payer.email])
    const customer = async () => {
      await shop.catchUp()
      return (await world.stripe.customers.list({ email: payer.email })).data[0] ?? assert.fail()
    }
    const typed = { line1: 'Ring 1', line2: 'Top 2', postal_code: '1010', city: 'Wien', state: 'Wien', country: 'AT' }
    await world.stripe.customers.update((await customer()).id, { address: typed })
    assert.equal((await change(payer.visitor, { language: 'de' })).status, 200)
    const { address: there, preferred_locales: locales } = await customer()
    assert.deepEqual([there, locales], [typed, ['de']])

    const correct = (details: object) => payer.visitor.post('/api/v1/account/details', details)
    assert.equal((await correct({ state: 'NY' })).status, 200)
    assert.deepEqual((await customer()).address, typed)

    assert.equal((await correct({ country: 'FR' })).status, 200)
    const none = { line1: null, line2: null, postal_code: null, city: null, state: null }
    assert.deepEqual((await customer()).address, { ...none, country: 'FR' })
  })

  test('rejects a VAT ID of another country at its field, and changes nothing', async () => {
    const { visitor } = await givenATrialUser(shop, { country: 'DE', state: undefined })
    const before = await settingsOf(visitor)
    const vat = await change(visitor, { address, vatId: '12345' })
    assert.deepEqual(
      [vat.status, await errorsOf(vat)],
      [400, [{ field: 'vatId', message: 'This is not a VAT ID of your country' }]],
    )
    assert.deepEqual(await settingsOf(visitor), before)
  })

  test('determines the language of emails and pages', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    assert.equal((await change(visitor, { language: 'de' })).status, 200)
    assert.equal((await settingsOf(visitor)).language, 'de')
    assert.match(await (await visitor.get('/account')).text(), /<html[^>]* lang="de"/)
    const to = `neu.${email}`
    assert.equal((await visitor.post('/api/v1/account/email', { email: to, password })).status, 204)
    await shop.mailTo(to, 'Neue E-Mail-Adresse')
  })

  test('of an administrator who is not a subscriber has no invoice details: a change returns 404', async () => {
    assert.equal((await settingsOf(administrator)).invoices, null)
    assert.equal((await change(administrator, { language: 'de' })).status, 404)
  })

  // The last test, because it moves the clock.
  test('is on the next invoice as corrected; a correction to a denied country pauses charging', async () => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const correct = async (details: object) => {
      assert.equal((await payer.visitor.post('/api/v1/account/details', details)).status, 200)
      await shop.catchUp()
    }
    const company = 'Northwind Bottling GmbH'
    await correct({ company, country: 'DE' })
    const [customer] = (await world.stripe.customers.list({ email: payer.email })).data
    const { name, business_name: business, individual_name: person } = customer ?? assert.fail()
    assert.deepEqual([name, business, person], [company, company, 'Jane Doe'])
    await shop.advanceTo('2026-12-20T13:30:00Z')
    const [invoice, first] = await invoicesOf(shop, payer)
    assert.deepEqual([invoice?.customer_name, invoice?.customer_address?.country], [company, 'DE'])
    assert.notEqual(first?.customer_name, company, 'an invoice that exists stays as it was')

    await signIn(payer.visitor, payer.email)
    await correct({ country: 'IR' })
    const [held] = await heldBy(payer.visitor)
    assert.deepEqual([held?.subscription.status, held?.subscription.payment.state], ['pending', 'paused'])
    assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')
  })
})
