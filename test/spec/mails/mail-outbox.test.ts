import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, eventually, freePort, givenARegistration, givenAShop } from '../../support/given.ts'
import { useMailPlace } from '../../support/servers/mail-server.ts'

const port = await freePort()
const place = useMailPlace(port)
const shop = await givenAShop({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Shop <shop@shop.example>' })

const outboxOf = (email: string) =>
  shop.sql<{ last_error: string | null }>("select last_error from jobs where payload ->> 'to' = $1", [email])

test('a registration succeeds without a mail server, and its email survives a restart of the shop and is sent once when there is a server', async () => {
  const { email } = await givenARegistration(shop)
  await eventually('a failed attempt', async () =>
    (await outboxOf(email)).some(({ last_error: error }) => error !== null),
  )
  await shop.stop()
  const received = await place.serve()
  await shop.restart()
  await eventually('an empty outbox', async () => (await outboxOf(email)).length === 0)
  const [mail, ...more] = received.filter(({ to }) => to.includes(email))
  assert.deepEqual([mail?.to, mail?.from, more], [[email], 'shop@shop.example', []])
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
