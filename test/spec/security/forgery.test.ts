import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract, type CallName } from '../../../contract/contract.ts'
import type { Row } from '../../../contract/rows/row.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { aRegistration, givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'

const shop = await givenAShop()
const unsafe = (Object.entries(contract) as [CallName, Row][]).filter(([name]) => !name.startsWith('GET '))

const pathOf = (name: string) =>
  (name.split(' ')[1] ?? '').replace('{name}', 'statistics-trial').replace(/\{\w+\}/, '1')
const bodyOf = (name: string): Record<string, unknown> => (name === 'POST /api/v1/users' ? aRegistration() : {})

/** Returns everything that a forged call could have changed. */
async function state(): Promise<string> {
  const tables = [
    'subscribers',
    'subscriptions',
    'events',
    'sessions',
    'trial_tokens',
    'acceptances',
    'screening_checks',
  ]
  const counts = await Promise.all(
    tables.map((table) => shop.sql(`select count(*), md5(string_agg(t::text, ',' order by t::text)) from ${table} t`)),
  )
  return JSON.stringify(counts)
}

test('every call that changes something is refused without the token of the same session, and changes nothing [7.2]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const { visitor: other } = await givenATrialUser(shop)
  const anonymous = shop.visitor()
  await anonymous.get('/')
  const before = new Map(visitor.cookies).get('XSRF-TOKEN') ?? ''
  await visitor.post('/logout')
  await signIn(visitor, email)
  await whoIs(visitor)
  const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
  assert.notEqual(before, token)

  const wrong: [string, string | undefined, string][] = [
    ['none', undefined, ''],
    ['empty', '', ''],
    ['another session’s', other.cookies.get('XSRF-TOKEN'), ''],
    ['an anonymous visitor’s', anonymous.cookies.get('XSRF-TOKEN'), ''],
    ['from before the sign-in', before, ''],
    ['cut', token.slice(0, -1), ''],
    ['in the query', undefined, `?_csrf=${token}&X-XSRF-TOKEN=${token}`],
  ]
  // Every kind of wrong token at the calls that take forms too, and two kinds at every call.
  const usual = wrong.filter(([what]) => ['none', 'another session’s'].includes(what))
  const untouched = await state()
  for (const [name, row] of unsafe) {
    for (const [what, header, query] of row.form ? wrong : usual) {
      const body = bodyOf(name)
      const method = name.split(' ')[0] ?? ''
      const asJson = await visitor.request(pathOf(name) + query, {
        method,
        headers: { 'content-type': 'application/json', ...(header === undefined ? {} : { 'x-xsrf-token': header }) },
        body: JSON.stringify(body),
      })
      assert.equal(asJson.status, 403, `${name} with the token ${what}`)
      assert.match(await asJson.text(), /"message":/)
    }
    // A call that takes no forms refuses them before it looks at the token.
    for (const [what, header, query] of row.form ? wrong : usual.slice(0, 1)) {
      const method = name.split(' ')[0] ?? ''
      const asForm = await visitor.request(pathOf(name) + query, {
        method,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(header === undefined ? {} : { _csrf: header }),
      })
      assert.equal(asForm.status, row.form ? 403 : 415, `${name} as a form with the token ${what}`)
    }
  }
  assert.equal(await state(), untouched)
})

test('the token is accepted as a header and, in a form, as a hidden field [7.28, 7.29]', async () => {
  let { visitor, email } = await givenATrialUser(shop)
  for (const [name, row] of unsafe.filter(([name]) => name !== 'POST /logout')) {
    // Some calls end the session or remove the account.
    if ((await whoIs(visitor)) !== email) ({ visitor, email } = await givenATrialUser(shop))
    await whoIs(visitor)
    const asJson = await visitor.post(pathOf(name), bodyOf(name))
    assert.ok(
      !(await asJson.text()).includes(errorMessages.FORGERY_TOKEN) && asJson.status !== 415,
      `${name}: ${asJson.status}`,
    )
    if (!row.form) continue
    const asForm = await visitor.request(pathOf(name), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ _csrf: visitor.cookies.get('XSRF-TOKEN') ?? '' }),
    })
    assert.notEqual(asForm.status, 415, name)
    assert.ok(
      asForm.status < 500 && !(await asForm.text()).includes(errorMessages.FORGERY_TOKEN),
      `${name}: ${asForm.status}`,
    )
  }
})

test('an anonymous visitor needs a token as well', async () => {
  const visitor = shop.visitor()
  const send = (headers: Record<string, string>) =>
    visitor.request('/api/v1/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(aRegistration()),
    })
  assert.equal((await send({})).status, 403)
  await whoIs(visitor)
  assert.equal((await send({ 'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '' })).status, 201)
})

test('a form on another site cannot sign a person out [7.30]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const answer = await visitor.request('/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: '',
  })
  assert.equal(answer.status, 403)
  assert.equal(await whoIs(visitor), email)
})

test('read requests change nothing', async () => {
  const { visitor } = await givenATrialUser(shop)
  const untouched = await state()
  for (const name of Object.keys(contract).filter((name) => name.startsWith('GET ') && !name.includes('download')))
    await visitor.get(pathOf(name))
  for (const page of ['/', '/try', '/plans/analytics-annual', '/pending', '/administration', '/notFound'])
    await visitor.get(page)
  assert.equal(await state(), untouched)
})
