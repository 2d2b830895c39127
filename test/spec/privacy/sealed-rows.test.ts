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

test('while the mail server is down, the database contains no link to an account, and the link works once it is up', async () => {
  const { visitor, email } = await givenARegistration(shop)
  const admin = 'admin@shop.example'
  const stranger = shop.visitor()
  await stranger.submit(await stranger.form('/identity/forgotten'), { email: admin })
  await failed(email)
  await failed(admin)
  const kept = await everything()
  const received = await place.serve()
  const mailOf = (to: string) =>
    eventually(`the mail to ${to}`, async () => received.find((mail) => mail.to.includes(to)))
  const activation = readable((await mailOf(email)).source)
  const reset = readable((await mailOf(admin)).source)
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
