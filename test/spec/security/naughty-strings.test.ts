import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { commentFault } from '../../../domain/registration/admin-input.ts'
import { eventsAt, givenATrial } from '../../support/admin/admin-calls.ts'
import { aRegistration, givenAnAdministrator, givenAShop, type TestShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop: TestShop = await givenAShop()

/** A few of each kind in the big list of naughty strings; each ends in a mark by which an echo is recognized. */
const mark = 'Qz7'
const naughty = [
  'undefined', 'null', 'NaN', 'true', '0', '-1', '1e1000', '0x0', '1/0', '٠١٢', '９９',
  '-', '--', '..', '...', '*', '%', '%%', '%s%n%x', '%d', '{}', '{{7*7}}', '${7*7}', '#{7*7}', '<%= 7*7 %>',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover=alert(1) '", 'javascript:alert(1)', '<!--', ']]>', '&lt;script&gt;', '\u003cscript\u003e',
  "1;DROP TABLE subscribers", "1' or '1'='1", "' OR 1=1 -- ", "1'; select pg_sleep(5); --", '$1', "E'\\x27'", 'a\\', '\\\\x',
  '$(touch /tmp/x)', '`touch /tmp/x`', '| cat /etc/passwd', '../../../../etc/passwd%00', 'file:///etc/passwd', 'C:\\windows\\win.ini',
  '=1+1', '@SUM(1)', '+cmd|x', '-2+3', '\t=1', '\u0000', '\u0001\u0002', '\u0085', '\u200b', '\u202etest', '\ufeff', '\ufffe', '\uffff', '\ufffd', '\u2028', '\u2029',
  '田中さんにあげて下さい', '社會科學院', '찦차를', 'Ⱥ', 'ĳ', 'ﬁ', 'ß', 'İ', 'ı', '😍', '👾🙇💁', '🇺🇸🇷🇺', '👩‍👩‍👧‍👦', 'اختبار', 'הָיְתָה', 'Z̮̞̠͙͔ͅA̡͎͍ͅL̪G͙O', '˙ɐnbᴉlɐ', '𝐓𝐡𝐞', '⒯⒣⒠', '﷽',
  'constructor', '__proto__', 'hasOwnProperty', 'toString', 'prototype', 'CON', 'LPT1', 'nobody@example.com\nBcc: a@b.de', 'a\r\nSet-Cookie: x=1',
].map((text) => text + mark) // prettier-ignore

/** One field of each kind of rule: a name, an address, digits, and a choice. */
const fields = ['company', 'email', 'phone.phoneNumber', 'jobFunction']

function withField(field: string, value: string): Record<string, unknown> {
  const registration = aRegistration({ country: 'US', state: 'TX' })
  const [outer = '', inner] = field.split('.')
  return { ...registration, [outer]: inner ? { countryCode: '+1', phoneNumber: '5551234567', [inner]: value } : value }
}

const subscribers = async () =>
  Number((await shop.sql<{ count: string }>('select count(*) from subscribers'))[0]?.count)

describe('malicious strings', () => {
  for (const field of fields)
    test(`as ${field} of a registration: accepted if the rules allow it, otherwise 400 without an echo and without a change`, async () => {
      const visitor = shop.visitor()
      await visitor.get('/api/v1/users/userinfo')
      const before = await subscribers()
      const taken = await Promise.all(
        naughty.map(async (value) => {
          const answer = await visitor.post('/api/v1/users', withField(field, value))
          const text = await answer.text()
          if (answer.status === 201) return true
          assert.equal(answer.status, 400, `${value} ${text}`)
          assert.ok(!text.includes(mark), text)
          return false
        }),
      )
      const accepted = taken.filter(Boolean).length
      assert.equal(accepted > 0, field === 'company')
      assert.equal(await subscribers(), before + accepted)
    })

  test('in addresses, queries and headers: refused or not found, and never a server error', async () => {
    const visitor = shop.visitor()
    const post = (headers: Record<string, string>) => visitor.post('/api/v1/users', {}, headers)
    const probe = async (value: string) => {
      const sent = encodeURIComponent(value)
      const paths = ['plans/', 'users/search/', 'plans?type=', 'plans?', 'subscriptions/user?id=', '']
      for (const path of [...paths.map((start) => `/api/v1/${start}${sent}`), `/installers/${sent}`]) {
        const answer = await visitor.get(path)
        assert.ok([400, 401, 404].includes(answer.status), `${answer.status} ${path}`)
        assert.ok(!(await answer.text()).includes(mark), path)
      }
      const header = Buffer.from(value)
        .toString('latin1')
        .replaceAll(/[\p{Cc}]/gu, '')
      for (const name of ['x-selected-product', 'x-trial-token', 'cookie', 'accept-language'])
        assert.ok([400, 403, 404].includes((await post({ [name]: header })).status), `${name}: ${value}`)
    }
    await unchanged(shop, () => Promise.all(naughty.map(probe)))
  })

  test('as a comment in the admin area: stored unchanged if the rules allow it, otherwise 400 without an echo and without a change [7.18]', async () => {
    const administrator = await givenAnAdministrator(shop)
    const { id } = await givenATrial(shop)
    const comment = (value: string) => administrator.post(`/api/v1/subscriptions/comment/${id}`, { comment: value })
    const refused = naughty.filter((value) => commentFault(value) !== null)
    assert.ok(refused.length > 3 && refused.length < naughty.length / 4)
    await unchanged(shop, async () => {
      for (const value of refused) {
        const answer = await comment(value)
        assert.equal(answer.status, 400, value)
        assert.ok(!(await answer.text()).includes(mark))
      }
    })
    const taken = naughty.filter((value) => !refused.includes(value))
    for (const value of taken) assert.equal((await comment(value)).status, 200, value)
    const kept = (await eventsAt(administrator, id)).flatMap(({ data }) => data.comment ?? [])
    assert.deepEqual(
      kept,
      taken.map((value) => value.trim()),
    )
  })

  test('as an id in the admin area: not found, and nothing changes', async () => {
    const administrator = await givenAnAdministrator(shop)
    const probe = async (value: string) => {
      const id = encodeURIComponent(value)
      const body = { endDate: '2030-01-01', comment: 'because' }
      const answers = [
        await administrator.get(`/api/v1/subscriptions/${id}`),
        await administrator.get(`/api/v1/subscriptions/events/${id}`),
        await administrator.post(`/api/v1/subscriptions/extend/${id}`, body),
      ]
      for (const answer of answers) {
        // A dot is removed from a path, so the URL is a different one.
        assert.ok([404, 405].includes(answer.status), `${answer.status} ${value}`)
        assert.ok(!(await answer.text()).includes(mark), value)
      }
      const bulk = await administrator.post('/api/v1/subscriptions/bulk', { action: 'extend', ids: [value], ...body })
      assert.deepEqual(await bulk.json(), [{ id: value, status: 404, code: 'NOT_FOUND', message: 'Not found.' }])
      assert.equal((await administrator.get(`/api/v1/audit?cursor=${id}`)).status, 400)
      assert.equal((await administrator.get(`/api/v1/audit?limit=${id}`)).status, 400)
    }
    await unchanged(shop, () => Promise.all(naughty.map(probe)))
  })
})
