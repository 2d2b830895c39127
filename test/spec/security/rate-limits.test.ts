import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract, type CallName } from '../../../contract/contract.ts'
import type { Row } from '../../../contract/rows/row.ts'
import { rateLimits, type RateLimitName } from '../../../domain/limits.ts'
import { screensWithForms } from '../../../server/pages/page-forms.ts'
import { useCluster } from '../../support/cluster.ts'
import { aRegistration, atTheHour, givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const wide = await givenAShop({}, cluster)
/** The same shop with budgets below one, so that every counted request is refused at once. */
const narrow = await givenAShop(
  { DATABASE_URL: wide.databaseUrl, PUBLIC_URL: wide.url, RATE_LIMIT_FACTOR: '0.001' },
  cluster,
)

const person = await givenATrialUser(wide)
const registered = await givenARegistration(wide)

/** Returns the same browser at the shop with the small budgets. */
function there(visitor: TestVisitor = wide.visitor()): TestVisitor {
  const moved = narrow.visitor()
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value)
  return moved
}

type Limited = { limit: RateLimitName; send: () => Promise<Response> }
/** Why a call without a session has no limit of its own. */
type Free = { free: string }

const checkout = (path: string): Limited => ({
  limit: 'checkoutPerAddress',
  send: () => there().post(path, {}, { 'x-trial-token': registered.trialToken }),
})
const link = (path: string): Limited => ({
  limit: 'downloadLinkPerPerson',
  send: () => there(person.visitor).get(path),
})

const portal = (path: string): Limited => ({
  limit: 'providerCallPerPerson',
  send: () => there(person.visitor).post(path, {}),
})

/** Every call of the contract that needs no session, and those that cost more than reading. */
const rows: Partial<Record<CallName, Limited | Free>> = {
  'GET /api/v1/plans': { free: 'answered from memory' },
  'GET /api/v1/plans/{name}': { free: 'answered from memory' },
  'GET /api/v1/questions': { free: 'answered from memory' },
  'POST /api/v1/plans/{name}/checkout': checkout('/api/v1/plans/analytics-trial/checkout'),
  'POST /api/v1/products/{name}/checkout': checkout('/api/v1/products/analytics-trial/checkout'),
  'GET /api/v1/plans/{name}/download/link': link('/api/v1/plans/analytics-trial/download/link'),
  'GET /api/v1/download/statistica': link('/api/v1/download/statistica'),
  'GET /api/v1/download/{product}': link('/api/v1/download/analytics'),
  'POST /api/v1/plans/{name}/download': portal('/api/v1/plans/analytics-trial/download'),
  'POST /api/v1/products/{name}/download': portal('/api/v1/products/analytics-trial/download'),
  'GET /api/v1/account/invoices': {
    limit: 'providerCallPerPerson',
    send: () => there(person.visitor).get('/api/v1/account/invoices'),
  },
  'POST /api/v1/account/profile': {
    limit: 'profileChangePerPerson',
    send: () => there(person.visitor).post('/api/v1/account/profile', { language: 'de' }),
  },
  'POST /api/v1/account/details': {
    limit: 'profileChangePerPerson',
    send: () => there(person.visitor).post('/api/v1/account/details', { firstName: 'Janet' }),
  },
  'GET /api/v1/users/userinfo': { free: 'an anonymous visitor costs no database' },
  'GET /api/v1/users/search/{email}': {
    limit: 'lookupHard',
    send: () => there().get('/api/v1/users/search/somebody@northwind-bottling.example'),
  },
  'POST /api/v1/users': { limit: 'registrationPerAddress', send: () => there().post('/api/v1/users', aRegistration()) },
  'GET /api/v1/config/tss': { free: 'answered from memory' },
  'GET /api/v1/login': { free: 'sets a cookie; the identity provider has limits of its own' },
  'POST /api/v1/preferences': {
    limit: 'profileChangePerPerson',
    send: () => there(person.visitor).post('/api/v1/preferences', { language: 'de' }),
  },
  'POST /logout': { free: 'writes with a session only' },
}

const trialForm = { ...flat(aRegistration()), _csrf: '' }
const noSession = { free: 'does nothing without a session' }
/** Every page with forms. */
const forms: Record<(typeof screensWithForms)[number], Limited | Free> = {
  trial: { limit: 'registrationPerAddress', send: () => post('/try/analytics-trial', trialForm) },
  orderSummary: {
    limit: 'registrationPerAddress',
    send: () => post('/plans/analytics-monthly?register', trialForm),
  },
  account: noSession,
  confirmation: noSession,
}

function flat(registration: Record<string, unknown>): Record<string, string> {
  const phone = registration['phone'] as Record<string, string>
  const others = Object.entries(registration).filter(([name]) => name !== 'phone')
  return {
    ...Object.fromEntries(others.map(([name, value]) => [name, value === true ? 'on' : String(value)])),
    'phone.countryCode': phone['countryCode'] ?? '',
    'phone.phoneNumber': phone['phoneNumber'] ?? '',
  }
}

/** Submits a page's own form as a browser without scripts would. */
async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const visitor = there()
  const { fields: hidden } = await visitor.form(`${narrow.url}${path}`)
  return visitor.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: wide.url },
    body: new URLSearchParams({ ...fields, ...hidden }).toString(),
  })
}

test('every call without a session, and every page form, has a limit or a stated reason for none', () => {
  const costly = /^GET .*download|^POST .*account\/(?:details|profile)$/
  const readsProvider = ({ who, errors }: Row) => who === 'signed-in' && errors.includes('PAYMENTS_UNAVAILABLE')
  const open = (Object.keys(contract) as CallName[]).filter((name) => {
    const row: Row = contract[name]
    return row.who === 'anyone' || costly.test(name) || readsProvider(row)
  })
  assert.deepEqual(Object.keys(rows).toSorted(), open.toSorted())
  assert.deepEqual(Object.keys(forms).toSorted(), screensWithForms.toSorted())
})

for (const [name, entry] of [
  ...Object.entries(rows),
  ...Object.entries(forms).map(([n, e]) => [`form ${n}`, e] as const),
])
  if ('limit' in entry)
    test(`${name} is limited by ${entry.limit}`, async () => {
      const answer = await entry.send()
      assert.equal(answer.status, 429)
      const seconds = Number(answer.headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= rateLimits[entry.limit].within / 1000, String(seconds))
      assert.match(await answer.text(), /Too many requests/)
    })

test('a reminder’s unsubscribe link is limited too', async () => {
  await wide.advanceTo(new Date(Date.now() + 24 * 86_400_000).toISOString())
  const mail = (await wide.mails()).find(
    ({ to, text }) => to.includes(person.email) && text.includes('/reminders/stop/'),
  )
  const path = /\/reminders\/stop\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  assert.equal((await fetch(narrow.url + path, { method: 'POST' })).status, 429)
  assert.equal((await fetch(wide.url + path, { method: 'POST' })).status, 200)
})

test('behind a proxy a visitor has one budget, however the proxy writes the address, and a network has a total one', async () => {
  const shop = await givenAShop(
    {
      DATABASE_URL: wide.databaseUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1',
      ...atTheHour,
    },
    cluster,
  )
  /** Returns how many of a number of look-ups of a known address reveal that it is known. */
  const told = async (times: number, from: (count: number) => string) => {
    const answers = Array.from({ length: times }, async (_, count) => {
      const path = `${shop.url}/api/v1/users/search/${person.email}`
      return (await fetch(path, { headers: { 'x-forwarded-for': from(count) } })).status
    })
    return (await Promise.all(answers)).filter((status) => status === 200).length
  }
  const hex = (count: number) => count.toString(16)
  assert.equal(await told(40, (count) => `203.0.113.9:${1024 + count}`), 10, 'one visitor without a cookie')
  assert.equal(await told(40, (count) => `[2001:db8:1:1::${hex(count)}]:${1024 + count}`), 10, 'a /64')
  assert.equal(await told(60, (count) => `2001:db8:2:${hex(count)}::1`), 40, 'a /48 has four budgets')
  assert.equal(await told(20, (count) => `unknown, _hidden${count}`), 10, 'what is no address counts as the proxy')
})

test('at most five emails an hour go to an address, and twenty to a mailbox whatever +tags its addresses have', async () => {
  const shop = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '1' }, cluster)
  const visitor = shop.visitor()
  await visitor.get('/api/v1/users/userinfo')
  const register = async (email: string) =>
    assert.equal((await visitor.post('/api/v1/users', aRegistration({ email }))).status, 201)
  const plain = 'jane.mailbox@northwind-bottling.example'
  for (let one = 0; one < 7; one += 1) await register(plain)
  for (let one = 0; one < 15; one += 1) await register(`jane.mailbox+${one}@northwind-bottling.example`)
  const other = 'john.mailbox+1@northwind-bottling.example'
  await register(other)
  await shop.mailTo(other)
  const sent = (await shop.mails()).map(({ to }) => to).filter((to) => to.startsWith('jane.mailbox'))
  assert.equal(sent.filter((to) => to === plain).length, 5)
  assert.equal(sent.length, 18, 'the mailbox counts all twenty, also those that its address was over')
})
