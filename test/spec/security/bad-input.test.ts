import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { describe, test } from 'vitest'
import { screens } from '../../../contract/screens.ts'
import { commentFault } from '../../../domain/registration/admin-input.ts'
import { eventsAt, givenATrial } from '../../support/admin/admin-calls.ts'
import { addressOf, callsOf, endings, isOwn, type Document } from '../../support/contract/from-document.ts'
import { aRegistration, givenAnAdministrator, givenAShop, type TestShop } from '../../support/given.ts'
import { sendRaw } from '../../support/http/raw.ts'
import { unchanged } from '../../support/unchanged.ts'

/* contract-truth.test.ts breaks each property of every body and query; here is what no schema describes. */
const shop: TestShop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const { visitor: owner, id: trial } = await givenATrial(shop)
/** Shows whether a response repeats what was sent. */
const marker = 'm4rk3r'
/** A few texts with a meaning in SQL, HTML, a shell, a path, a spreadsheet, an email, JavaScript or Unicode. */
const odd = [
  '1e1000', '%s%n', '{{7*7}}', '${7*7}', '<script>alert(1)</script>', '"><img src=x>', '&lt;b&gt;', "' OR 1=1 -- ", "E'\\x27'", 'a\\',
  '$(touch x)', '`x`', '../../etc/passwd%00', '=1+1', '\t=1', '\u0000', '\u0001', '\u0085', '\u200b', '\u202etest', '\ufffe', '\u2028',
  '田中さん', 'ĳ', '👨‍👩‍👧', 'הָיְתָה', '__proto__', 'constructor', 'nobody@example.com\nBcc: a@b.de', 'a\r\nSet-Cookie: x=1',
].map((text) => text + marker) // prettier-ignore

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
      await refused(users, json({ [`<b>${marker}</b>`]: 1 }), 400)
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

  test('a text of any length has the same error at its field as one that is just too long', async () => {
    await unchanged(shop, async () => {
      for (const field of ['email', 'firstName', 'lastName', 'company']) {
        const errorsOf = async (length: number) =>
          (await refused(users, json({ [field]: 'x'.repeat(length) }), 400)).errors
        assert.deepEqual(await errorsOf(60_000), await errorsOf(256), field)
      }
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

  test('a compressed body: 415 with the encoding that is accepted, nothing changed', async () => {
    await unchanged(shop, async () => {
      await refused(users, gzipSync(json()), 415, { 'content-encoding': 'gzip' })
    })
    const answer = await fetch(shop.url + users, { method: 'POST', headers: { 'content-encoding': 'br' } })
    assert.deepEqual([answer.status, answer.headers.get('accept-encoding')], [415, 'identity'])
    await refused(users, '', 400, { 'content-encoding': 'identity' })
  })
})

test('a form of thousands of fields: 400 at once, while others are served', async () => {
  const visitor = shop.visitor()
  await visitor.get('/')
  const fields = Array.from({ length: 12_000 }, (_, at) => `.${at.toString(36)}`).join('&')
  const answer = await visitor.request('/api/v1/preferences', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: `_csrf=${visitor.cookies.get('XSRF-TOKEN')}&${fields}`,
    // Copying what is there for each field would take half a minute.
    signal: AbortSignal.timeout(15_000),
  })
  assert.equal(answer.status, 400)
})

describe('an unusual address', () => {
  const unknown = [
    '/api/v1/plans/%00',
    '/api/v1/plans/..%2f..%2fetc%2fpasswd',
    '/api/v1/plans/__proto__',
    '/api/v1/plans/constructor',
    `/api/v1/plans/${'x'.repeat(600)}`,
    `/api/v1/${marker}`,
  ]
  test('of nothing: 404', async () => {
    for (const path of unknown) await refusal(await shop.visitor().get(path), 404)
  })

  test('with invalid UTF-8 or a single per cent sign: 400', async () => {
    for (const path of [`/api/v1/plans/${marker}%E0%A4%A`, `/api/v1/plans/${marker}%`, `/api/v1/plans/%ff${marker}`])
      await refusal(await shop.visitor().get(path), 400)
  })

  test('longer than 2 kB: 414 [9.17]', async () => {
    for (const path of ['/api/v1/plans?type=', '/api/v1/plans/', '/?q=', '/'])
      await refusal(await shop.visitor().get(path + marker.repeat(350)), 414)
    assert.equal((await shop.visitor().get(`/?q=${'a'.repeat(1900)}`)).status, 200)
  })

  test('longer than 8 kB, for a return from the identity provider, whose codes can exceed 2 kB: 414', async () => {
    const returned = (code: string) => shop.visitor().get(`/sign-in/callback?state=x&code=${code}`)
    const answer = await returned('c'.repeat(2_400))
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/failure'])
    await refusal(await returned(marker.repeat(1_400)), 414)
  })

  test('with a repeated or unknown parameter, or an invalid value: 400', async () => {
    for (const query of ['type=paid&type=trial', 'type=', `type=${marker}`, `${marker}=1`, 'type[]=paid', 'type=PAID'])
      await refusal(await shop.visitor().get(`/api/v1/plans?${query}`), 400)
  })
})

describe('text with a meaning elsewhere', () => {
  test('in a registration: accepted if the rules allow it, otherwise 400 without an echo and without a change', async () => {
    const visitor = shop.visitor()
    const count = async () => (await shop.sql('select 1 from subscribers')).length
    const before = await count()
    let accepted = 0
    for (const [field, value] of [...odd.map((text) => ['company', text]), ...odd.map((text) => ['email', text])]) {
      const answer = await visitor.post(users, aRegistration({ [field ?? '']: value }))
      if (answer.status === 201) accepted += 1
      else await refusal(answer, 400)
    }
    assert.ok(accepted > 3 && accepted < odd.length, String(accepted))
    assert.equal(await count(), before + accepted)
  })

  test('in a comment: stored unchanged if the rules allow it, otherwise 400 without an echo and without a change [7.18]', async () => {
    const comment = (text: string) => administrator.post(`/api/v1/subscriptions/comment/${trial}`, { comment: text })
    const [refusedOnes, taken] = [
      odd.filter((text) => commentFault(text) !== null),
      odd.filter((text) => commentFault(text) === null),
    ]
    assert.ok(refusedOnes.length > 2 && taken.length > 15)
    await unchanged(shop, async () => {
      for (const text of refusedOnes) await refusal(await comment(text), 400)
    })
    for (const text of taken) assert.equal((await comment(text)).status, 200, text)
    const stored = (await eventsAt(administrator, trial)).flatMap(({ data }) => data.comment ?? [])
    assert.deepEqual(
      stored,
      taken.map((text) => text.trim()),
    )
  })

  test('in addresses, queries and headers: refused or not found, and never a server error', async () => {
    const visitor = shop.visitor()
    await unchanged(shop, async () => {
      for (const text of odd) {
        const sent = encodeURIComponent(text)
        for (const path of [`plans/${sent}`, `users/search/${sent}`, `plans?${sent}`, `plans?type=${sent}`, sent]) {
          const answer = await visitor.get(`/api/v1/${path}`)
          assert.ok([400, 404].includes(answer.status), `${answer.status} ${path}`)
          assert.ok(!(await answer.text()).includes(marker), path)
        }
        const header = Buffer.from(text)
          .toString('latin1')
          .replaceAll(/[\p{Cc}]/gu, '')
        for (const name of ['x-selected-product', 'x-trial-token', 'cookie', 'accept-language'])
          assert.ok([400, 403, 404].includes((await visitor.post(users, {}, { [name]: header })).status), name)
      }
    })
  })
})

describe('control characters and unknown tokens get no server error', () => {
  test('in the path of every call', async () => {
    const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Document
    await unchanged(shop, async () => {
      for (const call of callsOf(document).filter(({ name, path }) => path.includes('{') && !endings.includes(name))) {
        const visitor = isOwn(call) ? owner : administrator
        const path = addressOf({ ...call, path: call.path.replace(/\{\w+\}/, 'a%00b') }, {})
        const answer = await visitor.request(path, {
          method: call.method,
          headers: { 'content-type': 'application/json', 'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '' },
          ...(call.method === 'GET' ? {} : { body: '{"comment":"because","name":"x","endDate":"2030-01-01"}' }),
        })
        assert.ok([400, 403, 404].includes(answer.status), `${call.name}: ${answer.status}`)
      }
    })
  })

  test('in the path and the query of every page', async () => {
    const names = ['state', 'code', 'iss', 'error', 'order', 'plan', 'search', 'token', 'redirect_url', 'lang']
    const pages = Object.values(screens).flatMap((screen) => screen.paths)
    assert.ok(pages.length > 10)
    for (const page of [...pages, '/sign-in/callback', '/identity/auth', '/identity/forgotten', '/assets/x'])
      for (const character of ['%00', '%1B', '%C2%9F'])
        for (const visitor of [shop.visitor(), administrator])
          for (const path of [
            page.replaceAll(/[:*]\w*/g, `a${character}b`),
            `${page.replaceAll(/[:*]\w*/g, 'x')}?${names.map((name) => `${name}=a${character}b`).join('&')}`,
          ])
            assert.ok((await visitor.get(path)).status < 500, path)
  })

  test('in the state returned after a sign-in', async () => {
    for (const state of ['%00', '%1B', '%C2%9F', '%0A', ';', '=', '%22', '%E2%82%AC', 'x'.repeat(500), '']) {
      const answer = await shop.visitor().get(`/sign-in/callback?code=x&state=${state}`)
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/failure'], state)
    }
  })

  test('in headers', async () => {
    const names = ['cookie', 'x-trial-token', 'authorization', 'if-none-match', 'range', 'traceparent', 'user-agent']
    const { host } = new URL(shop.url)
    // The parser refuses all other characters within a header.
    for (const value of ['Bearer unknown', 'session=%00%1b', 'XSRF-TOKEN=%00', 'a\tb', 'a\x80b', 'a\x9fb'])
      for (const path of ['/', '/api/v1/users/userinfo', '/identity/me'])
        for (const name of names) {
          const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `${name}: ${value}`, 'Connection: close', '', '']
          const { status, body } = await sendRaw(shop.url, head.join('\r\n'))
          assert.ok(status >= 200 && status < 500, `${path} ${name}: ${value} ${status} ${body}`)
        }
  })
})

test('an unknown token for userinfo returns 401', async () => {
  for (const authorization of ['Bearer unknown', 'Bearer \x80']) {
    const answer = await shop.visitor().get('/identity/me', { authorization })
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  }
})
