import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, test } from 'vitest'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailTransport } from './port.ts'
import { createSmtpTransport, smtpTimeouts } from './smtp.ts'

const from = 'Parallax <shop@parallax.example>'
const mail = { id: 'm-1', to: 'ann@acme.example', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

/** Starts a mail server that keeps the emails it receives, with the given faults. */
async function aServer(faults: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      void buffer(stream).then((source) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: source.toString() })
        return done()
      })
    },
    ...faults,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received }
}

type Received = { to: string[]; source: string }

function transportTo(port: number, user = '', timeouts = {}): MailTransport {
  const transport = createSmtpTransport({ url: `smtp://${user}127.0.0.1:${port}`, from, timeouts })
  ending.push(() => transport.close())
  return transport
}

const refusing = (responseCode: number) => Object.assign(new Error('No'), { responseCode })
const headers = (source: string): string[] =>
  (source.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')

test('an email goes to one address, from the operator’s, marked as sent automatically', async () => {
  const { port, received } = await aServer()
  await transportTo(port).send(mail)
  assert.deepEqual(received[0]?.to, ['ann@acme.example'])
  const lines = headers(received[0].source)
  assert.ok(lines.includes('From: Parallax <shop@parallax.example>'))
  assert.ok(lines.includes('To: ann@acme.example'))
  assert.ok(lines.includes('Auto-Submitted: auto-generated'))
})

test('the same id gives the same Message-ID, and another id another', async () => {
  const { port, received } = await aServer()
  const transport = transportTo(port)
  await transport.send(mail)
  await transport.send(mail)
  await transport.send({ ...mail, id: 'm-2' })
  const ids = received.map(({ source }) => headers(source).find((line) => line.startsWith('Message-ID:')))
  assert.deepEqual(ids, [
    'Message-ID: <m-1@parallax.example>',
    'Message-ID: <m-1@parallax.example>',
    'Message-ID: <m-2@parallax.example>',
  ])
})

test('a subject with line breaks adds no header', async () => {
  const { port, received } = await aServer()
  await transportTo(port).send({ ...mail, subject: 'Hi\r\nBcc: eve@evil.example\nX-Evil: 1\u2028\0end' })
  const lines = headers(received[0]?.source ?? '')
  assert.deepEqual(
    lines.filter((line) => /^(to|cc|bcc|x-evil|subject):/i.test(line)),
    ['To: ann@acme.example', 'Subject: Hi Bcc: eve@evil.example X-Evil: 1 end'],
  )
  assert.deepEqual(received[0]?.to, ['ann@acme.example'])
})

for (const to of [
  'ann@acme.example\r\nBcc: eve@evil.example',
  'ann@acme.example, eve@evil.example',
  'ann@acme.example;eve@evil.example',
  'Ann <ann@acme.example>',
  'ann@acme.example>\r\nRCPT TO:<eve@evil.example',
  '',
]) {
  test(`a recipient of ${JSON.stringify(to)} is refused permanently and nothing is sent`, async () => {
    const { port, received } = await aServer()
    const transport = transportTo(port)
    await assert.rejects(transport.send({ ...mail, to }), (error) => transport.explain(error).permanent)
    assert.deepEqual(received, [])
  })
}

const faults: [string, SMTPServerOptions, boolean][] = [
  ['an unknown recipient (550)', { onRcptTo: (_, __, done) => done(refusing(550)) }, true],
  [
    'a message refused (554)',
    { onData: (stream, _, done) => void stream.resume().on('end', () => done(refusing(554))) },
    true,
  ],
  ['a recipient put off (451)', { onRcptTo: (_, __, done) => done(refusing(451)) }, false],
  [
    'a message put off (452)',
    { onData: (stream, _, done) => void stream.resume().on('end', () => done(refusing(452))) },
    false,
  ],
  ['a sender refused (550): the operator’s mistake', { onMailFrom: (_, __, done) => done(refusing(550)) }, false],
  ['a server closed to us (554)', { onConnect: (_, done) => done(refusing(554)) }, false],
]
for (const [what, options, permanent] of faults) {
  test(`${what} is ${permanent ? 'permanent' : 'temporary'}`, async () => {
    const { port } = await aServer(options)
    const transport = transportTo(port)
    await assert.rejects(transport.send(mail), (error) => transport.explain(error).permanent === permanent)
  })
}

test('a wrong password is retried, because the operator can correct it', async () => {
  const { port } = await aServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(refusing(535)),
  })
  const transport = transportTo(port, 'shop:wrong@')
  await assert.rejects(transport.send(mail), (error) => !transport.explain(error).permanent)
})

test('a server that offers no sign-in gets no email while a password is set, and the email is retried', async () => {
  const { port, received } = await aServer()
  const transport = transportTo(port, 'shop:right@')
  await assert.rejects(transport.send(mail), (error) => {
    const { permanent, fault } = transport.explain(error)
    return !permanent && fault === 'sign-in'
  })
  assert.deepEqual(received, [])
})

test('an unreachable server is retried, and the mail is sent once it is back', async () => {
  const { port } = await aServer()
  await ending.pop()?.()
  const transport = transportTo(port)
  await assert.rejects(transport.send(mail), (error) => !transport.explain(error).permanent)
  const back = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], logger: false, closeTimeout: 100 })
  await new Promise<void>((resolve) => back.listen(port, '127.0.0.1', resolve))
  ending.push(() => new Promise<void>((resolve) => back.close(() => resolve())))
  ending.push(() => transport.close())
  await transport.send(mail)
})

test('a server that does not respond counts as a failed attempt', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  ending.push(() => silent.close())
  const transport = transportTo((silent.address() as AddressInfo).port, '', { connect: 100 })
  await assert.rejects(transport.send(mail), (error) => !transport.explain(error).permanent)
})

test('waits up to a minute for the greeting, and ten minutes for a reply', () => {
  const { connect, reply, send } = smtpTimeouts
  assert.ok(connect >= 60_000 && reply >= 10 * 60_000)
  assert.ok(send > connect + reply, 'the attempt does not end during the last reply')
})

test('an email that is aborted is not handed over, and the next one is sent', async () => {
  const [waits, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { port, received } = await aServer({
    // Otherwise the message is sent with the recipient.
    hidePIPELINING: true,
    async onRcptTo(_address, _session, done) {
      waits.resolve()
      await goesOn.promise
      done()
    },
  })
  const transport = transportTo(port)
  const abort = new AbortController()
  const delivery = assert.rejects(transport.send(mail, abort.signal), (error) => !transport.explain(error).permanent)
  await waits.promise
  abort.abort()
  await delivery
  goesOn.resolve()
  await transport.send({ ...mail, to: 'bea@acme.example' })
  assert.deepEqual(
    received.map(({ to }) => to),
    [['bea@acme.example']],
  )
})

test('closing ends a delivery that the server does not acknowledge', async () => {
  const handedOver = Promise.withResolvers<void>()
  const { port } = await aServer({ onData: (stream) => void stream.resume().on('end', handedOver.resolve) })
  const transport = transportTo(port, '', { close: 50 })
  const delivery = assert.rejects(transport.send(mail), (error) => !transport.explain(error).permanent)
  await handedOver.promise
  await transport.close()
  await delivery
})

test('TLS is required except on loopback: a server without it gets no email', async () => {
  const { port, received } = await aServer()
  // A name of this machine that is not recognized as local.
  const transport = createSmtpTransport({ url: `smtp://[::ffff:127.0.0.1]:${port}`, from })
  ending.push(() => transport.close())
  await assert.rejects(transport.send(mail), { code: 'ETLS' })
  assert.deepEqual(received, [])
})

test('an unusable MAIL_FROM or SMTP_URL is reported immediately', () => {
  for (const wrong of ['', 'shop', 'a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example']) {
    assert.throws(() => createSmtpTransport({ url: 'smtp://127.0.0.1:25', from: wrong }), TypeError)
  }
  assert.throws(() => createSmtpTransport({ url: 'http://127.0.0.1', from }), TypeError)
})
