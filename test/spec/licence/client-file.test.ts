import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, it } from 'vitest'
import type { Memory } from '../../../sandbox/client/files.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowing, givenAClient } from '../../support/licence/reference-client.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const folder = givenAFolder()
const fileDays = 90
const catalogue = aCatalogueIn(folder, ({ products }) => {
  for (const product of products) if (product.key === 'analytics') product.licence = { fileDays }
})
const shop = await givenAShop({ ...atTheHour, CATALOGUE: catalogue })
const start = Date.parse(atTheHour.CLOCK_START)
const day = 86_400_000
const noNetwork: typeof fetch = async () => {
  throw new TypeError('fetch failed')
}

const memoryOf = (profile: string) => JSON.parse(readFileSync(join(profile, 'licence.json'), 'utf8')) as Memory

async function licenceFor(visitor: TestVisitor, request: string): Promise<string> {
  const answer = await visitor.post('/api/v1/account/licence-file', { request })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return text
}

async function laboratory(of: Promise<{ visitor: TestVisitor }> = givenATrialUser(shop)) {
  const clock = { now: start + 60_000 }
  const { visitor } = await of
  const device = { name: 'Laboratory 7', system: 'Windows 11', version: '4.2.0' }
  const client = await givenAClient(shop, clock, { device, fetch: noNetwork })
  const licence = await licenceFor(visitor, await client.fileRequest())
  return { clock, visitor, client, licence }
}

describe('the reference client and licence files', () => {
  it('makes a request and runs without a network until the file ends', async () => {
    const { clock, visitor, client, licence } = await laboratory(givenASubscriber(shop, 'analytics-annual'))
    assert.equal((await client.state()).state, 'none')
    const state = await client.readFile(licence)
    assert.ok(state.state === 'licensed')
    assert.equal(state.lease.renew, state.lease.exp)
    assert.equal(state.lease.exp - state.lease.iat, (fileDays * day) / 1000)
    const devices = (await (await visitor.get('/api/v1/account/devices')).json()) as { name: string; version: string }[]
    assert.deepEqual(
      devices.map(({ name, version }) => [name, version]),
      [['Laboratory 7', '4.2.0']],
    )
    clock.now += (fileDays - 5) * day
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    clock.now += 3 * day
    assert.equal((await client.state()).state, 'renew-soon')
    clock.now += 2 * day
    assert.equal((await client.state()).state, 'expired')
  })

  it('rejects a file for another computer and a changed one, and keeps its own', async () => {
    const { client, licence } = await laboratory()
    const other = await laboratory()
    await assert.rejects(
      (await givenAClient(shop, { now: start })).readFile(licence),
      /has not asked for a licence file/,
    )
    await other.client.readFile(other.licence)
    await assert.rejects(other.client.readFile(licence), /not a licence file for this computer \(device\)/)
    for (const wrong of ['', 'x', licence.slice(0, -8), await client.fileRequest()])
      await assert.rejects(other.client.readFile(wrong), /not a licence file for this computer/)
    assert.equal((await other.client.state()).state, 'licensed')
  })

  it('gains no time by opening the file again after the clock was set back', async () => {
    const { clock, client, licence } = await laboratory()
    await client.readFile(licence)
    clock.now += 20 * day
    assert.equal((await client.state()).state, 'licensed')
    clock.now -= 19 * day
    assert.equal((await client.state()).state, 'clock')
    assert.equal((await client.readFile(licence)).state, 'clock')
    clock.now += 100 * day
    assert.equal((await client.readFile(licence)).state, 'expired')
  })

  it('replaces a file by a later online sign-in, and the other way round; an old file does not undo a refusal', async () => {
    const { clock, visitor, client, licence } = await laboratory()
    await client.readFile(licence)
    const online = await givenAClient(shop, clock, { folder: client.options.folder })
    const state = await online.signIn(allowing(visitor))
    assert.ok(state.state === 'licensed')
    assert.ok(state.lease.renew < state.lease.exp)
    await client.readFile(await licenceFor(visitor, await client.fileRequest()))
    assert.equal(memoryOf(client.options.folder).refreshToken, null, 'the file has replaced the sign-in')
    assert.equal((await online.signIn(allowing(visitor))).state, 'licensed')
    const [device] = (await (await visitor.get('/api/v1/account/devices')).json()) as { id: string }[]
    assert.equal((await visitor.post(`/api/v1/account/devices/${device?.id}/sign-out`, {})).status, 204)
    assert.equal((await online.renew({ force: true })).state, 'refused')
    await assert.rejects(client.readFile(licence), /has been ended/)
    assert.equal((await client.state()).state, 'refused')
  })

  it('rejects a file older than a licence received since, also after signing out', async () => {
    const { client, licence } = await laboratory()
    await client.readFile(licence)
    const memory = memoryOf(client.options.folder)
    const times = { ...memory.times, floor: memory.times.floor + 1 }
    writeFileSync(join(client.options.folder, 'licence.json'), JSON.stringify({ ...memory, times }))
    await assert.rejects(client.readFile(licence), /newer licence/)
    assert.equal((await client.state()).state, 'licensed')
    await client.signOut()
    await assert.rejects(client.readFile(licence), /newer licence/)
    assert.equal((await client.state()).state, 'none')
  })

  it('are used by the sample program', async () => {
    const { visitor } = await givenATrialUser(shop)
    const [profile, run] = [givenAFolder(), promisify(execFile)]
    const script = join(import.meta.dirname, '../../../sandbox/client/program.ts')
    const [request, file] = [join(folder, 'laboratory.req'), join(folder, 'analytics.lic')]
    const program = (...more: string[]) =>
      run(process.execPath, [script, '--server', shop.url, '--folder', profile, ...more])
    await program('--request', request)
    writeFileSync(file, await licenceFor(visitor, readFileSync(request, 'utf8')))
    assert.match((await program('--licence', file)).stdout, /^Licensed to .*analytics-trial/)
  }, 30_000)
})
