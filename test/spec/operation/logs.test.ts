import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sendRaw } from '../../support/http/raw.ts'
import { aRegistration, eventually, givenAShop, givenATrialUser, password, signIn } from '../../support/given.ts'

const shop = await givenAShop()
const { port } = new URL(shop.url)

type Line = {
  level?: number
  time: string
  msg: string
  requestId?: string
  traceId?: string
  route?: string
  method?: string
  status?: number
}
const lines = () =>
  shop.log.flatMap((chunk) => chunk.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Line)
/**
 * Returns the lines logged during `work`. A line follows its response; once the line of a later request exists, all do.
 */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = lines().length
  await work()
  const later = await fetch(`${shop.url}/api/v1/plans/later`)
  const { requestId: last } = (await later.json()) as { requestId: string }
  await eventually('its line', async () => lines().some(({ requestId }) => requestId === last))
  return lines()
    .slice(before)
    .filter(({ requestId }) => requestId !== last)
}

/** Returns only the lines of requests, because jobs also log, and the provider's events arrive after the start. */
const requestsOf = async (work: () => Promise<unknown>) =>
  (await linesOf(work)).filter(({ requestId, route }) => requestId !== undefined && route !== '/webhooks/stripe')

test('a request is one line of JSON with route, status and duration', async () => {
  const logged = await requestsOf(async () => {
    await fetch(`${shop.url}/api/v1/plans/analytics-trial?secret=query`)
    await fetch(`${shop.url}/nowhere`)
  })
  assert.equal(logged.length, 2)
  const [first, second] = logged
  assert.deepEqual([first?.method, first?.route, first?.status], ['GET', '/api/v1/plans/:name', 200])
  assert.equal(second?.status, 404)
  assert.match(first?.requestId ?? '', /^[0-9a-f-]{36}$/)
  assert.ok(!Number.isNaN(Date.parse(first?.time ?? '')))
})

test('the id in an error’s response is the one in its log line; a line names the trace of its request, and ignores invalid trace headers', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  let id = ''
  const logged = await requestsOf(async () => {
    const answer = await fetch(`${shop.url}/api/v1/plans/no-such`)
    id = ((await answer.json()) as { requestId: string }).requestId
    for (const traceparent of [`00-${traceId}-00f067aa0ba902b7-01`, `00-${traceId}-00f067aa0ba902b7-01","msg":"forged`])
      await fetch(`${shop.url}/api/v1/plans/analytics-trial`, { headers: { traceparent } })
  })
  assert.equal(logged[0]?.requestId, id)
  assert.deepEqual(
    logged.slice(1).map((line) => line.traceId),
    [traceId, undefined],
  )
})

test('no line contains anything about a person, from registration to sign-out, mistakes included', async () => {
  const marks = {
    email: 'zebulon.quarles@marked-company.example',
    firstName: 'Zebulon',
    lastName: 'Quarles',
    company: 'Marked Company',
    phone: { countryCode: '+44', phoneNumber: '7911222333' },
  }
  const { visitor, email, trialToken } = await givenATrialUser(shop, marks)
  const cookie = visitor.cookies.get('session') ?? ''
  const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
  const agent = {
    'user-agent': 'marked-agent/1.0',
    'x-forwarded-for': '203.0.113.77',
    referer: 'https://marked-referer.example',
  }
  await visitor.get(`/api/v1/users/search/${email}`, agent)
  await visitor.get(`/nowhere/${email}?email=${email}`, agent)
  await visitor.get(`/try/${email}`, agent)
  await visitor.get(`/%zz/${email}`, agent)
  const link = (await (await visitor.get('/api/v1/download/analytics')).json()) as { link: string }
  await visitor.get(link.link)
  await visitor.get(`${link.link}x`)
  await visitor.post('/api/v1/users', { ...aRegistration(marks), phone: 7 })
  await visitor.post('/api/v1/users', aRegistration(marks))
  await visitor.post('/api/v1/plans/analytics-trial/checkout', {}, { 'x-trial-token': trialToken })
  await signIn(shop.visitor(), email, 'wrong password of Zebulon')
  await visitor.post('/logout')
  await signIn(visitor, email, password)
  await visitor.get('/sign-in/callback?code=marked-code&state=marked-state')
  await shop.mailTo(email, 'already')

  const signature = new URL(link.link, shop.url).searchParams.get('signature') ?? 'none'
  const secrets = [password, cookie, token, trialToken, signature, 'marked-', '203.0.113.77', '127.0.0.1', '::1']
  const text = shop.log.filter((line) => !line.includes('Server listening')).join('\n')
  for (const word of [...Object.values(marks).filter((mark) => typeof mark === 'string'), '7911222333', ...secrets])
    assert.ok(
      !text.toLowerCase().includes(word.toLowerCase()),
      `"${word}" is in the log: ${shop.log.find((line) => line.includes(word))}`,
    )
  assert.doesNotMatch(text, /eyJ[\w-]{10}|identity\/activate\?/)
})

test('visitors’ input cannot forge a log line', async () => {
  const forged = '{"level":30,"msg":"forged"}'
  const logged = await linesOf(async () => {
    await fetch(`${shop.url}/%0A${encodeURIComponent(forged)}%0D%0A`)
    await fetch(`${shop.url}/api/v1/plans/x%0A${encodeURIComponent(forged)}`)
    await fetch(`${shop.url}/`, { headers: { 'user-agent': forged, 'x-request-id': forged } })
    const raw = `GET /\u0001 HTTP/1.1\r\nHost: localhost:${port}\r\nX-Request-Id: a\rb\r\nConnection: close\r\n\r\n${forged}`
    await sendRaw(shop.url, raw)
  })
  assert.ok(logged.length >= 3)
  assert.ok(logged.every((line) => line.msg !== 'forged'))
  assert.doesNotMatch(JSON.stringify(logged), /forged|\\u001b/)
})

test('sign-ins, successful or not, and refusals are logged', async () => {
  const { email } = await givenATrialUser(shop)
  const logged = await linesOf(async () => {
    const visitor = shop.visitor()
    await signIn(visitor, email, 'not the password')
    await signIn(visitor, email)
    await visitor.get('/api/v1/subscriptions/user?id=somebody-else')
  })
  assert.ok(logged.some(({ msg }) => /sign-in was refused/.test(msg)))
  assert.ok(logged.some(({ msg }) => /signed in/.test(msg)))
  assert.ok(logged.some(({ status }) => status === 403))
})
