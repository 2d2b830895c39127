import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract, type CallName } from '../../../contract/contract.ts'
import type { Row } from '../../../contract/rows/row.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { sessionId } from '../../../server/http/session/visitor.ts'
import { aRegistration, givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const unsafe = (Object.entries(contract) as [CallName, Row][]).filter(([name]) => !name.startsWith('GET '))

const pathOf = (name: string) =>
  (name.split(' ')[1] ?? '').replace('{name}', 'statistics-trial').replace(/\{\w+\}/, '1')
const form = (fields: Record<string, string> = {}, method = 'POST', origin?: string) => ({
  method,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin === undefined ? {} : { origin }) },
  body: new URLSearchParams(fields),
})

// authorization-matrix.test.ts makes every call as JSON, with and without the token.
test('every call that changes something is refused without the token of the same session, and changes nothing [7.2]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const { visitor: other } = await givenATrialUser(shop)
  const anonymous = shop.visitor()
  await anonymous.get('/')
  const before = visitor.cookies.get('XSRF-TOKEN') ?? ''
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
  await unchanged(shop, async () => {
    for (const [name, row] of unsafe) {
      const [method = ''] = name.split(' ')
      // A call that takes no forms refuses them before it looks at the token.
      if (!row.form) {
        assert.equal((await visitor.request(pathOf(name), form({ _csrf: token }, method))).status, 415, name)
        continue
      }
      for (const [what, value, query] of wrong) {
        const headers = {
          'content-type': 'application/json',
          ...(value === undefined ? {} : { 'x-xsrf-token': value }),
        }
        const asJson = await visitor.request(pathOf(name) + query, { method, headers, body: '{}' })
        assert.deepEqual([asJson.status, (await asJson.text()).includes('"message":')], [403, true], `${name} ${what}`)
        const asForm = form(value === undefined ? {} : { _csrf: value })
        assert.equal((await visitor.request(pathOf(name) + query, asForm)).status, 403, `${name} as a form: ${what}`)
      }
    }
  })
})

test('the token is accepted in a form as a hidden field [7.28, 7.29]', async () => {
  const { visitor } = await givenATrialUser(shop)
  // A sign-out ends the session, and with it the token.
  const last = (name: string) => Number(name === 'POST /logout')
  for (const [name] of unsafe.filter(([, row]) => row.form).toSorted(([a], [b]) => last(a) - last(b))) {
    const answer = await visitor.request(pathOf(name), form({ _csrf: visitor.cookies.get('XSRF-TOKEN') ?? '' }))
    assert.ok(answer.status < 500 && answer.status !== 415, `${name}: ${answer.status}`)
    assert.ok(!(await answer.text()).includes(errorMessages.FORGERY_TOKEN), name)
  }
})

test('an anonymous visitor needs a token as well', async () => {
  const visitor = shop.visitor()
  assert.equal((await visitor.post('/api/v1/users', aRegistration(), { 'x-xsrf-token': '' })).status, 403)
  assert.equal((await visitor.post('/api/v1/users', aRegistration())).status, 201)
})

test('a call that needs a session says so after the session has ended, whatever its token; a call for everyone, and a form, refuse the token', async () => {
  const { visitor } = await givenATrialUser(shop)
  const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
  const session = visitor.cookies.get('session') ?? ''
  await shop.sql('delete from sessions where id = $1', [sessionId(session)])
  await unchanged(shop, async () => {
    for (const [name, row] of unsafe.filter(([name]) => name !== 'POST /logout'))
      for (const value of [token, '']) {
        const [method = ''] = name.split(' ')
        const headers = { 'content-type': 'application/json', 'x-xsrf-token': value }
        const { status } = await visitor.request(pathOf(name), { method, headers, body: '{}' })
        assert.equal(status, row.who === 'anyone' ? 403 : 401, name)
        if (row.form) assert.equal((await visitor.request(pathOf(name), form({ _csrf: value }))).status, 403, name)
      }
  })
})

test('a form on another site cannot sign a person out [7.30]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  assert.equal((await visitor.request('/logout', form({}, 'POST', 'https://evil.example'))).status, 403)
  assert.equal(await whoIs(visitor), email)
})

test('read requests change nothing', async () => {
  const { visitor } = await givenATrialUser(shop)
  await unchanged(shop, async () => {
    for (const name of Object.keys(contract).filter((name) => name.startsWith('GET ') && !name.includes('download')))
      await visitor.get(pathOf(name))
    for (const page of ['/', '/try', '/plans/analytics-annual', '/pending', '/administration', '/notFound'])
      await visitor.get(page)
  })
})
