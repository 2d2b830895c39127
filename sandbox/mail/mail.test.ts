import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test } from 'vitest'
import type { Html } from '../../platform/html.ts'
import { page } from '../../platform/page.ts'
import { createSmtpTransport } from '../../server/adapters/mail/smtp.ts'
import type { MailTransport } from '../../server/adapters/mail/port.ts'
import { startMailSandbox, type MailSandbox } from './mail.ts'
import { openMailbox } from './mailbox.ts'

const shell = { brandName: 'Parallax', logo: null, lang: 'en', stylesheets: ['/shop.css'] }
const pageTemplate = { page: (title: string, body: Html) => page(shell, title, body) }
const moment = new Date('2026-12-24T08:00:00Z')
const mail = { id: 'm-1', to: 'Ann@acme.example', subject: 'Grüße', html: '<p>Hällo</p>', text: 'Hällo' }

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  ending.push(() => rm(folder, { recursive: true }))
  return folder
}

async function aSandbox(folder: string): Promise<{ sandbox: MailSandbox; transport: MailTransport }> {
  const sandbox = await startMailSandbox({ folder, now: () => moment, pageTemplate })
  const transport = createSmtpTransport({ url: sandbox.smtpUrl, from: 'shop@parallax.example' })
  ending.push(
    () => sandbox.stop(),
    () => transport.close(),
  )
  return { sandbox, transport }
}

/** Starts a server with the inbox, which returns 404 for other paths, and returns its address. */
async function onTheWeb(sandbox: MailSandbox): Promise<string> {
  const server = createServer((request, response) => {
    if (!sandbox.handle(request, response)) response.writeHead(404).end('not the inbox')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ending.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an email sent over SMTP is in the JSON list unchanged, with the product’s time', async () => {
  const { sandbox, transport } = await aSandbox(await aFolder())
  await transport.send(mail)
  const response = await fetch(`${await onTheWeb(sandbox)}/sandbox/mail/messages`)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(await response.json(), [
    {
      id: sandbox.messages()[0]?.id,
      to: 'Ann@acme.example',
      subject: 'Grüße',
      text: 'Hällo\n',
      html: '<p>Hällo</p>\n',
      sentAt: '2026-12-24T08:00:00.000Z',
    },
  ])
})

test('the newest email is first, and one sent again replaces itself', async () => {
  const { sandbox, transport } = await aSandbox(await aFolder())
  await transport.send(mail)
  await transport.send({ ...mail, id: 'm-2', subject: 'Second' })
  await transport.send({ ...mail, subject: 'Again' })
  assert.deepEqual(
    sandbox.messages().map(({ subject }) => subject),
    ['Second', 'Again'],
  )
})

test('50 emails at the same time all arrive, each once, and keep their order after a restart', async () => {
  const folder = await aFolder()
  const { sandbox, transport } = await aSandbox(folder)
  const ids = Array.from({ length: 50 }, (_, i) => `m-${i}`)
  await Promise.all(ids.map((id) => transport.send({ ...mail, id, subject: id })))
  assert.deepEqual(
    sandbox
      .messages()
      .map(({ subject }) => subject)
      .toSorted(),
    ids.toSorted(),
  )
  const before = sandbox.messages()
  assert.deepEqual((await openMailbox(folder, 500)).messages(), before)
})

test('an acknowledged email survives kill -9, and half-written ones are removed', async () => {
  const folder = await aFolder()
  const program = `
    import { startMailSandbox } from ${JSON.stringify(new URL('mail.ts', import.meta.url).href)}
    const { smtpUrl } = await startMailSandbox({ folder: ${JSON.stringify(folder)}, now: () => new Date(0) })
    console.log(smtpUrl)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  const transport = createSmtpTransport({ url: url.toString().trim(), from: 'shop@parallax.example' })
  await transport.send(mail)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await transport.close()
  await writeFile(join(folder, '000000000002-abc.json.part'), '{"id":')
  const { sandbox, transport: again } = await aSandbox(folder)
  await again.send({ ...mail, id: 'm-2', subject: 'After' })
  assert.deepEqual(
    sandbox.messages().map(({ subject }) => subject),
    ['After', 'Grüße'],
  )
  assert.equal((await readdir(folder)).length, 2)
})

test('beyond the limit the oldest emails are removed, on disk too', async () => {
  const folder = await aFolder()
  const mailbox = await openMailbox(folder, 3)
  const keep = (id: string) => mailbox.keep({ id, to: '', subject: '', text: '', html: '', sentAt: '' })
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(keep))
  assert.deepEqual(
    mailbox.messages().map(({ id }) => id),
    ['e', 'd', 'c'],
  )
  assert.equal((await readdir(folder)).length, 3)
})

test('while the folder cannot be written, an email is deferred, and neither lost nor acknowledged', async () => {
  const folder = await aFolder()
  const { transport } = await aSandbox(join(folder, 'mail'))
  await rm(join(folder, 'mail'), { recursive: true })
  await assert.rejects(transport.send(mail), (error) => !transport.explain(error).permanent)
})

test('an email’s scripts never run: its page is sandboxed, and the pages around it load nothing from elsewhere', async () => {
  const { sandbox, transport } = await aSandbox(await aFolder())
  await transport.send({
    ...mail,
    subject: '<img src=x onerror=alert(1)>',
    html: '<head><title>x</title></head><script>alert(1)</script>',
  })
  const web = await onTheWeb(sandbox)
  const id = sandbox.messages()[0]?.id ?? ''
  const shown = await fetch(`${web}/sandbox/mail/${id}/html`)
  const policy = shown.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /; sandbox allow-popups /)
  assert.match(policy, /frame-ancestors 'self'/)
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|script-src/)
  assert.match(await shown.text(), /<head><base target="_top" \/>/)
  for (const path of ['', `/${id}`]) {
    const response = await fetch(`${web}/sandbox/mail${path}`)
    const body = await response.text()
    assert.ok(body.includes('&lt;img src=x onerror=alert(1)&gt;') && !body.includes('<img src=x'))
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; .*frame-ancestors 'none'$/,
    )
  }
})

test('an empty inbox explains what appears there; an unknown email is 404, writing is 405, other addresses are unaffected', async () => {
  const { sandbox } = await aSandbox(await aFolder())
  const web = await onTheWeb(sandbox)
  assert.match(await (await fetch(`${web}/sandbox/mail`)).text(), /No email yet/)
  assert.equal((await fetch(`${web}/sandbox/mail/`)).status, 200)
  assert.equal((await fetch(`${web}/sandbox/mail/nothing`)).status, 404)
  assert.equal((await fetch(`${web}/sandbox/mail/nothing/html`)).status, 404)
  assert.equal((await fetch(`${web}/sandbox/mail/messages`, { method: 'POST' })).status, 405)
  assert.equal(await (await fetch(`${web}/sandbox/mailbox`)).text(), 'not the inbox')
})
