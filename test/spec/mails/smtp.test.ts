import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'vitest'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { read } from '../../support/admin/admin-page.ts'
import { aCertificate } from '../../support/servers/certificate.ts'
import { useCluster } from '../../support/cluster.ts'
import {
  activate,
  eventually,
  freePort,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
} from '../../support/given.ts'
import { refusal, useMailPlace, type ReceivedMail } from '../../support/servers/mail-server.ts'

// The whole product, with a mail server that requires STARTTLS, a sign-in, and a certificate of a trusted authority.
const own = aCertificate('localhost')
setDefaultCACertificates([...getCACertificates('default'), own.cert])
const port = await freePort()
const place = useMailPlace(port)
const cluster = await useCluster()
const begin = '2026-11-20T12:00:00Z'
const shop = await givenAShop(
  {
    SMTP_URL: `smtp://shop%40shop.example:a%20pass%3Aword@localhost:${port}?requireTLS=true`,
    MAIL_FROM: 'Shop <shop@shop.example>',
    CLOCK_START: begin,
  },
  cluster,
)

const demanding: SMTPServerOptions = {
  ...own,
  onAuth({ username = '', password }, { secure }, done) {
    const right = secure && username === 'shop@shop.example' && password === 'a pass:word'
    done(right ? null : refusal(535, 'Wrong'), { user: username })
  },
}

type Row = { attempts: number; run_at: Date; tried_at: Date; last_error: string; given_up_at: Date | null }
const rowOf = async (email: string) =>
  (
    await shop.sql<Row>(
      "select attempts, run_at, tried_at, last_error, given_up_at from jobs where kind = 'email' and payload ->> 'to' = $1 and last_error is not null and leased_until is null",
      [email],
    )
  )[0]
const failed = (email: string, times = 1) =>
  eventually(`attempt ${times} to fail`, async () => {
    const row = await rowOf(email)
    return row !== undefined && row.attempts >= times && row
  })
const gone = (email: string) =>
  eventually('the mail to have left', async () => {
    return (await shop.sql("select 1 from jobs where payload ->> 'to' = $1", [email])).length === 0
  })
const arrived = (received: readonly ReceivedMail[], email: string) => received.filter(({ to }) => to.includes(email))

type Undelivered = { to: string; state: string; fault: string; answer: string | null; kind: string }
const asAdmin = async (email: string) =>
  (await read<Undelivered[]>(await givenAnAdministrator(shop), '/api/v1/mails/undelivered')).find(
    ({ to }) => to === email,
  )

test('a registration’s email arrives once, over TLS, from the authenticated sender, and its link opens the trial', async () => {
  const received = await place.serve(demanding)
  const { visitor, email } = await givenARegistration(shop)
  await gone(email)
  const [mail, ...more] = arrived(received, email)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [mail?.to, mail?.from, mail?.secure, mail?.user],
    [[email], 'shop@shop.example', true, 'shop@shop.example'],
  )
  const { subject = '', text = '', html = '' } = await PostalMime.parse(mail?.source ?? '')
  const sent = { id: '1', to: email, subject, text, html, sentAt: '' }
  await activate({ mailTo: () => Promise.resolve(sent) }, visitor, email)
  const { subscriptions } = await read<{ subscriptions: { subscription: { status: string } }[] }>(
    visitor,
    '/api/v1/subscriptions/user',
  )
  assert.equal(subscriptions[0]?.subscription.status, 'active')
})

test('an email whose sender is rejected only with the recipient is retried', async () => {
  const refused = refusal(553, '5.7.1 <shop@shop.example>: Sender address rejected: not owned by user')
  await place.serve({ ...demanding, onRcptTo: (_address, _session, done) => done(refused) })
  const { email } = await givenARegistration(shop)
  await failed(email)
  const shown = await asAdmin(email)
  assert.deepEqual([shown?.state, shown?.fault], ['waiting', 'sender'])
  await shop.sql("delete from jobs where kind = 'email'")
})

test('an email rejected permanently, or for the fortieth time, is reported as failed in the log, the admin area and the metrics [10.35]', async () => {
  const answers = new Map<string, Error>()
  await place.serve({
    ...demanding,
    onRcptTo: ({ address }, _session, done) => done(answers.get(address) ?? refusal(451, 'Later')),
  })
  const tired = await givenARegistration(shop)
  await failed(tired.email)
  await shop.sql("update jobs set attempts = 39 where payload ->> 'to' = $1", [tired.email])
  answers.set('nobody.here@northwind-bottling.example', refusal(550, '5.1.1 <nobody.here> is no mailbox'))
  const { email } = await givenARegistration(shop, { email: 'nobody.here@northwind-bottling.example' })
  for (const [address, attempts] of [
    [email, 1],
    [tired.email, 40],
  ] as const)
    await eventually(`the mail to ${address} to be given up`, async () => {
      const row = await rowOf(address)
      return row?.given_up_at && row.attempts === attempts
    })

  const { state, fault, answer, kind } = (await asAdmin(email)) ?? assert.fail('not in the admin area')
  assert.deepEqual([state, fault, kind], ['given-up', 'recipient', 'activation'])
  assert.equal(answer, '550 5.1.1 <nobody.here> is no mailbox')
  assert.equal((await asAdmin(tired.email))?.state, 'given-up')

  const lines = shop.log.filter((line) => line.includes('a job was given up'))
  assert.equal(lines.length, 2)
  const [last] = lines.map((line) => JSON.parse(line) as { level: number; status: number }).slice(-1)
  assert.equal(last?.level, 40)
  for (const address of [email, tired.email, 'nobody.here'])
    assert.ok(!shop.log.join('').includes(address), 'no address in the log')
  const metrics = await (await fetch(`${shop.url}/metrics`)).text()
  assert.match(metrics, /^jobs_given_up\{kind="email"\} 2$/m)
  assert.match(metrics, /^jobs_waiting\{kind="email"\} \d+$/m)
  await shop.sql("delete from jobs where kind = 'email'")
})

test('a mail server that hangs blocks no one: people register meanwhile, and each email arrives once afterwards', async () => {
  const connections = await place.hang()
  const first = await givenARegistration(shop)
  await eventually('the shop to hang on the server', async () => connections() > 0)
  const people = [first, await givenARegistration(shop), await givenARegistration(shop)]
  assert.ok(connections() > 0, 'it still hangs')
  const received = await place.serve(demanding)
  for (const { email } of people) await gone(email)
  for (const { email } of people) assert.equal(arrived(received, email).length, 1)
})

test('a mail server that disconnects before it acknowledges gets the email again under the same id', async () => {
  let first = ''
  await place.serve({
    ...demanding,
    onData(stream) {
      void buffer(stream).then((source) => {
        first = source.toString()
        return place.leave()
      })
    },
  })
  const { email } = await givenARegistration(shop)
  await failed(email)
  const received = await place.serve(demanding)
  await gone(email)
  const [again, ...more] = arrived(received, email)
  assert.deepEqual(more, [])
  const idOf = (source = '') => /^message-id: (.+)$/im.exec(source)?.[1]?.trim()
  assert.ok(idOf(first))
  assert.equal(idOf(again?.source), idOf(first))
})

test('a mail server without STARTTLS, with a certificate that nobody trusts, or that refuses the shop’s password gets no email, which is sent once the fault is fixed', async () => {
  const faults: [SMTPServerOptions, string][] = [
    [{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, 'encryption'],
    [aCertificate('localhost'), 'encryption'],
    [{ onAuth: (_, __, done) => done(refusal(535, 'Bad password')) }, 'sign-in'],
  ]
  const signIns: boolean[] = []
  const emails: string[] = []
  for (const [options, fault] of faults) {
    const refused = await place.serve({
      ...demanding,
      onAuth(_auth, { secure }, done) {
        signIns.push(secure)
        done(null, { user: 'anybody' })
      },
      ...options,
    })
    const { email } = await givenARegistration(shop)
    emails.push(email)
    await failed(email)
    const shown = await asAdmin(email)
    assert.deepEqual([shown?.state, shown?.fault], ['waiting', fault])
    assert.deepEqual(refused, [])
  }
  assert.ok(!signIns.includes(false), 'the password is not said in the open')
  const received = await place.serve(demanding)
  for (const email of emails) await gone(email)
  for (const email of emails) assert.equal(arrived(received, email).length, 1)
})

test('a shop that stops waits a few seconds for a mail server that does not acknowledge, and stores the failure', async () => {
  const handedOver = Promise.withResolvers<void>()
  await place.serve({ ...demanding, onData: (stream) => void stream.resume().on('end', handedOver.resolve) })
  const { email } = await givenARegistration(shop)
  await handedOver.promise
  const began = performance.now()
  await shop.stop()
  const seconds = (performance.now() - began) / 1000
  assert.ok(seconds < 14, `${seconds} s`)
  assert.equal((await rowOf(email))?.last_error, 'unreachable')
})
