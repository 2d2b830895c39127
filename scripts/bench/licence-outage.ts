import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { newRefreshToken } from '../../licence/tokens.ts'
import { deriveKeys, tokenHash } from '../../platform/crypto/secrets.ts'
import { startEmbedded } from '../../server/database/embedded/embedded.ts'
import { quantile } from '../../test/proof/shapes/load.ts'
import { givenATrialUser, inboxOf } from '../../test/support/given.ts'
import { createVisitor } from '../../test/support/http/visitor.ts'
import { startProduct } from './product.ts'

const perPerson = 3
/** How long, in ms, a program waits for a response, and how long this measure does, so that it ends. */
const [patience, longest] = [10_000, 60_000]
/** `address` is that of the computer's network. */
type Device = { key: KeyObject; jwk: object; token: string; address: string }

/**
 * The time after an outage: so many devices renew at random moments within so many minutes, each once, without a nonce as after a
 * start, and each person from a network of their own. Prints how they were answered. Client, server and database share the machine.
 * Returns whether each got its lease.
 */
export async function measureOutage(count: number, minutes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-outage-'))
  const database = await startEmbedded({ folder: join(folder, 'database'), log: () => undefined })
  const secret = randomBytes(32).toString('base64url')
  // The limits count by network, so the programs reach the server as through a proxy.
  const TRUSTED_PROXIES = '127.0.0.1 ::1'
  const settings = {
    DATABASE_URL: database.ownerUrl,
    SECRET: secret,
    FORGOTTEN_LEDGER: join(folder, 'erased'),
    TRUSTED_PROXIES,
  }
  const product = await startProduct(folder, settings)
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    await givenATrialUser({ visitor: () => createVisitor(product.url), ...inboxOf(product.url) })
    const devices = await addDevices(client, secret, count)
    console.log(`${count.toLocaleString('en')} devices of ${Math.ceil(count / perPerson).toLocaleString('en')} people`)
    const times: number[] = []
    const answers = new Map<string, number>()
    const begun = performance.now()
    const report = setInterval(() => {
      console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} minutes: ${JSON.stringify([...answers])}`)
    }, minutes * 10_000)
    const renewals = devices.map(async (device) => {
      await wait(Math.floor((randomBytes(4).readUInt32BE() / 2 ** 32) * minutes * 60_000))
      const at = performance.now()
      const answer = await renew(product.url, device).catch((error: unknown) => String(error))
      times.push(performance.now() - at)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    })
    await Promise.all(renewals)
    clearInterval(report)
    const at = (part: number) => `${quantile(times, part).toFixed(0)} ms`
    console.log(`in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes: ${JSON.stringify([...answers])}`)
    console.log(`half within ${at(0.5)}, 99 % within ${at(0.99)}, 99.9 % within ${at(0.999)}`)
    console.log(
      `${times.filter((time) => time > patience).length} after more than ${patience / 1000} s, when a program tries later`,
    )
    return answers.get('200') === count
  } finally {
    await client.end()
    await product.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies the only person in the database with their trial, and gives each copy three devices with separate keys. */
async function addDevices(client: pg.Client, secret: string, count: number): Promise<Device[]> {
  const people = Math.ceil(count / perPerson)
  const columns = async (table: string, others: string) => {
    const { rows } = await client.query<{ list: string }>(
      `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
       where table_name = $1 and is_generated = 'NEVER' and not column_name = any($2)`,
      [table, others.split(' ')],
    )
    return rows[0]?.list ?? ''
  }
  const ofPerson = await columns('subscribers', 'id email email_key')
  await client.query(`insert into subscribers (id, email, email_key, ${ofPerson})
    select gen_random_uuid(), n || '@outage.example', n || '@outage.example', ${ofPerson}
    from subscribers, generate_series(1, ${people}) n`)
  const ofPlan = await columns('subscriptions', 'id subscriber_id')
  await client.query(`insert into subscriptions (id, subscriber_id, ${ofPlan}) select gen_random_uuid(), s.id, ${ofPlan}
    from (select * from subscriptions limit 1) x, subscribers s where s.email_key like '%@outage.example'`)
  const { rows } = await client.query<{ id: string }>(
    `select id from subscribers where email_key like '%@outage.example'`,
  )
  const refreshKeys = deriveKeys([secret], 'licence refresh tokens')
  const made = Array.from({ length: count }, (_, index) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
    const id = `dev_${randomBytes(16).toString('base64url')}`
    const token = newRefreshToken({ refreshKeys }, id, 1)
    const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
    const person = index % people
    const owner = rows[person]?.id ?? ''
    const address = `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`
    return { key: privateKey, jwk: { crv, kty, x, y }, token, address, row: [id, owner, jkt, tokenHash(token)] }
  })
  const column = (at: number) => made.map(({ row }) => row[at])
  await client.query(
    `insert into devices (id, subscriber_id, product, name, system, version, jkt, seq, issued_hash, approved_at, seen_at)
     select id, owner, 'analytics', 'Laptop', 'Windows 11', '4.2.0', jkt, 1, hash, now(), now()
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) as given (id, owner, jkt, hash)`,
    [0, 1, 2, 3].map(column),
  )
  return made
}

/** Renews once and returns the status. The first request has no nonce, so most take two. */
async function renew(url: string, { key, jwk, token, address }: Device): Promise<string> {
  const signal = AbortSignal.timeout(longest)
  let nonce: string | null = null
  for (;;) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { jti: randomUUID(), htm: 'POST', htu: `${url}/licence/token`, iat: 1, ...(nonce && { nonce }) }
    const input = `${part({ alg: 'ES256', typ: 'dpop+jwt', jwk })}.${part(claims)}`
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    const response = await fetch(`${url}/licence/token`, {
      method: 'POST',
      signal,
      headers: { dpop: `${input}.${signature}`, 'x-forwarded-for': address },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: token }),
    })
    const body = (await response.json()) as { error?: string; licence?: string }
    if (body.error !== 'use_dpop_nonce' || nonce !== null)
      return response.status === 200 && !body.licence ? 'no lease' : String(response.status)
    nonce = response.headers.get('dpop-nonce')
  }
}
