import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { aRegistration, givenARegistration, givenAShop, type TestShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop: TestShop = await givenAShop()
await givenARegistration(shop)
const marker = 'm4rk3r'

/** Sends raw bytes to a call, with the anti-forgery token, and asserts what every refusal must have. */
async function refused(path: string, body: string | Buffer, status: number, headers: Record<string, string> = {}) {
  const visitor = shop.visitor()
  await visitor.get('/api/v1/users/userinfo')
  const answer = await visitor.request(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
      ...headers,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return refusal(answer, status)
}

type Refusal = { message: string; code: string; errors?: { field: string; message: string }[]; requestId: string }

async function refusal(answer: Response, status: number): Promise<Refusal> {
  const text = await answer.text()
  assert.equal(answer.status, status, text)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const body = JSON.parse(text) as Refusal
  assert.ok(body.message.length > 0)
  assert.match(body.code, /^[A-Z_]+$/)
  assert.match(body.requestId, /^[0-9a-f-]{36}$/)
  assert.ok(
    Object.keys(body).every((key) => ['message', 'code', 'errors', 'requestId'].includes(key)),
    text,
  )
  assert.doesNotMatch(text, new RegExp(`${marker}|node_modules|\\.ts:\\d|SyntaxError|ZodError`))
  return body
}

const json = (changes: Record<string, unknown> = {}) => JSON.stringify(aRegistration(changes))
const users = '/api/v1/users'
const checkout = '/api/v1/plans/analytics-trial/checkout'

describe('a body that is not a valid registration', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const bodies: [what: string, body: string | Buffer, field?: string][] = [
    ['broken JSON', `{"email": "${marker}`],
    ['nothing at all', ''],
    ['two documents', '{}{}'],
    ['a text', `"${marker}"`],
    ['a number', '42'],
    ['a list', `[${json()}]`],
    ['deep lists', deep],
    ['a deep list in a field', `{"email":${deep}}`, 'email'],
    ['a deep object', '{"a":'.repeat(9000) + '1' + '}'.repeat(9000)],
    ['__proto__', `{"__proto__":{"role":"${marker}"},${json().slice(1)}`],
    ['a nested __proto__', `{"phone":{"__proto__":{"a":1}}}`],
    ['constructor.prototype', `{"constructor":{"prototype":{"a":1}},${json().slice(1)}`],
    [
      'invalid UTF-8 in a name',
      Buffer.from(json({ firstName: 'J?ne' })).map((byte) => (byte === 0x3f ? 0xff : byte)) as Buffer,
      'firstName',
    ],
    ['half a surrogate pair', json().replace('"Jane"', '"\\ud800"'), 'firstName'],
    ['NUL in a name', json({ lastName: 'Do\u0000e' }), 'lastName'],
    ['NUL in the address', json({ email: 'jane\u0000@example.com' }), 'email'],
    ['a mail header in the address', json({ email: 'jane@example.com\r\nBcc: x@example.com' }), 'email'],
    ['the second of two keys wrong', `${json().slice(0, -1)},"email":"nobody"}`, 'email'],
  ]
  test('is rejected with 400, at its field if it has one, and changes nothing', async () => {
    await unchanged(shop, async () => {
      for (const [what, body, field] of bodies) {
        const { errors } = await refused(users, body, 400)
        const fields = errors?.map((error) => error.field)
        assert.deepEqual(field && fields, field && [field], what)
      }
    })
  })

  test('an unknown field: 400 under its name, nothing changed', async () => {
    await unchanged(shop, async () => {
      for (const field of ['role', 'dplStatus', 'id', 'jobTitle'])
        assert.deepEqual((await refused(users, json({ [field]: marker }), 400)).errors, [
          { field, code: 'INVALID_VALUE', message: 'Invalid value' },
        ])
      await refused(users, json({ [`<b>${marker}</b>`]: 1 }), 400)
      await refused(users, json({ phone: { countryCode: '+44', phoneNumber: '12345', extension: marker } }), 400)
      await refused(checkout, JSON.stringify({ name: 'analytics-trial', price: 0 }), 400)
    })
  })

  test('a body over 64 kB: 413, and just under it 400; nothing changed [9.17]', async () => {
    await unchanged(shop, async () => {
      await refused(users, json({ company: marker.repeat(11_000) }), 413)
      await refused(users, json({ company: marker.repeat(1_700_000) }), 413)
      const { errors } = await refused(users, json({ company: 'x'.repeat(60_000) }), 400)
      assert.equal(errors?.[0]?.field, 'company')
    })
  })

  test('JSON sent as any other type: 415, nothing changed [7.1]', async () => {
    await unchanged(shop, async () => {
      for (const type of [
        'text/plain',
        'text/plain; charset=utf-8',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        'application/octet-stream',
        'nonsense',
      ])
        await refused(users, json(), 415, { 'content-type': type })
    })
  })
})

describe('an unusual address', () => {
  const odd = [
    '/api/v1/plans/%00',
    '/api/v1/plans/..%2f..%2fetc%2fpasswd',
    '/api/v1/plans/__proto__',
    '/api/v1/plans/constructor',
    `/api/v1/plans/${'x'.repeat(600)}`,
    `/api/v1/${marker}`,
  ]
  test('of nothing: 404', async () => {
    for (const path of odd) await refusal(await shop.visitor().get(path), 404)
  })

  test('with invalid UTF-8 or a single per cent sign: 400', async () => {
    for (const path of [`/api/v1/plans/${marker}%E0%A4%A`, `/api/v1/plans/${marker}%`, `/api/v1/plans/%ff${marker}`])
      await refusal(await shop.visitor().get(path), 400)
  })

  test('longer than 2 kB: 414 [9.17]', async () => {
    await refusal(await shop.visitor().get(`/api/v1/plans?type=${marker.repeat(400)}`), 414)
  })

  test('with a repeated or unknown parameter, or an invalid value: 400', async () => {
    for (const query of ['type=paid&type=trial', 'type=', `type=${marker}`, `${marker}=1`, 'type[]=paid', 'type=PAID'])
      await refusal(await shop.visitor().get(`/api/v1/plans?${query}`), 400)
  })
})
