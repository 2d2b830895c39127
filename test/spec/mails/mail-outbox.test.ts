import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventually, freePort, givenARegistration, givenAShop } from '../../support/given.ts'
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
