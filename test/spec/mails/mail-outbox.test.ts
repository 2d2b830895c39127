import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, eventually, freePort, givenARegistration, givenAShop } from '../../support/given.ts'
import { refusal, useMailPlace } from '../../support/servers/mail-server.ts'

const port = await freePort()
const place = useMailPlace(port)
const shop = await givenAShop({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Shop <shop@shop.example>' })
const plain = { disabledCommands: ['AUTH', 'STARTTLS'] }

const outboxOf = (email: string) =>
  shop.sql<{ attempts: number; last_error: string | null; given_up_at: Date | null }>(
    "select attempts, last_error, given_up_at from jobs where payload ->> 'to' = $1",
    [email],
  )

test('a registration succeeds without a mail server, and the email is sent once when there is one', async () => {
  const { email } = await givenARegistration(shop)
  await eventually('a failed attempt', async () =>
    (await outboxOf(email)).some(({ last_error: error }) => error !== null),
  )
  const received = await place.serve()
  await eventually('an empty outbox', async () => (await outboxOf(email)).length === 0)
  const mails = received.filter(({ to }) => to.includes(email))
  assert.equal(mails.length, 1)
  assert.deepEqual(mails[0]?.to, [email])
  assert.equal(mails[0].from, 'shop@shop.example')
})

test('an email deferred by the server is sent again, and arrives once', async () => {
  let putOff = 0
  const received = await place.serve({
    ...plain,
    onRcptTo(_address, _session, done) {
      putOff += 1
      done(putOff === 1 ? refusal(451, 'Try later') : null)
    },
  })
  const { email } = await givenARegistration(shop)
  await eventually('the mail', async () => received.some(({ to }) => to.includes(email)))
  await eventually('an empty outbox', async () => (await outboxOf(email)).length === 0)
  assert.equal(received.length, 1)
})

test('an email that the server refuses permanently is not retried, and is kept for administrators', async () => {
  await place.serve({
    ...plain,
    onRcptTo: (_address, _session, done) => done(refusal(550, 'No such person')),
  })
  const { email } = await givenARegistration(shop)
  const [kept] = await eventually('a mail given up', async () => {
    const found = await outboxOf(email)
    return found.some(({ given_up_at: at }) => at !== null) && found
  })
  assert.equal(kept?.attempts, 1)
  assert.ok(!shop.log.join('').includes(email))
})

test('a waiting email survives a restart of the shop', async () => {
  await place.leave()
  const { email } = await givenARegistration(shop)
  await eventually('a failed attempt', async () =>
    (await outboxOf(email)).some(({ last_error: error }) => error !== null),
  )
  await shop.stop()
  const received = await place.serve()
  await shop.restart()
  await eventually('the mail', async () => received.some(({ to }) => to.includes(email)))
  await eventually('an empty outbox', async () => (await outboxOf(email)).length === 0)
  assert.equal(received.filter(({ to }) => to.includes(email)).length, 1)
})

test('a transaction that is rolled back sends no email', async () => {
  const received = await place.serve()
  const registration = aRegistration({ firstName: 'Jane\u0000' })
  const answer = await shop.visitor().post('/api/v1/users', registration)
  assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status))
  const { email } = await givenARegistration(shop)
  await eventually('the mail after it', async () => received.some(({ to }) => to.includes(email)))
  assert.ok(!received.some(({ to }) => to.includes(registration.email)))
})

test('no name or address can add a line to an email’s header', async () => {
  const received = await place.serve()
  const hostile = [
    { firstName: 'Jane\r\nBcc: thief@evil.example' },
    { lastName: 'Doe\nSubject: You won' },
    { company: 'Northwind\r\n\r\n<h1>Hello</h1>' },
    { firstName: 'Jane\u2028Bcc: thief@evil.example' },
    { email: 'jane@northwind.example\r\nBcc: thief@evil.example' },
    { email: 'jane@northwind.example,thief@evil.example' },
    { email: 'Jane <jane@northwind.example>' },
    { email: '"jane\r\n"@northwind.example' },
  ]
  for (const change of hostile) {
    const answer = await shop.visitor().post('/api/v1/users', aRegistration(change))
    assert.equal(answer.status, 400, JSON.stringify(change))
  }
  const { email } = await givenARegistration(shop, {
    firstName: 'Jäne &amp; Co =?utf-8?B?WA==?=',
    lastName: "O'Neill",
  }).catch(() => givenARegistration(shop, { firstName: 'Jäne & Co', lastName: "O'Neill" }))
  await eventually('the mail', async () => received.some(({ to }) => to.includes(email)))
  for (const { to, source } of received) {
    const head = source.split('\r\n\r\n', 1)[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    assert.equal(to.length, 1)
    assert.equal([...head.matchAll(/^to:/gim)].length, 1)
    assert.equal([...head.matchAll(/^subject:/gim)].length, 1)
    assert.doesNotMatch(head, /^(bcc|cc):/im)
    assert.doesNotMatch(source, /thief@evil/)
  }
})
