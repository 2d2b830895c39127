import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyRow } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnUndeliveredMail } from '../../support/servers/given-mail.ts'
import {
  activate,
  eventually,
  freePort,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  whoIs,
} from '../../support/given.ts'
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

/** What a mail server got, with the quoted-printable lines put together. */
const readable = (source: string) => source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

test('while the mail server is down, the database holds no link to an account, and the link works once it is up', async () => {
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

test('mails that an earlier version stored in clear are sealed at the start, and still arrive', async () => {
  await place.leave()
  const token = 'A'.repeat(43)
  const to = 'early.version@acme.example'
  const id = await givenAnUndeliveredMail(shop, { to, text: `https://shop.example/identity/reset?token=${token}` })
  await shop.restart()
  assert.ok(!(await everything()).includes(token))
  const received = await place.serve()
  await shop.sql('update jobs set given_up_at = null, attempts = 0, run_at = created_at where id = $1', [id])
  const mail = await eventually('the mail', async () => received.find((one) => one.to.includes(to)))
  assert.ok(readable(mail.source).includes(token))
})

test('what an earlier version kept of an erased person is sealed at the start, and an auditor still reads it', async () => {
  const id = crypto.randomUUID()
  const email = 'early.sealed@acme.example'
  const person = { id, email, firstName: 'Early', lastName: 'Sealed', company: 'Acme', country: 'GB', state: null }
  const at = '2026-01-01T00:00:00.000Z'
  const check = { at, occasion: 'registration', outcome: 'PASS', lists: [], reasons: [], decided_by: 'system' }
  await shop.sql(
    `insert into sealed_records (id, kind, content, sealed_at, keep_until)
     values (gen_random_uuid(), 'checks', $1, '2026-02-01', '2100-01-01')`,
    [JSON.stringify({ person, records: [check] })],
  )
  await shop.restart()
  assert.ok(!(await everything()).includes(email))
  const administrator = await givenAnAdministrator(shop)
  for (const query of ['', `?subscriber=${id}`]) {
    const exported = await administrator.get(`/api/v1/export/screening${query}`)
    assert.equal(exported.status, 200)
    assert.match(await exported.text(), new RegExp(`${id},Early Sealed,${email}`))
  }
})
