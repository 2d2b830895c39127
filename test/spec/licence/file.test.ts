import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { JWK } from 'jose'
import { givenAFolder } from '../../support/given-folder.ts'
import { useCluster } from '../../support/cluster.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import { createProgram, refusalOf, verified } from '../../support/licence/program.ts'
import { assertRetryAfter } from '../../support/http/retry-after.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const catalogue = aCatalogueIn(givenAFolder(), ({ products }) => {
  for (const product of products) if (product.key === 'analytics') product.licence = { fileDays: 365 }
})
const start = { CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE: catalogue }
const shop = await givenAShop(start, cluster)

const path = '/api/v1/account/licence-file'
const ask = (visitor: TestVisitor, request: string) => visitor.post(path, { request })
async function refusal(answer: Response): Promise<[number, string]> {
  const { code } = (await answer.json()) as { code: string }
  return [answer.status, code]
}
const keysOf = async ({ url }: TestShop) => (await (await fetch(`${url}/licence/keys`)).json()) as { keys: JWK[] }
type Device = { id: string; name: string; leaseUntil: string }
const devices = async (visitor: TestVisitor) =>
  (await (await visitor.get('/api/v1/account/devices')).json()) as Device[]

/** Sends a file with the page's form, as a browser without scripts does. */
async function upload(visitor: TestVisitor, content: string, changes: { csrf?: string } = {}): Promise<Response> {
  const form = await visitor.form('/device/file')
  const body = new FormData()
  body.set('_csrf', changes.csrf ?? form.fields['_csrf'] ?? '')
  body.set('request', new File([content], 'laboratory.req'))
  return visitor.request(form.address, { method: 'POST', body, headers: { accept: 'text/html' } })
}

describe('a licence file', () => {
  it('is one lease for the key that signed the request, until the end of access at the latest [10.75]', async () => {
    const { visitor, email } = await givenASubscriber(shop, 'analytics-annual')
    const program = await createProgram(shop)
    const answer = await ask(visitor, await program.fileRequest())
    assert.equal(answer.status, 200, await answer.clone().text())
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="analytics.lic"')
    assert.match(answer.headers.get('content-type') ?? '', /^application\/jose/)
    const lease = await verified((await answer.text()).trim(), await keysOf(shop))
    assert.deepEqual([lease.aud, lease.cnf.jkt, lease.renew], ['analytics', program.jkt, lease.exp])
    assert.equal(lease.exp - lease.iat, 365 * 86_400)
    const [device, ...more] = await devices(visitor)
    assert.equal(more.length, 0)
    assert.deepEqual([device?.name, device?.leaseUntil.slice(0, 10)], ['Laboratory 7', '2027-11-20'])
    assert.match((await shop.mailTo(email, 'A computer was signed in')).text, /Laboratory 7/)
    const trial = await givenATrialUser(shop)
    const short = await ask(trial.visitor, await (await createProgram(shop)).fileRequest())
    const until = (await verified((await short.text()).trim(), await keysOf(shop))).exp
    assert.equal(new Date(until * 1000).toISOString(), '2026-12-21T00:00:00.000Z')
  })

  it('has no days of grace while the payment is disputed, because no renewal is charged', async () => {
    const { visitor, id } = await givenASubscriber(shop, 'analytics-monthly')
    const until = async () => {
      const answer = await ask(visitor, await (await createProgram(shop)).fileRequest())
      const { exp, lic } = await verified((await answer.text()).trim(), await keysOf(shop))
      return [new Date(exp * 1000).toISOString(), lic.renews]
    }
    assert.deepEqual(await until(), ['2027-01-04T00:00:00.000Z', true])
    await disputePayment(shop, { id })
    assert.deepEqual(await until(), ['2026-12-21T00:00:00.000Z', false])
  })

  it('is requested on a page without scripts, to which the account page links', async () => {
    const { visitor } = await givenATrialUser(shop)
    assert.match((await visitor.form('/account')).html, /href="\/device\/file"/)
    const program = await createProgram(shop)
    const answer = await upload(visitor, await program.fileRequest())
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="analytics.lic"')
    assert.equal((await verified((await answer.text()).trim(), await keysOf(shop))).cnf.jkt, program.jkt)
    const wrong = await upload(visitor, '<script>alert(1)</script>')
    assert.equal(wrong.status, 422)
    const page = await wrong.text()
    assert.match(page, /aria-invalid="true"/)
    assert.match(page, /This file is not a request from our programs/)
    assert.equal((await upload(visitor, await program.fileRequest(), { csrf: 'x' })).status, 403)
    assert.equal((await upload(visitor, 'x'.repeat(20_000))).status, 413)
    const stranger = await shop.visitor().form('/device/file')
    assert.match(stranger.html, /\/api\/v1\/login\?redirect_url=%2Fdevice%2Ffile/)
    const administrator = await givenAnAdministrator(shop)
    assert.equal((await upload(administrator, await program.fileRequest())).status, 403)
  })

  it('is refused for an invalid request, without a plan, for another product, or beyond the device limits', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    // licence/file/file-request.test.ts has every kind of invalid request.
    assert.deepEqual(await refusal(await ask(visitor, 'a.b.c')), [422, 'LICENCE_REQUEST_INVALID'])
    const request = async (product?: string) => (await createProgram(shop, product)).fileRequest()
    for (const product of ['statistics', '__proto__'])
      assert.deepEqual(await refusal(await ask(visitor, await request(product))), [409, 'LICENCE_FILES_NOT_OFFERED'])
    for (let count = 0; count < 3; count += 1) assert.equal((await ask(visitor, await request())).status, 200)
    assert.deepEqual(await refusal(await ask(visitor, await request())), [409, 'DEVICE_LIMIT'])
    await shop.sql(`update subscribers set dpl_status = 'PENDING' where email = $1`, [email])
    assert.deepEqual(await refusal(await ask(visitor, await request())), [403, 'ACCOUNT_ON_HOLD'])
    const { visitor: without } = await givenABuyer(shop)
    assert.deepEqual(await refusal(await ask(without, await request())), [403, 'NOT_ENTITLED'])
  })

  it('is refused with Retry-After after too many requests of a person, by the call and by the page', async () => {
    const limited = await givenAShop({ ...start, RATE_LIMIT_FACTOR: '0.2' }, cluster)
    const { visitor } = await givenATrialUser(limited)
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) statuses.push((await ask(visitor, 'invalid')).status)
    assert.deepEqual(statuses, [422, 422, 422, 422, 429])
    for (const answer of [await ask(visitor, 'invalid'), await upload(visitor, 'invalid')]) {
      assert.equal(answer.status, 429)
      assertRetryAfter(answer.headers, 3600)
    }
  })

  it('does not end another person’s sign-in with that key, because a request can be an old copy', async () => {
    const owner = await givenATrialUser(shop)
    const program = await createProgram(shop)
    await program.signIn(owner.visitor)
    const stranger = await givenATrialUser(shop)
    assert.equal((await ask(stranger.visitor, await program.fileRequest())).status, 200)
    assert.equal((await program.renew()).status, 200)
    assert.equal((await devices(owner.visitor)).length, 1)
  })

  it('is not offered on the pages of a shop whose catalogue states no days', async () => {
    const plain = await givenAShop({ CLOCK_START: start.CLOCK_START }, cluster)
    const { visitor } = await givenATrialUser(plain)
    assert.ok(!(await visitor.form('/account')).html.includes('/device/file'))
    assert.equal((await visitor.get('/device/file')).status, 404)
  })

  // The last test, because it moves the clock.
  it('takes a device’s place until it ends, although its program never contacts the server, or also renews with a network', async () => {
    const { visitor } = await givenASubscriber(shop, 'analytics-annual')
    const [online, program, both] = [await createProgram(shop), await createProgram(shop), await createProgram(shop)]
    for (const one of [online, both]) await one.signIn(visitor)
    for (const one of [program, both]) assert.equal((await ask(visitor, await one.fileRequest())).status, 200)
    assert.equal((await both.renew()).status, 200)
    assert.equal((await devices(visitor))[0]?.leaseUntil.slice(0, 10), '2027-11-20')
    await shop.advanceTo('2027-02-20T12:00:00Z')
    const releasedBy = async ({ jkt }: { jkt: string }) =>
      (await shop.sql<{ by: string | null }>('select released_by as by from devices where jkt = $1', [jkt]))[0]?.by
    assert.deepEqual(
      [await releasedBy(online), await releasedBy(program), await releasedBy(both)],
      ['unseen', null, null],
    )
    assert.equal((await refusalOf(shop, await online.renew())).reason, 'signed_out')
  })
})
