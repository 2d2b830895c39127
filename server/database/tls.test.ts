import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'vitest'
import { TLSSocket } from 'node:tls'
import { aCertificate } from '../../test/support/servers/certificate.ts'
import { requireDatabase } from './migrate.ts'
import { openDatabase } from './pool.ts'

/** Starts a server that accepts or refuses TLS, as PostgreSQL does before anything else, and then closes. */
async function startServer(
  t: TestContext,
  name: string | null,
  refusal = 'N',
): Promise<{ port: number; cert: string }> {
  const { key, cert } = aCertificate(name ?? 'localhost')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (name === null) return void socket.end(refusal)
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key, cert })
      secure.on('error', () => undefined)
      // A client that trusts the certificate still gets no database.
      secure.once('data', () => secure.destroy())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, cert }
}

async function failureOf(url: string): Promise<string> {
  const { db, close } = openDatabase(url)
  const error = await requireDatabase(db, url).then(
    () => assert.fail('should fail'),
    (reason: unknown) => reason,
  )
  await close()
  assert.ok(error instanceof Error)
  return error.message
}

test('an unverifiable certificate is one sentence that names the setting and the remedy, without a warning of pg', async (t) => {
  const warnings: Error[] = []
  process.on('warning', (warning) => warnings.push(warning))
  const { port } = await startServer(t, 'localhost')
  for (const mode of ['require', 'prefer', 'verify-ca', 'verify-full'])
    assert.match(
      await failureOf(`postgres://shop:hidden@localhost:${port}/shop?sslmode=${mode}`),
      /^The database shop at localhost:\d+ cannot be trusted: self-signed certificate\. The URL's sslrootcert, or NODE_EXTRA_CA_CERTS, names .*Check DATABASE_URL\.$/,
    )
  assert.deepEqual(warnings, [])
})

test('a certificate of another host, a server without TLS and one that is not PostgreSQL are one sentence each', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-tls-'))
  t.onTestFinished(() => rmSync(folder, { recursive: true }))
  const other = await startServer(t, 'db.example')
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, other.cert)
  assert.match(
    await failureOf(`postgres://shop@localhost:${other.port}/shop?sslmode=verify-full&sslrootcert=${ca}`),
    /cannot be trusted: Hostname\/IP does not match certificate's altnames/,
  )
  const plain = await startServer(t, null)
  assert.match(
    await failureOf(`postgres://shop@localhost:${plain.port}/shop?sslmode=verify-full`),
    /^The database shop at localhost:\d+ cannot be used: it does not offer TLS, but the URL requires it\. Check DATABASE_URL\.$/,
  )
  const another = await startServer(t, null, 'HTTP/1.1 400 Bad Request')
  assert.match(
    await failureOf(`postgres://shop@localhost:${another.port}/shop?sslmode=verify-full`),
    /^The database shop at localhost:\d+ cannot be used: the server there does not respond as PostgreSQL does\. Check DATABASE_URL\.$/,
  )
})

test('a certificate named by sslrootcert is trusted', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-tls-'))
  t.onTestFinished(() => rmSync(folder, { recursive: true }))
  const { port, cert } = await startServer(t, 'localhost')
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, cert)
  const message = await failureOf(`postgres://shop@localhost:${port}/shop?sslmode=verify-full&sslrootcert=${ca}`)
  assert.doesNotMatch(message, /trusted|TLS/)
})
