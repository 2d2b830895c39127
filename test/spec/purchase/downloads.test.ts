import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'vitest'
import { eventually, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const shop: TestShop = await givenAShop()
const jane = await givenATrialUser(shop)
const other = await givenATrialUser(shop)
const held = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
const denied = await givenATrialUser(shop, { country: 'KP' })
const paths = [
  '/api/v1/plans/analytics-trial/download/link',
  '/api/v1/download/analytics',
  '/api/v1/download/statistica',
  '/api/v1/download/statistics',
]

type Link = { link: string; fileName: string; size: number; sha256: string; message: string }
const ask = (visitor: TestVisitor, path = '/api/v1/download/analytics') =>
  eventually('an answer with the checksum', async () => {
    const answer = await visitor.get(path)
    const offer = { status: answer.status, ...((await answer.json()) as Link) }
    // A checksum that takes too long is omitted at first.
    return (answer.status !== 200 || 'sha256' in offer) && offer
  })
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const statusOf = async (visitor: TestVisitor, path: string, range?: string) => {
  const answer = await visitor.get(path, range === undefined ? {} : { range })
  await answer.arrayBuffer()
  return answer.status
}

describe('a request for a download', () => {
  for (const path of paths)
    test(`${path}: a link for a person with an active trial, 401 without a session, 403 while it is pending or in a denied country [3.12, 7.8, 7.25, 7.26]`, async () => {
      const { status, link, fileName, size, sha256 } = await ask(jane.visitor, path)
      const product = path.includes('statist') ? 'statistics' : 'analytics'
      assert.deepEqual([status, fileName], [200, `parallax-${product}-setup.exe`])
      assert.match(link, new RegExp(`^/installers/${product}\\?`))
      assert.match(sha256, /^[0-9a-f]{64}$/)
      assert.ok(size > 0)
      assert.equal((await ask(shop.visitor(), path)).status, 401)
      for (const person of [held, denied]) {
        const refused = await ask(person.visitor, path)
        assert.deepEqual([refused.status, refused.message], [403, 'You have no active subscription to this product.'])
      }
    })

  test('for a plan that the person does not have returns 403, even if another plan has the same product', async () => {
    for (const plan of ['statistics-trial', 'analytics-annual'])
      assert.equal((await ask(jane.visitor, `/api/v1/plans/${plan}/download/link`)).status, 403, plan)
  })

  test('for the companion is included in a trial of the main product, but not the reverse [7.25]', async () => {
    const { visitor } = await givenATrialUser(shop, { affirmation: true }, 'statistics-trial')
    assert.equal((await ask(visitor, '/api/v1/download/statistica')).status, 200)
    assert.equal((await ask(visitor, '/api/v1/download/analytics')).status, 403)
  })

  test('requires the companion’s affirmation once, records it, and skips it for people who gave it', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const asked = async (person = visitor, plan = 'analytics-trial') => {
      const answer = await person.get(`/api/v1/plans/${plan}/installer?companion=yes`)
      return ((await answer.json()) as { asksAffirmation: boolean }).asksAffirmation
    }
    const given = () =>
      shop.sql(
        `select a.version from acceptances a join subscribers s on s.id = a.subscriber_id where s.email = $1 and document = 'affirmation'`,
        [email],
      )
    assert.equal(await asked(), true)
    assert.equal((await ask(visitor, '/api/v1/download/statistica')).status, 200)
    assert.deepEqual(await given(), [])
    for (const _ of [1, 2])
      assert.equal((await ask(visitor, '/api/v1/download/statistica?affirmation=yes')).status, 200)
    assert.deepEqual(await given(), [{ version: 'en-1' }])
    assert.equal(await asked(), false)
    assert.equal((await ask(visitor, '/api/v1/download/statistica?affirmation=no')).status, 400)
    const other = await givenATrialUser(shop, { affirmation: true }, 'statistics-trial')
    assert.equal(await asked(other.visitor, 'statistics-trial'), false)
  })

  test('for an unknown product returns 404, whatever its name [7.26]', async () => {
    for (const product of ['no-such', '..%2f..%2fetc%2fpasswd', '..%5c', 'analytics%00', '__proto__', 'ANALYTICS'])
      for (const path of [
        `/api/v1/download/${product}`,
        `/api/v1/plans/${product}/download/link`,
        `/installers/${product}`,
      ])
        assert.equal(await statusOf(jane.visitor, path), 404, path)
  })
})

describe('an installer', () => {
  test('downloads completely as a file, and has the stated checksum', async () => {
    const { link, size, sha256, fileName } = await ask(jane.visitor)
    const answer = await jane.visitor.get(link)
    const body = await bytes(answer)
    assert.deepEqual([answer.status, body.length, createHash('sha256').update(body).digest('hex')], [200, size, sha256])
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${fileName}"`)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.equal(answer.headers.get('accept-ranges'), 'bytes')
    assert.match(answer.headers.get('cache-control') ?? '', /private/)
  })

  test('is sent in parts, and not again if it is unchanged', async () => {
    const { link, size } = await ask(jane.visitor)
    const whole = await bytes(await jane.visitor.get(link))
    const etag = (await jane.visitor.get(link)).headers.get('etag') ?? ''
    assert.notEqual(etag, '')
    const rows: [range: string, from: number, to: number][] = [
      ['bytes=0-99', 0, 100],
      ['bytes=100-', 100, size],
      ['bytes=-10', size - 10, size],
    ]
    for (const [range, from, to] of rows) {
      const part = await jane.visitor.get(link, { range, 'if-range': etag })
      assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes ${from}-${to - 1}/${size}`])
      assert.ok((await bytes(part)).equals(whole.subarray(from, to)))
    }
    assert.equal((await jane.visitor.get(link, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status, 304)
    const other = await jane.visitor.get(link, { range: 'bytes=100-', 'if-range': '"another"' })
    assert.deepEqual([other.status, (await bytes(other)).length], [200, size])
  })

  test('returns 416 with a message and the size for a missing part, and 412 if the file has changed', async () => {
    const { link, size } = await ask(jane.visitor)
    const answer = await jane.visitor.get(link, { range: `bytes=${size}-` })
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, `bytes */${size}`])
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(
      ((await answer.json()) as Link).message,
      'The requested range is outside the file. Start the download again.',
    )
    const changed = await jane.visitor.get(link, { 'if-match': '"another"' })
    assert.deepEqual(
      [changed.status, ((await changed.json()) as Link).message.slice(0, 21)],
      [412, 'The file has changed.'],
    )
  })

  test('returns 403 for another person’s link, and 401 without a session [6.2]', async () => {
    const { link } = await ask(jane.visitor)
    assert.equal(await statusOf(other.visitor, link), 403)
    assert.equal(await statusOf(shop.visitor(), link), 401)
  })

  test('with an expired link shows a page with the reason and a link to the account in a browser', async () => {
    const { link } = await ask(jane.visitor)
    const opened = async (headers: Record<string, string>) => {
      const answer = await jane.visitor.get(`${link}0`, { accept: 'text/html', ...headers })
      return [answer.status, await answer.text()] as const
    }
    const [status, page] = await opened({})
    assert.equal(status, 403)
    assert.match(page, /<h1>This file cannot be downloaded<\/h1>[^]*This download link has expired[^]*href="\/account"/)
    assert.match(page, /Go to your account to get a new one\.[^]*>Go to your account<\/a>/)
    const german = (await opened({ 'accept-language': 'de' }))[1]
    assert.match(german, /Dieser Download-Link ist abgelaufen\. In Ihrem Konto[^]*>Zu Ihrem Konto<\/a>/)
  })

  test('returns 403 for a link that was tampered with', async () => {
    const { link } = await ask(jane.visitor)
    const [path = '', query = ''] = link.split('?')
    const { offered = '', signature = '' } = Object.fromEntries(new URLSearchParams(query))
    const tampered = [
      '/installers/analytics',
      `${path}?offered=${Number(offered) + 60_000}&signature=${signature}`,
      `${path}?offered=${offered}&signature=${signature.slice(0, -1)}x`,
      `${path}?offered=${offered}&signature=`,
      `${path}?offered=${offered}`,
      `${path}?signature=${signature}`,
      `${path}?offered=NaN&signature=${signature}`,
      `${path}?${query}&offered=${offered}`,
      `/installers/statistics?${query}`,
    ]
    for (const address of tampered) assert.equal(await statusOf(jane.visitor, address), 403, address)
  })
})

describe('POST /api/v1/plans/{name}/download', () => {
  for (const base of ['/api/v1/plans', '/api/v1/products'])
    test(`${base}: JSON contains the address, a form is redirected to it [7.7, 7.28]`, async () => {
      const answer = await jane.visitor.post(`${base}/analytics-trial/download`, { name: 'analytics-trial' })
      assert.deepEqual(
        [answer.status, await answer.json()],
        [200, { redirectUrl: '/plans/analytics-trial/confirmation' }],
      )
      const body = new URLSearchParams({ _csrf: jane.visitor.cookies.get('XSRF-TOKEN') ?? '', name: 'analytics-trial' })
      const form = await jane.visitor.request(`${base}/analytics-trial/download`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: body.toString(),
      })
      assert.deepEqual([form.status, form.headers.get('location')], [303, '/plans/analytics-trial/confirmation'])
    })

  test('a form for a plan that the visitor does not have shows the page for missing access, not for an invalid link', async () => {
    const body = new URLSearchParams({ _csrf: jane.visitor.cookies.get('XSRF-TOKEN') ?? '', name: 'analytics-annual' })
    const answer = await jane.visitor.request('/api/v1/plans/analytics-annual/download', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: body.toString(),
    })
    assert.equal(answer.status, 403)
    const page = await answer.text()
    assert.match(page, /403: No access/)
    assert.doesNotMatch(page, /This file cannot be downloaded/)
  })

  test('a plan that the person does not have returns 403, an unknown one 404, no session 401, and nothing changes [7.7]', async () => {
    const post = async (visitor: TestVisitor, plan: string) =>
      (await visitor.post(`/api/v1/plans/${plan}/download`, { name: plan })).status
    await unchanged(shop, async () => {
      assert.equal(await post(jane.visitor, 'analytics-annual'), 403)
      assert.equal(await post(jane.visitor, 'statistics-trial'), 403)
      assert.equal(await post(jane.visitor, 'no-such'), 404)
      assert.equal(await post(shop.visitor(), 'analytics-trial'), 401)
    })
  })
})
