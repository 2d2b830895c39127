import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import type { Memory } from '../../../sandbox/client/files.ts'
import { newDeviceKey } from '../../../sandbox/client/requests.ts'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { aProfile, allowing, compiledInto, givenAClient, typing } from '../../support/licence/reference-client.ts'
import { leaseOf, type TokenBody } from '../../support/licence/program.ts'

const shop = await givenAShop(atTheHour)
const start = Date.parse(atTheHour.CLOCK_START)
const hour = 3_600_000
const day = 24 * hour

const memoryOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'licence.json'), 'utf8')) as Memory
const remember = (folder: string, change: Partial<Memory>) =>
  writeFileSync(join(folder, 'licence.json'), JSON.stringify({ ...memoryOf(folder), ...change }))

async function signedIn(changes: Parameters<typeof givenAClient>[2] = {}, at = shop) {
  const clock = { now: start + 60_000 }
  const { visitor, email } = await givenATrialUser(at)
  const client = await givenAClient(at, clock, changes)
  assert.equal((await client.signIn(allowing(visitor))).state, 'licensed')
  return { clock, visitor, email, client, folder: client.options.folder }
}

describe('the reference client', () => {
  it('signs in through the browser, shows who holds the licence, and protects its files', async () => {
    const { client, folder } = await signedIn({ device: { name: 'Jane’s laptop', version: '4.2.0' } })
    const state = await client.state()
    assert.ok(state.state === 'licensed')
    assert.deepEqual([state.lease.to, state.lease.aud], ['Jane Doe, Northwind Bottling', 'analytics'])
    for (const name of ['key.json', 'licence.json']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    assert.equal(leaseIn(folder).seq, 2)
  })

  it('signs in by a code that its user enters elsewhere, but not if the user refuses', async () => {
    const { visitor } = await givenATrialUser(shop)
    const client = await givenAClient(shop, { now: start })
    assert.equal((await client.state()).state, 'none')
    const noPause = async () => undefined
    await assert.rejects(client.signInByCode(typing(visitor, 'refuse'), noPause), /not allowed: access_denied/)
    assert.equal((await client.signInByCode(typing(visitor), noPause)).state, 'licensed')
  })

  it('ignores a recorded response that is older than the newest one', async () => {
    const recorded: Response[] = []
    let isReplayed = false
    const { client, folder } = await signedIn({
      fetch: async (...request) => {
        const kept = recorded.at(-1)
        if (isReplayed && kept) return kept.clone()
        const response = await fetch(...request)
        if (response.ok) recorded.push(response.clone())
        return response
      },
    })
    const first = recorded.at(-1) ?? assert.fail()
    await client.renew({ force: true })
    assert.equal(leaseIn(folder).seq, 2)
    recorded.push(first)
    isReplayed = true
    const { times } = memoryOf(folder)
    // Two servers' clocks may differ by up to five minutes.
    remember(folder, { times: { ...times, floor: times.floor + 301 } })
    await client.renew({ force: true })
    assert.equal(leaseIn(folder).seq, 2)
  })

  it('ignores an answer from the browser that it did not request', async () => {
    const { visitor } = await givenATrialUser(shop)
    const client = await givenAClient(shop, { now: start })
    const state = await client.signIn(async (address) => {
      const callback = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
      for (const query of ['?code=x', '?code=x&state=y']) assert.equal((await fetch(callback.href + query)).status, 404)
      await allowing(visitor)(address)
    })
    assert.equal(state.state, 'licensed')
    const other = await givenAClient(shop, { now: start })
    const elsewhere = other.signIn(async (address) => {
      const { searchParams } = new URL(address)
      const back = `${searchParams.get('redirect_uri')}?code=x&state=${searchParams.get('state')}&iss=https://evil.example`
      await fetch(back)
    })
    await assert.rejects(elsewhere, /from another server/)
  })

  it('renews only when a renewal is due, and once for two processes', async () => {
    const { client, clock, folder } = await signedIn()
    await client.renew()
    assert.equal(leaseIn(folder).seq, 1, 'not due')
    const second = await givenAClient(shop, clock, { folder })
    clock.now += day + hour
    const lease = memoryOf(folder).lease
    await Promise.all([client.renew(), second.renew()])
    // The shop's clock did not move, so its lease is immediately due again.
    assert.ok(leaseIn(folder).seq <= 3)
    assert.notEqual(memoryOf(folder).lease, lease)
    assert.equal((await client.renew({ force: true })).state, 'licensed')
  })

  it('signs out, and its device is no longer listed', async () => {
    const { client, visitor } = await signedIn()
    await client.signOut()
    assert.equal((await client.state()).state, 'none')
    assert.deepEqual(await (await visitor.get('/api/v1/account/devices')).json(), [])
    assert.equal((await client.signIn(allowing(visitor))).state, 'licensed')
  })
})

describe('a lost answer', () => {
  it('loses no device in 4 of 40 renewals whose answer never arrives, every second one with a restart', async () => {
    let lose = false
    const lossy: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      if (!lose || response.status !== 200) return response
      await response.text()
      lose = false
      throw new TypeError('fetch failed')
    }
    const { clock, folder, client: first } = await signedIn({ fetch: lossy })
    let client: Pick<typeof first, 'renew'> = first
    for (let count = 1; count <= 40; count += 1) {
      lose = count % 10 === 0
      const loses = lose
      assert.equal((await client.renew({ force: true })).state, 'licensed', String(count))
      assert.equal(lose, false)
      if (loses && count % 20 === 0) client = await givenAClient(shop, clock, { folder, fetch: lossy })
    }
    assert.equal(leaseIn(folder).seq, 37)
    assert.equal((await client.renew({ force: true })).state, 'licensed')
  })

  it('loses no device if the program is killed between the server’s write and its own', async () => {
    const { client, clock, folder } = await signedIn()
    for (let count = 0; count < 2; count += 1) {
      const child = renewing(folder, clock.now, { stopAfterAnswer: true })
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      assert.match(line.toString(), /received/)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    assert.equal(leaseIn(folder).seq, 2)
  })

  it('does not occur if two processes renew concurrently', async () => {
    const { client, clock, folder } = await signedIn()
    const processes = [1, 2].map(() => renewing(folder, clock.now, { times: 5 }))
    const lines = await Promise.all(
      processes.map(async (child) => {
        const texts: string[] = []
        child.stdout.on('data', (text: Buffer) => texts.push(text.toString()))
        await once(child, 'close')
        return texts.join('').trim().split('\n')
      }),
    )
    assert.deepEqual(new Set(lines.flat()), new Set(['licensed']))
    assert.equal(lines.flat().length, 10)
    assert.equal(leaseIn(folder).seq, 11)
    assert.equal((await client.state()).state, 'licensed')
  })

  function renewing(folder: string, now: number, { times = 1, stopAfterAnswer = false }) {
    const settings = { client: { ...known, folder }, now, times, stopAfterAnswer }
    const script = join(import.meta.dirname, '../../support/licence/renewing.ts')
    return spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] })
  }
})

describe('a copy', () => {
  it('of the disk with the key is refused by its second renewal if both renew in turn, and signs in again', async () => {
    const { client, clock, folder, visitor } = await signedIn()
    const other = aProfile()
    cpSync(folder, other, { recursive: true })
    const copy = await givenAClient(shop, clock, { folder: other })
    const states = []
    for (let round = 0; round < 2; round += 1)
      for (const one of [client, copy]) states.push(await one.renew({ force: true }))
    const refused = states.filter(({ state }) => state === 'refused')
    assert.deepEqual(
      refused.map((state) => 'reason' in state && state.reason),
      ['copied'],
    )
    assert.equal((await client.state()).state, 'refused')
    assert.equal((await copy.renew({ force: true })).state, 'licensed')
    const key = readFileSync(join(folder, 'key.json'), 'utf8')
    assert.equal((await client.signIn(allowing(visitor))).state, 'licensed')
    assert.notEqual(readFileSync(join(folder, 'key.json'), 'utf8'), key)
    for (const one of [client, copy]) assert.equal((await one.renew({ force: true })).state, 'licensed')
  })

  it('of the lease without the key, or with only its public part, gives no access', async () => {
    const { clock, folder } = await signedIn()
    const other = aProfile()
    cpSync(join(folder, 'licence.json'), join(other, 'licence.json'))
    const copy = await givenAClient(shop, clock, { folder: other })
    assert.equal((await copy.state()).state, 'none')
    const { d: _, ...publicPart } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as Record<string, string>
    for (const key of [publicPart, { ...publicPart, d: (await newDeviceKey()).d }, 'no key']) {
      writeFileSync(join(other, 'key.json'), JSON.stringify(key))
      chmodSync(join(other, 'key.json'), 0o600)
      assert.equal((await copy.state()).state, 'none')
    }
  })

  it('of a damaged file leads to a sign-in, not a crash', async () => {
    const { client, folder } = await signedIn()
    writeFileSync(join(folder, 'licence.json'), '{"lease":')
    assert.equal((await client.state()).state, 'none')
  })
})

describe('an attacker between program and server', () => {
  it('ends no lease by pages with 200, 403, 302 and 500, a false refusal, or no network', async () => {
    const { visitor } = await givenATrialUser(shop)
    let between: (() => Response) | null = null
    const client = await givenAClient(
      shop,
      { now: start + 60_000 },
      { fetch: async (...request) => between?.() ?? fetch(...request) },
    )
    await client.signIn(allowing(visitor))
    const page = '<html><h1>Please sign in to the network</h1></html>'
    const headers = { 'content-type': 'text/html', location: 'http://portal.example/' }
    const bodies = [page, '{"error":"invalid_grant"}', '{"licence":"x.y.z","refresh_token":"tlr_x"}', 'null', '[]']
    for (const status of [200, 302, 400, 403, 500])
      for (const body of [...bodies, '{"error":"invalid_grant","licence_refusal":"x.y.z"}', 'x'.repeat(1_000_000)]) {
        between = () => new Response(body, { status, headers })
        assert.equal((await client.renew({ force: true })).state, 'licensed', `${status} ${body.slice(0, 40)}`)
      }
    between = () => {
      throw new TypeError('fetch failed')
    }
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    between = null
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    assert.equal(leaseIn(client.options.folder).seq, 2)
  })

  it('with a server of their own under the shop’s name gives no licence', async () => {
    const own = await givenAShop(atTheHour)
    const { visitor } = await givenATrialUser(own)
    // A hosts file leads the program there; its keys and its issuer stay those that are compiled in.
    const clock = { now: start + 60_000 }
    const misled = await givenAClient(shop, clock, { server: own.url })
    assert.equal((await misled.signInByCode(typing(visitor), () => Promise.resolve())).state, 'none')
    assert.equal((await misled.signIn(allowing(visitor))).state, 'none')
    const { folder } = misled.options
    assert.equal((await (await givenAClient(own, clock, { folder })).signIn(allowing(visitor))).state, 'licensed')
    assert.equal((await misled.state()).state, 'none', 'nor does a lease that it wrote into the profile')
  })

  it('adds no key: the program ignores a key that no lease names, also in its own file', async () => {
    const { d: _, ...own } = await newDeviceKey()
    const { calculateJwkThumbprint } = await import('jose')
    const added = { ...own, kid: await calculateJwkThumbprint(own) }
    const adding: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      const body = (await response.json()) as TokenBody
      if (response.status === 200) body.licence_keys.keys.push(added)
      return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
    }
    const all = await compiledInto(shop)
    const current = leaseHeader
    const { client, folder, clock } = await signedIn({ fetch: adding })
    assert.deepEqual(memoryOf(folder).learnt, [], 'both keys are compiled in')
    const kid = current(memoryOf(folder).lease).kid
    const half = await givenAClient(shop, clock, {
      folder,
      fetch: adding,
      keys: all.keys.filter((key) => key.kid === kid),
    })
    await half.renew({ force: true })
    const learnt = memoryOf(folder).learnt
    assert.deepEqual(
      learnt.map(({ key }) => key.kid),
      all.keys.filter((key) => key.kid !== kid).map((key) => key.kid),
    )
    remember(folder, { learnt: [{ key: added, lease: memoryOf(folder).lease ?? '' }] })
    await half.renew({ force: true })
    assert.ok(
      memoryOf(folder).learnt.some(({ key }) => key.kid !== added.kid),
      'the true one is learnt again',
    )
    assert.equal((await client.state()).state, 'licensed')
  })
})

describe('a changed clock or a restored database', () => {
  const withPlan = async () => {
    const own = await givenAShop({ CLOCK_START: '2027-01-01T00:00:10Z' })
    return { own, ...(await signedIn({}, own)) }
  }

  it('requires a connection after being set back by a day or more, but not by a few hours', async () => {
    const { client, clock } = await signedIn()
    const told = async (now: number) => ((clock.now = now), (await client.state()).state)
    assert.equal(await told(start + 5 * day), 'licensed')
    assert.equal(await told(start + 5 * day - 20 * hour), 'licensed')
    assert.equal(await told(start + 3.9 * day), 'clock')
    assert.equal(await told(start + 1 * day), 'clock')
    assert.equal((await client.renew()).state, 'licensed', 'connected once')
    assert.equal(await told(start + 12 * day), 'renew-soon')
    assert.equal(await told(start + 14 * day + hour), 'expired')
    assert.equal(await told(start), 'clock', 'set back after the end')
  })

  it('allows 13 days without the server, ends the lease after 31, and loses no device', async () => {
    const { own, client, clock } = await withPlan()
    await own.stop()
    for (let days = 1; days <= 13; days += 1) {
      // An hour past each day, so never exactly at the moment of the warning.
      clock.now = start + days * day + hour
      assert.equal((await client.renew()).state, days <= 10 ? 'licensed' : 'renew-soon', String(days))
    }
    clock.now = start + 29 * day
    assert.equal((await client.renew()).state, 'expired')
    await own.restart({ CLOCK_START: new Date(clock.now).toISOString() })
    const renewed = await client.renew()
    assert.equal(renewed.state, 'renew-soon', 'the trial ends in three days')
    assert.equal((await own.sql('select 1 from devices where released_at is null')).length, 1)
    clock.now = start + 32 * day
    await own.advanceTo(new Date(clock.now).toISOString())
    const ended = await client.renew()
    assert.ok(ended.state === 'refused' && ended.reason === 'ended' && ended.url === `${own.url}/account`)
  })

  it('restored from an earlier state lets the device renew', async () => {
    const { client, folder } = await signedIn()
    const { dev } = leaseIn(folder)
    const [before] = await shop.sql<Record<string, string>>(
      'select seq, used_hash, issued_hash from devices where id = $1',
      [dev],
    )
    for (let count = 0; count < 3; count += 1) await client.renew({ force: true })
    await shop.sql('update devices set seq = $2, used_hash = $3, issued_hash = $4 where id = $1', [
      dev,
      before?.['seq'],
      before?.['used_hash'],
      before?.['issued_hash'],
    ])
    for (let count = 0; count < 3; count += 1) assert.equal((await client.renew({ force: true })).state, 'licensed')
    assert.equal(leaseIn(folder).seq, 7)
  })
})

const known = await compiledInto(shop)
const leaseIn = (folder: string) => leaseOf({ licence: memoryOf(folder).lease ?? '' } as TokenBody)
const leaseHeader = (lease: string | null) =>
  JSON.parse(Buffer.from(lease?.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }
