import assert from 'node:assert/strict'
import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, decodeProtectedHeader } from 'jose'
import { describe, it } from 'vitest'
import type { Memory } from '../../../sandbox/client/files.ts'
import { newDeviceKey } from '../../../sandbox/client/requests.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowing, compiledInto, givenAClient, typing } from '../../support/licence/reference-client.ts'
import { leaseOf, type TokenBody } from '../../support/licence/program.ts'

const shop = await givenAShop(atTheHour)
const start = Date.parse(atTheHour.CLOCK_START)

const memoryOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'licence.json'), 'utf8')) as Memory
const remember = (folder: string, change: Partial<Memory>) =>
  writeFileSync(join(folder, 'licence.json'), JSON.stringify({ ...memoryOf(folder), ...change }))

const isPoll = (init: RequestInit | undefined) =>
  init?.body instanceof URLSearchParams && init.body.get('grant_type')?.endsWith(':device_code') === true

async function signedIn(changes: Parameters<typeof givenAClient>[2] = {}) {
  const clock = { now: start + 60_000 }
  const { visitor } = await givenATrialUser(shop)
  const client = await givenAClient(shop, clock, changes)
  assert.equal((await client.signIn(allowing(visitor))).state, 'licensed')
  return { clock, visitor, client, folder: client.options.folder }
}

// The rules of statements and times are in statements.ts and state.ts, beside their vectors and tests.
describe('the reference client', () => {
  it('signs in through the browser, shows who holds the licence, protects its files, renews when it is due, and signs out', async () => {
    const { client, folder, visitor } = await signedIn({ device: { name: 'Jane’s laptop', version: '4.2.0' } })
    const state = await client.state()
    assert.ok(state.state === 'licensed')
    assert.deepEqual([state.lease.to, state.lease.aud], ['Jane Doe, Northwind Bottling', 'analytics'])
    for (const name of ['key.json', 'licence.json']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
    await client.renew()
    assert.equal(leaseIn(folder).seq, 1, 'not due')
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    assert.equal(leaseIn(folder).seq, 2)
    await client.signOut()
    assert.equal((await client.state()).state, 'none')
    assert.deepEqual(await (await visitor.get('/api/v1/account/devices')).json(), [])
    assert.equal((await client.signIn(allowing(visitor))).state, 'licensed')
  })

  it('renews at the start of the program, also before a lease is due and with a clock that is behind', async () => {
    const { client, clock, folder } = await signedIn()
    for (const [hours, seq] of [
      [1, 2],
      [-2, 3],
    ] as const) {
      clock.now = start + hours * 3_600_000
      const renewed = Promise.withResolvers<void>()
      const stop = client.keepRenewed(() => renewed.resolve())
      await renewed.promise
      stop()
      assert.equal(leaseIn(folder).seq, seq)
    }
  })

  it('ignores any other request to its loopback address while it waits for the browser', async () => {
    const { visitor } = await givenATrialUser(shop)
    const client = await givenAClient(shop, { now: start })
    const state = await client.signIn(async (address) => {
      const { origin } = new URL(new URL(address).searchParams.get('redirect_uri') ?? '')
      for (const path of ['//', '/callback', '/callback?state=another', '/favicon.ico'])
        assert.equal((await fetch(origin + path)).status, 404, path)
      await allowing(visitor)(address)
    })
    assert.equal(state.state, 'licensed')
  })

  it('signs in by a code that its user enters elsewhere, but not if the user refuses', async () => {
    const { visitor } = await givenATrialUser(shop)
    const client = await givenAClient(shop, { now: start })
    assert.equal((await client.state()).state, 'none')
    const noPause = async () => undefined
    await assert.rejects(client.signInByCode(typing(visitor, 'refuse'), noPause), /not allowed: access_denied/)
    assert.equal((await client.signInByCode(typing(visitor), noPause)).state, 'licensed')
  })

  it('asks again about a code until it expires if a response is lost or says that the server is busy', async () => {
    const page = () => new Response('<h1>Please sign in to the network</h1>')
    const busy = (status: number) => () => Response.json({ error: 'temporarily_unavailable' }, { status })
    const lost = () => {
      throw new TypeError('fetch failed')
    }
    for (const between of [lost, page, busy(503), busy(429)]) {
      const { visitor } = await givenATrialUser(shop)
      let polls = 0
      const client = await givenAClient(
        shop,
        { now: start },
        { fetch: async (...request) => (isPoll(request[1]) && ++polls === 2 ? between() : fetch(...request)) },
      )
      const pauses: number[] = []
      let allow = async () => {}
      const show = (code: string, address: string) => void (allow = () => typing(visitor)(code, address))
      const state = await client.signInByCode(show, async (seconds) => {
        if (pauses.push(seconds) === 3) await allow()
      })
      assert.equal(state.state, 'licensed')
      assert.deepEqual(pauses, [5, 5, 10])
    }
    const cutOff = await givenAClient(
      shop,
      { now: start },
      { fetch: async (...request) => (isPoll(request[1]) ? lost() : fetch(...request)) },
    )
    let waited = 0
    const ended = cutOff.signInByCode(
      () => undefined,
      async (seconds) => void (waited += seconds),
    )
    await assert.rejects(ended, /code has expired/)
    assert.ok(waited >= 600 && waited < 700, String(waited))
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
})

describe('a lost answer', () => {
  it('loses no device if the program is killed between the server’s write and its own', async () => {
    let isKilled = false
    const { client, folder } = await signedIn({
      fetch: async (...request) => {
        const response = await fetch(...request)
        if (isKilled && response.ok) throw new TypeError('killed')
        return response
      },
    })
    isKilled = true
    for (let count = 0; count < 2; count += 1) await client.renew({ force: true })
    assert.equal(leaseIn(folder).seq, 1)
    isKilled = false
    // The lock of a process that is gone: no system gives a process this number.
    writeFileSync(join(folder, 'lock'), '99999999')
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    assert.equal(leaseIn(folder).seq, 2)
  })

  it('does not occur if two programs renew concurrently', async () => {
    const { client, clock, folder } = await signedIn()
    const other = await givenAClient(shop, clock, { folder })
    const renewals = Array.from({ length: 6 }, (_, count) => (count % 2 ? client : other).renew({ force: true }))
    for (const { state } of await Promise.all(renewals)) assert.equal(state, 'licensed')
    assert.equal(leaseIn(folder).seq, 7)
  })
})

describe('a copy', () => {
  it('of the disk with the key is refused by its second renewal if both renew in turn, and signs in again', async () => {
    const { client, clock, folder, visitor } = await signedIn()
    const other = givenAFolder()
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

  it('of the lease without the key, or with only its public part, gives no access, and a damaged file leads to a sign-in', async () => {
    const { client, clock, folder } = await signedIn()
    const other = givenAFolder()
    cpSync(join(folder, 'licence.json'), join(other, 'licence.json'))
    const copy = await givenAClient(shop, clock, { folder: other })
    assert.equal((await copy.state()).state, 'none')
    const { d: _, ...publicPart } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as Record<string, string>
    for (const key of [publicPart, { ...publicPart, d: (await newDeviceKey()).d }, 'no key']) {
      writeFileSync(join(other, 'key.json'), JSON.stringify(key))
      chmodSync(join(other, 'key.json'), 0o600)
      assert.equal((await copy.state()).state, 'none')
    }
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
    const refusal = '{"error":"invalid_grant","licence_refusal":"x.y.z"}'
    const rows: [status: number, body: string][] = [
      ...[...bodies, 'x'.repeat(1_000_000)].map((body): [number, string] => [200, body]),
      ...[...bodies, refusal].map((body): [number, string] => [400, body]),
      ...[302, 403, 500].map((status): [number, string] => [status, page]),
    ]
    for (const [status, body] of rows) {
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
    const { visitor } = await givenATrialUser(shop)
    const clock = { now: start + 60_000 }
    // A hosts file leads the program there; its keys and its issuer stay those that are compiled in.
    for (const compiledIn of [{ issuer: 'https://shop.example/licence' }, { keys: [await newDeviceKey()] }]) {
      const misled = await givenAClient(shop, clock, compiledIn)
      assert.equal((await misled.signIn(allowing(visitor))).state, 'none')
      const { folder } = misled.options
      assert.equal((await (await givenAClient(shop, clock, { folder })).signIn(allowing(visitor))).state, 'licensed')
      assert.equal((await misled.state()).state, 'none', 'nor does a lease that it wrote into the profile')
    }
  })

  it('adds no key: the program ignores a key that no lease names, also in its own file', async () => {
    const { d: _, ...own } = await newDeviceKey()
    const added = { ...own, kid: await calculateJwkThumbprint(own) }
    const adding: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      const body = (await response.json()) as TokenBody
      if (response.status === 200) body.licence_keys.keys.push(added)
      return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
    }
    const all = await compiledInto(shop)
    const { client, folder, clock } = await signedIn({ fetch: adding })
    assert.deepEqual(memoryOf(folder).learnt, [], 'both keys are compiled in')
    const kid = decodeProtectedHeader(memoryOf(folder).lease ?? '').kid
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

const leaseIn = (folder: string) => leaseOf({ licence: memoryOf(folder).lease ?? '' } as TokenBody)
