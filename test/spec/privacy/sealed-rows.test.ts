import assert from 'node:assert/strict'
import { test } from 'vitest'
import { everyRow } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { activate, eventually, freePort, givenARegistration, givenAShop, whoIs } from '../../support/given.ts'
import { useMailPlace } from '../../support/servers/mail-server.ts'

const cluster = await useCluster()
const port = await freePort()
const place = useMailPlace(port)
const shop = await givenAShop({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Shop <shop@shop.example>' }, cluster)

const everything = async () => (await everyRow(shop)).join('\n')

const failed = (to: string) =>
  eventually(`a failed mail to ${to}`, async () => {
    const rows = await shop.sql<{ last_error: string | null }>(
      "select last_error from jobs where kind = 'email' and payload ->> 'to' = $1",
      [to],
    )
    return rows.length > 0 && rows.every((row) => row.last_error !== null)
  })

/** Decodes the quoted-printable lines of a received email. */
const readable = (source: string) => source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

test('while the mail server is down, people register and the database contains no link to an account; after a restart each email is sent once, and its link works', async () => {
  const { visitor, email } = await givenARegistration(shop)
  const admin = 'admin@shop.example'
  const stranger = shop.visitor()
  await stranger.submit(await stranger.form('/identity/forgotten'), { email: admin })
  await failed(email)
  await failed(admin)
  const kept = await everything()
  await shop.stop()
  const received = await place.serve()
  await shop.restart()
  await eventually(
    'an empty outbox',
    async () => (await shop.sql(`select 1 from jobs where kind = 'email'`)).length === 0,
  )
  const mailOf = (to: string) => {
    const [mail, ...more] = received.filter((one) => one.to.includes(to))
    assert.deepEqual([mail?.to, mail?.from, more], [[to], 'shop@shop.example', []])
    return readable(mail?.source ?? '')
  }
  const [activation, reset] = [mailOf(email), mailOf(admin)]
  for (const source of [activation, reset]) {
    const token = /\/identity\/(?:activate|reset)\?token=([\w-]{43})/.exec(source)?.[1]
    assert.ok(token, 'the mail has a link')
    assert.ok(!kept.includes(token), 'no table has its token')
    assert.ok(!(await everything()).includes(token), 'nor has one afterwards')
  }
  assert.doesNotMatch(kept, /\/identity\/(activate|reset)/)
  await activate({ mailTo: async () => ({ text: activation }) as never }, visitor, email)
  assert.equal(await whoIs(visitor), email)
})
