import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Memory } from '../../../sandbox/client/files.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { atTheHour, givenAShop, givenATrialUser, signIn } from '../../support/given.ts'
import { createProgram, leaseOf, type TokenBody } from '../../support/licence/program.ts'
import { allowing, compiledInto, givenAClient } from '../../support/licence/reference-client.ts'

const start = Date.parse(atTheHour.CLOCK_START)
const later = '2027-01-20T00:00:00Z'

/** A network in which an address no longer leads to the shop. */
const without =
  (address: string): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    if (url.startsWith(address)) throw new TypeError('fetch failed')
    return fetch(input, init)
  }

const leaseIn = (folder: string) => {
  const { lease } = JSON.parse(readFileSync(join(folder, 'licence.json'), 'utf8')) as Memory
  return leaseOf({ licence: lease ?? '' } as TokenBody)
}

test('after the shop moves, programs built for the former and for the new address renew, and one for the new address signs in there', async () => {
  const shop = await givenAShop(atTheHour)
  const { visitor, email } = await givenATrialUser(shop)
  const clock = { now: start + 60_000 }
  const built = await compiledInto(shop)
  const former = await givenAClient(shop, clock, built)
  await former.signIn(allowing(visitor))
  const [renewing, expiring] = [givenAFolder(), givenAFolder()]
  for (const copy of [renewing, expiring]) cpSync(former.options.folder, copy, { recursive: true })

  const address = shop.url.replace('localhost', '127.0.0.1')
  await shop.restart({ PUBLIC_URL: address })
  const updated = { ...built, server: address, fetch: without(shop.url) }
  for (const [client, folder] of [
    [await givenAClient(shop, clock, { ...updated, folder: renewing }), renewing],
    [former, former.options.folder],
  ] as const) {
    assert.equal((await client.renew({ force: true })).state, 'licensed')
    const { seq, base, iss } = leaseIn(folder)
    assert.deepEqual([seq, base, iss], [2, address, built.issuer])
  }

  await shop.advanceTo(later)
  clock.now = Date.parse(later)
  await signIn(visitor, email)
  const client = await givenAClient(shop, clock, { ...updated, folder: expiring })
  assert.equal((await client.state()).state, 'expired')
  assert.equal(leaseIn(expiring).base, shop.url)
  await client.signIn(async (opened) => {
    assert.ok(opened.startsWith(`${address}/licence/authorize?`), opened)
    await allowing(visitor)(opened)
  })
  assert.equal((await client.state()).state, 'licensed')
  await client.signOut()
  assert.equal((await client.state()).state, 'none')
})

test('a proof for an address that is neither the shop’s nor the request’s own is rejected', async () => {
  const shop = await givenAShop(atTheHour)
  const { visitor } = await givenATrialUser(shop)
  const program = await createProgram(shop)
  await program.signIn(visitor)
  const renewAt = async (origin: string, named: string) => {
    const { pair, token } = program
    const elsewhere = await createProgram({ url: named }, 'analytics', pair)
    const { headers } = await fetch(`${shop.url}/licence/token`, { method: 'POST' })
    const claims = { nonce: headers.get('dpop-nonce') }
    const response = await fetch(`${origin}/licence/token`, {
      method: 'POST',
      headers: { dpop: await elsewhere.proof('POST', '/licence/token', { claims }) },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: token() }),
    })
    return ((await response.json()) as TokenBody).error ?? response.status
  }
  const other = shop.url.replace('localhost', '127.0.0.1')
  assert.equal(await renewAt(shop.url, other), 'invalid_dpop_proof')
  assert.equal(await renewAt(shop.url, 'https://shop.example'), 'invalid_dpop_proof')
  assert.equal(await renewAt(other, shop.url), 200)
  assert.equal(await renewAt(other, other), 200)
})
