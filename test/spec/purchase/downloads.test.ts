import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { eventually, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop: TestShop = await givenAShop()
const jane = await givenATrialUser(shop)
const other = await givenATrialUser(shop)

type Link = { link: string; fileName: string; size: number; sha256: string; message: string }
const ask = (visitor: TestVisitor, path = '/api/v1/download/analytics') =>
  eventually('an answer with the checksum', async () => {
    const answer = await visitor.get(path)
    const offer = { status: answer.status, ...((await answer.json()) as Link) }
    // A checksum that takes too long is omitted at first.
    return (answer.status !== 200 || 'sha256' in offer) && offer
  })
const statusOf = async (visitor: TestVisitor, path: string) => {
  const answer = await visitor.get(path)
  await answer.arrayBuffer()
  return answer.status
}

// domain/subscription/entitlement.test.ts states who has access to which product, and the authorization matrix who gets 401 and 403.
describe('a request for a download', () => {
  test('returns a link to a person with an active trial, also for the companion, and otherwise 403 with the reason [3.12, 7.8, 7.25, 7.26]', async () => {
    for (const path of [
      '/api/v1/plans/analytics-trial/download/link',
      '/api/v1/download/analytics',
      '/api/v1/download/statistica',
      '/api/v1/download/statistics',
    ]) {
      const { status, link, fileName, size, sha256 } = await ask(jane.visitor, path)
      const product = path.includes('statist') ? 'statistics' : 'analytics'
      assert.deepEqual([status, fileName], [200, `parallax-${product}-setup.exe`])
      assert.match(link, new RegExp(`^/installers/${product}\\?`))
      assert.match(sha256, /^[0-9a-f]{64}$/)
      assert.ok(size > 0)
    }
    const held = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
    const refused = await ask(held.visitor)
    assert.deepEqual([refused.status, refused.message], [403, 'You have no active subscription to this product.'])
    assert.equal(await statusOf(jane.visitor, '/api/v1/plans/analytics-annual/download/link'), 403, 'another plan')
    for (const path of ['/api/v1/download', '/installers'])
      for (const product of ['no-such', '..%2f..%2fetc%2fpasswd', '__proto__'])
        assert.equal(await statusOf(jane.visitor, `${path}/${product}`), 404, `${path}/${product}`)
  })

  test('returns 403 with another reason to a person whose running trial is on hold', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    // A list has this name, so the next screening, which is that of the first request, holds the trial.
    await shop.sql("update subscribers set first_name = 'Zoltan', last_name = 'Karnovak' where email = $1", [email])
    for (const path of ['/api/v1/download/analytics', '/api/v1/plans/analytics-trial/installer']) {
      const { status, ...body } = await ask(visitor, path)
      assert.deepEqual(
        { status, code: (body as { code?: string }).code, message: body.message },
        {
          status: 403,
          code: 'ACCOUNT_ON_HOLD',
          message: 'Your account cannot be used at the moment. Contact support if you have questions.',
        },
        path,
      )
    }
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
    const affirmed = await givenATrialUser(shop, { affirmation: true }, 'statistics-trial')
    assert.equal(await asked(affirmed.visitor, 'statistics-trial'), false)
  })
})

describe('an installer', () => {
  test('downloads as a file with the stated checksum, whole or in part, unless it is unchanged, was changed, or lacks the part', async () => {
    const { link, size, sha256, fileName } = await ask(jane.visitor)
    const answer = await jane.visitor.get(link)
    const body = Buffer.from(await answer.arrayBuffer())
    assert.deepEqual([answer.status, body.length, createHash('sha256').update(body).digest('hex')], [200, size, sha256])
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${fileName}"`)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.match(answer.headers.get('cache-control') ?? '', /private/)
    const etag = answer.headers.get('etag') ?? ''
    assert.equal(etag, `"${sha256}"`)
    const part = await jane.visitor.get(link, { range: 'bytes=100-', 'if-range': etag })
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 100-${size - 1}/${size}`])
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(body.subarray(100)))
    assert.equal((await jane.visitor.get(link, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status, 304)
    const missing = await jane.visitor.get(link, { range: `bytes=${size}-` })
    assert.deepEqual(
      [missing.status, missing.headers.get('content-range'), ((await missing.json()) as Link).message],
      [416, `bytes */${size}`, 'The requested range is outside the file. Start the download again.'],
    )
    const changed = await jane.visitor.get(link, { 'if-match': '"another"' })
    assert.equal(changed.status, 412)
    assert.match(((await changed.json()) as Link).message, /^The file has changed\./)
  })

  test('continues by its tag after a change of its time, and starts again by a weak tag or another time', async () => {
    const { link, fileName } = await ask(jane.visitor)
    const get = async (headers: Record<string, string>) => {
      const answer = await jane.visitor.get(link, headers)
      await answer.arrayBuffer()
      return { status: answer.status, etag: answer.headers.get('etag'), modified: answer.headers.get('last-modified') }
    }
    const from = (ifRange: string | null) => get({ range: 'bytes=100-', 'if-range': ifRange ?? assert.fail() })
    const first = await get({})
    assert.equal((await from(first.modified)).status, 206)
    const touched = new Date('2026-01-02T03:04:05.678Z')
    await utimes(join(shop.dataDir, 'installers', fileName), touched, touched)
    const now = await get({})
    assert.deepEqual(now, { status: 200, etag: first.etag, modified: 'Fri, 02 Jan 2026 03:04:05 GMT' })
    for (const same of [now.etag, now.modified]) assert.equal((await from(same)).status, 206, String(same))
    const others = [`W/${first.etag}`, '"another"', first.modified, 'Fri, 02 Jan 2026 03:04:06 GMT']
    for (const other of others) assert.equal((await from(other)).status, 200, String(other))
    assert.equal((await get({ 'if-match': first.etag ?? '' })).status, 200)
    assert.equal((await get({ 'if-match': `W/${first.etag}` })).status, 412)
  })

  test('returns 403 for another person’s link and one that was tampered with, as a page in a browser, and 401 without a session [6.2]', async () => {
    const { link } = await ask(jane.visitor)
    assert.equal(await statusOf(other.visitor, link), 403)
    assert.equal(await statusOf(shop.visitor(), link), 401)
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
    const page = await (await jane.visitor.get(`${link}0`, { accept: 'text/html' })).text()
    assert.match(page, /<h1>This file cannot be downloaded<\/h1>[^]*This download link has expired[^]*href="\/account"/)
  })
})

describe('POST /api/v1/plans/{name}/download', () => {
  const form = (base: string, plan: string) =>
    jane.visitor.request(`${base}/${plan}/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ _csrf: jane.visitor.cookies.get('XSRF-TOKEN') ?? '', name: plan }).toString(),
    })

  test('returns the address as JSON, and redirects a form to it, also under the path of products [7.7, 7.28]', async () => {
    for (const base of ['/api/v1/plans', '/api/v1/products']) {
      const answer = await jane.visitor.post(`${base}/analytics-trial/download`, { name: 'analytics-trial' })
      const redirectUrl = '/plans/analytics-trial/confirmation'
      assert.deepEqual([answer.status, await answer.json()], [200, { redirectUrl }])
      const sent = await form(base, 'analytics-trial')
      assert.deepEqual([sent.status, sent.headers.get('location')], [303, redirectUrl])
    }
  })

  test('shows a page in a browser if the person does not have the plan, but not that of an invalid link', async () => {
    const answer = await form('/api/v1/plans', 'analytics-annual')
    const page = await answer.text()
    assert.equal(answer.status, 403)
    assert.match(page, /403: No access/)
    assert.doesNotMatch(page, /This file cannot be downloaded/)
  })
})
