import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { errorMessages as german } from '../../../i18n/de/errors.ts'
import { sendRaw } from '../../support/raw.ts'
import { aRegistration, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()

type Problem = { [key: string]: unknown; errors?: { field: string; code: string; message: string }[] }
const problem = { accept: 'application/problem+json' }

test('an error has a code beside its sentence, in every language', async () => {
  for (const [language, words] of [
    ['en', errorMessages],
    ['de', german],
  ] as const) {
    const response = await fetch(`${shop.url}/api/v1/plans/none`, { headers: { 'accept-language': language } })
    const { requestId, ...body } = (await response.json()) as Problem
    assert.match(String(requestId), /^[\da-f-]{36}$/)
    assert.deepEqual(body, { message: words.UNKNOWN_PLAN, code: 'UNKNOWN_PLAN' })
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  }
})

test('each invalid field has its own code', async () => {
  const visitor = shop.visitor()
  await visitor.get('/api/v1/users/userinfo')
  const response = await visitor.post(
    '/api/v1/users',
    aRegistration({ email: 'nobody', firstName: 'J<', lastName: '' }),
  )
  const { code, errors = [] } = (await response.json()) as Problem
  assert.deepEqual([response.status, code], [400, 'INVALID_INPUT'])
  assert.deepEqual(
    errors.map((one) => [one.field, one.code]),
    [
      ['email', 'INVALID_EMAIL'],
      ['firstName', 'INVALID_CHARACTERS'],
      ['lastName', 'REQUIRED'],
    ],
  )
})

test('a program that accepts problem details gets them', async () => {
  const response = await fetch(`${shop.url}/api/v1/plans/none`, { headers: { ...problem, 'accept-language': 'de' } })
  const { requestId, ...body } = (await response.json()) as Problem
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  assert.ok(requestId)
  assert.deepEqual(body, {
    type: 'urn:tillhouse:error:UNKNOWN_PLAN',
    title: 'The plan does not exist',
    status: 404,
    detail: german.UNKNOWN_PLAN,
    instance: '/api/v1/plans/none',
    message: german.UNKNOWN_PLAN,
    code: 'UNKNOWN_PLAN',
  })
  const refused = await fetch(`${shop.url}/api/v1/plans/none`, { headers: { accept: `${problem.accept};q=0, */*` } })
  assert.equal(refused.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('problem details contain no address of a person and no query', async () => {
  for (const path of ['/api/v1/users/search/jane.doe%40example.com', '/api/v1/plans?type=jane']) {
    const response = await fetch(shop.url + path, { headers: problem })
    const text = await response.text()
    assert.ok(response.status >= 400 && text.includes('"code"'))
    assert.doesNotMatch(text, /jane|instance/)
  }
})

test('bytes that are not a request get a code too', async () => {
  const { status, body } = await sendRaw(shop.url, 'NONSENSE\r\n\r\n')
  assert.equal(status, 400)
  assert.equal((JSON.parse(body) as Problem)['code'], 'INVALID_INPUT')
})
