import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import cookies from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, describe, it } from 'vitest'
import type { OpenIdentityContext } from './context.ts'
import { addIdentityRoutes } from './routes.ts'

const failure = new Error('the library failed')
const warnings: unknown[] = []
const counted: string[] = []
const app = fastify()
await app.register(cookies)
await addIdentityRoutes(app, {
  publicUrl: 'http://shop.example',
  origins: [],
  cookies: { form: 'form' },
  shell: () => ({ brandName: 'Shop', logo: null, lang: 'en', stylesheets: [] }),
  provider: { callback: () => () => Promise.reject(failure) },
  allow: (limit: string) => Promise.resolve(counted.push(limit) > 0),
  isUnavailable: () => false,
  isRefusal: () => false,
  warn: ({ err }: { err: unknown }) => void warnings.push(err),
} as unknown as OpenIdentityContext)
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** Requests a path exactly as it is written; fetch would normalize it. */
function ask(path: string): Promise<unknown> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, signal: AbortSignal.timeout(5000) }
    request(options, resolve).on('error', reject).end()
  })
}

describe('the routes of the library', () => {
  it('end the connection and log the cause if they fail after the library has begun the response', async () => {
    await assert.rejects(ask('/identity/jwks'), { code: 'ECONNRESET' })
    assert.deepEqual(warnings, [failure])
    assert.deepEqual(counted, [])
  })

  it('count an authorization request however its address is written', async () => {
    const paths = ['/identity/auth', '/identity/AUTH/', '/identity/auth#x', String.raw`/identity/auth\#x`]
    for (const path of paths) await ask(path).catch(() => undefined)
    assert.deepEqual(
      counted,
      paths.map(() => 'authorizationPerAddress'),
    )
  })
})
