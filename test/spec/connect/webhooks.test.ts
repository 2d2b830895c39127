import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { forget, idOf, read } from '../../support/admin/admin-page.ts'
import { act, givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAKey, withKey } from '../../support/admin/keys.ts'
import { buy, settled } from '../../support/billing/given-buyer.ts'
import { atTheHour, eventually, givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { givenAReceiver, type Received } from '../../support/http/receiver.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const { key } = await givenAKey(administrator, ['webhooks:write'], 'CRM sync')
let status = 204
const receiver = await givenAReceiver((response) => response.writeHead(status).end(status === 204 ? '' : 'No'))

type Made = { id: string; secret: string }
type Endpoint = {
  id: string
  url: string
  state: string
  failingSince: string | null
  createdBy: string | null
  waiting: number
  failed: number
}
type Delivery = {
  message: string
  type: string
  state: string
  attempts: number
  nextAt: string | null
  triedAt: string | null
  status: number | null
  body: string
}
type Message = { type: string; data: Record<string, unknown> }

const path = (rest = '') => `/api/v1/webhooks${rest}`
const call = (rest: string, body?: object) => withKey(shop.url, key, path(rest), body)
const jsonOf = async <T>(response: Response, wanted = 200): Promise<T> => {
  assert.equal(response.status, wanted, await response.clone().text())
  return (await response.json()) as T
}
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const add = async (types: readonly string[], url = receiver.url) =>
  jsonOf<Made>(await call('', { url, types, description: 'CRM' }), 201)
const remove = async (id: string) => {
  const response = await fetch(shop.url + path(`/${id}`), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 204)
}
const endpoint = async (id: string) =>
  (await jsonOf<Endpoint[]>(await call(''))).find((one) => one.id === id) ?? assert.fail('not listed')
const deliveriesOf = async (id: string, query = '') =>
  (await jsonOf<{ deliveries: Delivery[] }>(await call(`/${id}/deliveries${query}`))).deliveries
const verified = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers) as Message
const actsAbout = async (text: string) =>
  (await read<{ act: string; by: string }[]>(administrator, `/api/v1/audit?search=${encodeURIComponent(text)}`)).map(
    ({ act, by }) => `${act} ${by}`,
  )
const next = (start: number, count = 1) =>
  eventually('a message', () =>
    Promise.resolve(receiver.received.length >= start + count && receiver.received.slice(start)),
  )

test('an endpoint receives each message of its types, signed, and the feed contains the same [10.46, 10.47]', async () => {
  const { id, secret } = await add(['trial.started', 'subscriber.registered'])
  const { email } = await givenATrialUser(shop)
  const received = await next(0, 2)
  const messages = received.map((one) => verified(secret, one))
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['subscriber.registered', 'trial.started'],
  )
  const subscriber = await idOf(shop, email)
  assert.ok(messages.every(({ data }) => data['subscriber'] === subscriber))
  const { key: reader } = await givenAKey(administrator, ['subscriptions:read', 'subscribers:read'])
  const feed = await withKey(shop.url, reader, '/api/v1/events?types=trial.started,subscriber.registered')
  const { events } = await jsonOf<{ events: (Message & { id: string })[] }>(feed)
  assert.deepEqual(
    events.map(({ id: message, ...body }) => [message, body]),
    received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body) as unknown]),
  )
  await eventually('both noted', async () => (await deliveriesOf(id, '?state=done')).length === 2)
  const [last] = await deliveriesOf(id)
  assert.deepEqual([last?.type, last?.state, last?.attempts, last?.status], ['trial.started', 'done', 1, 204])
  assert.equal(last?.body, received[1]?.body)
  const rows = await shop.sql('select * from webhook_endpoints')
  assert.ok(!JSON.stringify(rows).includes(secret.slice(6)), 'the secret is sealed')
  await remove(id)
  assert.deepEqual(await actsAbout(receiver.url), ['remove-webhook key "CRM sync"', 'add-webhook key "CRM sync"'])
})

test('after a rotation both secrets verify for a day, and each is shown once [10.48]', async () => {
  const { id, secret } = await add(['trial.ended'])
  const rotated = await jsonOf<Made>(await call(`/${id}/rotate`, {}), 201)
  assert.notEqual(rotated.secret, secret)
  const start = receiver.received.length
  assert.equal((await call(`/${id}/test`, { type: 'trial.ended' })).status, 202)
  const [message = assert.fail()] = await next(start)
  for (const one of [secret, rotated.secret]) assert.equal(verified(one, message).type, 'trial.ended')
  assert.ok(!JSON.stringify(await endpoint(id)).includes('whsec_'))
  await remove(id)
})

test('a test message is a sample that is not in the feed [10.51]', async () => {
  const { id, secret } = await add(['trial.ended'])
  const start = receiver.received.length
  await call(`/${id}/test`, {})
  const [message = assert.fail()] = await next(start)
  assert.deepEqual(verified(secret, message), {
    type: 'endpoint.test',
    timestamp: (JSON.parse(message.body) as { timestamp: string }).timestamp,
    data: { subscriber: null },
  })
  const { key: reader } = await givenAKey(administrator, ['subscriptions:read', 'subscribers:read', 'invoices:read'])
  const feed = await withKey(shop.url, reader, '/api/v1/events?limit=1000')
  const { events } = await jsonOf<{ events: { id: string }[] }>(feed)
  assert.ok(events.length > 0 && events.every((event) => event.id !== message.headers['webhook-id']))
  await remove(id)
})

test('a test message of a type has the members of a real one [10.51]', async () => {
  const own = await givenAShop(atTheHour)
  const admin = await givenAnAdministrator(own)
  const scopes = ['webhooks:write', 'subscriptions:read', 'subscribers:read', 'invoices:read'] as const
  const { key: wide } = await givenAKey(admin, scopes)
  const send = (rest: string, body?: object) => withKey(own.url, wide, path(rest), body)
  await buy((await givenATrialUser(own)).visitor)
  await settled(own)
  await forget(admin, await idOf(own, (await givenATrialUser(own)).email))
  await act(admin, `cancel/${(await givenATrial(own)).id}`, { comment: 'Asked to' })
  for (const day of ['01-29', '02-02']) await own.advanceTo(`2027-${day}T12:00:00Z`)
  const { events } = await jsonOf<{ events: Message[] }>(await withKey(own.url, wide, '/api/v1/events?limit=1000'))
  const membersOf = ({ type, data }: Message) =>
    [type, ...Object.keys(data).filter((name) => name !== 'subscriber' || data[name] !== null)].toSorted().join(' ')
  const real = new Map(events.map((event) => [event.type, event]))
  for (const type of ['trial.ending', 'trial.converted', 'payment.paid', 'invoice.paid', 'subscriber.erased'])
    assert.ok(real.has(type), type)

  const { id } = await jsonOf<Made>(await send('', { url: 'http://127.0.0.1:9/', types: ['trial.ended'] }), 201)
  for (const type of real.keys()) assert.equal((await send(`/${id}/test`, { type })).status, 202)
  const listed = await send(`/${id}/deliveries?limit=100`)
  const { deliveries } = await jsonOf<{ deliveries: Delivery[] }>(listed)
  assert.deepEqual(
    deliveries.map(({ body }) => membersOf(JSON.parse(body) as Message)).toSorted(),
    [...real.values()].map(membersOf).toSorted(),
  )
})

test('a failed message is shown with its response, and is sent again under the same id [10.53, 10.54]', async () => {
  const { id } = await add(['subscriber.registered'])
  status = 500
  const start = receiver.received.length
  await givenATrialUser(shop)
  await next(start)
  const failed = await eventually('the failure', async () => (await deliveriesOf(id)).find((one) => one.status === 500))
  assert.deepEqual([failed.state, failed.attempts], ['waiting', 1])
  status = 204
  assert.equal((await call(`/${id}/deliveries/${failed.message}/send-again`, {})).status, 202)
  const [first, again] = await next(start, 2)
  assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id'])
  await eventually('success', async () => (await deliveriesOf(id, '?state=done')).length === 1)
  const unknown = await call(`/${id}/deliveries/msg_${'0'.repeat(32)}/send-again`, {})
  assert.deepEqual(await codeOf(unknown), [404, 'NOT_FOUND'])
  await remove(id)
})

test('a paused endpoint receives nothing, and the messages of that time can be replayed [10.49, 10.52]', async () => {
  const { id } = await add(['subscriber.registered'])
  const since = new Date().toISOString()
  assert.equal((await call(`/${id}/pause`, {})).status, 204)
  assert.equal((await endpoint(id)).state, 'off')
  for (const act of ['pause', 'test'] as const)
    assert.deepEqual(await codeOf(await call(`/${id}/${act}`, {})), [409, 'WEBHOOK_OFF'])
  assert.deepEqual(await codeOf(await call(`/${id}/replay`, { since })), [409, 'WEBHOOK_OFF'])
  const start = receiver.received.length
  const { email } = await givenATrialUser(shop)
  await shop.catchUp()
  assert.equal((await call(`/${id}/resume`, {})).status, 204)
  await shop.catchUp()
  assert.equal(receiver.received.length, start)
  for (const times of [{ since: '2099-01-01T00:00:00Z' }, { since, until: since }]) {
    const refused = await jsonOf<{ errors: unknown }>(await call(`/${id}/replay`, times), 400)
    const message = 'The start must be before the end, which is now if none is given'
    assert.deepEqual(refused.errors, [{ field: 'since', code: 'START_NOT_BEFORE_END', message }])
  }
  const { queued } = await jsonOf<{ queued: number }>(await call(`/${id}/replay`, { since }), 202)
  assert.equal(queued, 1)
  const [message = assert.fail()] = await next(start)
  assert.equal((JSON.parse(message.body) as Message).data['subscriber'], await idOf(shop, email))
  await remove(id)
})

test('switching on an endpoint that is on changes nothing; one that was off starts its attempts again', async () => {
  const { id } = await add(['subscriber.registered'], `${receiver.url}?resumed`)
  status = 500
  const start = receiver.received.length
  await givenATrialUser(shop)
  await next(start)
  const tried = await eventually('the attempt', async () => (await deliveriesOf(id)).find((one) => one.status === 500))
  const before = await endpoint(id)
  assert.deepEqual([before.state, typeof before.failingSince, tried.attempts], ['on', 'string', 1])
  assert.equal((await call(`/${id}/resume`, {})).status, 204)
  assert.deepEqual([await endpoint(id), await deliveriesOf(id)], [before, [tried]])

  for (const act of ['pause', 'resume']) assert.equal((await call(`/${id}/${act}`, {})).status, 204)
  const again = await eventually('the next attempt', async () =>
    (await deliveriesOf(id)).find(({ triedAt }) => triedAt !== tried.triedAt),
  )
  assert.deepEqual([again.state, again.attempts], ['waiting', 1])
  status = 204
  assert.deepEqual(
    (await actsAbout(before.url)).map((line) => line.split(' ')[0]),
    ['resume-webhook', 'pause-webhook', 'add-webhook'],
  )
  await remove(id)
})

// connect/rules/public-address.test.ts has every kind of address, and contract-truth.test.ts breaks each field.
test('addresses that are not public are rejected, and an unknown endpoint returns 404 [10.45]', async () => {
  for (const url of ['http://169.254.169.254/latest', 'https://user:secret@127.0.0.1/', 'https://127.0.0.1/#part'])
    assert.deepEqual(await codeOf(await call('', { url, types: ['trial.ended'] })), [422, 'ADDRESS_NOT_PUBLIC'], url)
  const test = { url: receiver.url, types: ['endpoint.test'] }
  assert.deepEqual(await codeOf(await call('', test)), [400, 'INVALID_INPUT'])
  assert.deepEqual(await codeOf(await call(`/we_${'0'.repeat(24)}/pause`, {})), [404, 'NOT_FOUND'])
  assert.deepEqual(await jsonOf<Endpoint[]>(await call('')), [])
})

test('an address with a misleading spelling is listed and recorded as the one to which it leads', async () => {
  for (const [url, shown] of [
    ['http://127.0.0.1:9\\@crm.example/hooks', 'http://127.0.0.1:9/@crm.example/hooks'],
    ['http:127.0.0.1:9/hooks', null],
    ['http://0x7f.1:9/hooks', 'http://127.0.0.1:9/hooks'],
    ['http:///127.0.0.1:9/a/../hooks', 'http://127.0.0.1:9/hooks'],
  ] as const) {
    const response = await call('', { url, types: ['trial.ended'] })
    if (shown === null) {
      assert.deepEqual(await codeOf(response), [400, 'INVALID_INPUT'])
      continue
    }
    const { id } = await jsonOf<Made>(response, 201)
    assert.equal((await endpoint(id)).url, shown)
    assert.equal((await actsAbout(shown))[0]?.split(' ')[0], 'add-webhook')
    await remove(id)
  }
})

test('there can be at most twenty endpoints', async () => {
  const made: Made[] = []
  for (let count = 0; count < 20; count += 1) made.push(await add(['trial.ended']))
  assert.deepEqual(await codeOf(await call('', { url: receiver.url, types: ['trial.ended'] })), [409, 'WEBHOOK_LIMIT'])
  for (const { id } of made) await remove(id)
})

test('administrators are emailed once everything has failed for a day, and once the endpoint is switched off', async () => {
  const moving = await givenAShop({ CLOCK_START: '2027-01-01T00:00:10Z' })
  const chief = await givenAnAdministrator(moving)
  const made = await chief.post('/api/v1/webhooks', { url: 'http://127.0.0.1:9/gone', types: ['trial.started'] })
  const { id } = await jsonOf<Made>(made, 201)
  const test = () => chief.post(`/api/v1/webhooks/${id}/test`, {})
  assert.equal((await test()).status, 202)
  await moving.catchUp()
  await moving.advanceTo('2027-01-02T00:10:00Z')
  await moving.mailTo('admin@shop.example', 'A webhook endpoint is failing')
  await moving.sql(`update webhook_deliveries set run_at = '2027-01-07T00:00:00Z'`)
  await moving.advanceTo('2027-01-07T00:20:00Z')
  const mail = await moving.mailTo('admin@shop.example', 'was switched off')
  assert.match(mail.text, /127\.0\.0\.1:9\/gone/)
})
