import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { givenAShop } from '../../support/given.ts'
import { sendRaw } from '../../support/http/raw.ts'

const shop = await givenAShop()
const { port } = new URL(shop.url)
const request = (line: string, ...headers: string[]) =>
  [line, `Host: localhost:${port}`, ...headers, '', ''].join('\r\n')

test('ambiguous requests are rejected with 400, and the connection is closed', async () => {
  const chunked = 'Transfer-Encoding: chunked'
  const body = '0\r\n\r\nGET /admin HTTP/1.1\r\nHost: x\r\n\r\n'
  const post = 'POST /api/v1/users HTTP/1.1'
  for (const bytes of [
    request(post, 'Content-Length: 6', chunked) + body,
    request(post, chunked, 'Content-Length: 6') + body,
    request(post, 'Content-Length: 6', 'Content-Length: 5') + body,
    request(post, 'Content-Length: 6, 5') + body,
    request(post, 'Content-Length: +6') + body,
    request(post, 'Transfer-Encoding: xchunked') + body,
    request(post, 'Transfer-Encoding : chunked') + body,
    request('GET / HTTP/1.1', 'X: a\nY: b', 'Bad Header: 1'),
    `GET / HTTP/1.1\r\nX: ${'a'.repeat(10)}\0\r\n\r\n`,
    'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ]) {
    const answer = await sendRaw(shop.url, bytes)
    assert.equal(answer.status, 400, JSON.stringify(bytes.slice(0, 90)))
    assert.equal(answer.closed, true, JSON.stringify(bytes.slice(0, 90)))
    assert.equal([...(answer.head + answer.body).matchAll(/HTTP\/1\.1 /g)].length, 1, 'one answer')
    assert.match(answer.head, /x-content-type-options: nosniff/i)
    assert.match(answer.body, /"message":.*"code":"INVALID_INPUT"/)
  }
})

test('endless headers are rejected', async () => {
  const answer = await sendRaw(shop.url, request('GET / HTTP/1.1', `X: ${'a'.repeat(20_000)}`))
  assert.equal(answer.status, 431)
  assert.match(answer.body, /"message":/)
})

test('unknown methods are rejected', async () => {
  for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'PUT', 'DELETE', 'PATCH', 'BREW']) {
    for (const path of ['/', '/api/v1/plans', '/healthz']) {
      const answer = await sendRaw(
        shop.url,
        request(`${method} ${path} HTTP/1.1`, 'Connection: close', 'X-Secret: hidden'),
      )
      // Node closes a tunnel's connection without a response.
      const refused = method === 'CONNECT' ? [0, 400] : [400, 404, 405]
      assert.ok(refused.includes(answer.status), `${method} ${path}: ${answer.status}`)
      assert.doesNotMatch(answer.head + answer.body, /hidden/)
    }
  }
})

test('an unknown address returns 404', async () => {
  const built = readdirSync(join(import.meta.dirname, '../../../dist/client/assets'))
  const script = built.find((name) => name.endsWith('.js')) ?? ''
  assert.equal((await fetch(`${shop.url}/assets/${script}`)).status, 200)
  const secrets = [
    '/.git',
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/dist/ssr/entry.en.js',
    '/.vite/manifest.en.json',
    '/data/secret',
    '/docs',
  ]
  for (const path of [
    ...secrets,
    `/assets/${script}.map`,
    '/assets/',
    '/assets',
    '/installers/',
    '/installers/../secret',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/%00',
  ]) {
    const answer = await sendRaw(shop.url, request(`GET ${path} HTTP/1.1`, 'Connection: close'))
    assert.ok([400, 401, 404].includes(answer.status), `${path}: ${answer.status}`)
    assert.doesNotMatch(answer.body, /"devDependencies"|sourcesContent/)
  }
})

test('a missing file of the pages returns 404 without a page, whose rendering takes long', async () => {
  const headers = { accept: 'text/html' }
  for (const path of ['/assets/missing.js', '/flags/missing.svg', '/brand/missing.png']) {
    const answer = await fetch(shop.url + path, { headers })
    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as { code: string }).code, 'NOT_FOUND', path)
  }
})

test('a request for another host is rejected, also through a trusted proxy that passes X-Forwarded-Host on', async () => {
  const behind = await givenAShop({ TRUSTED_PROXIES: 'loopback' })
  for (const { url } of [shop, behind]) {
    const { host } = new URL(url)
    for (const headers of ['', 'X-Forwarded-Host: localhost\r\n', `X-Forwarded-Host: ${host}\r\n`]) {
      const head = `GET /sandbox/mail/messages HTTP/1.1\r\nHost: evil.example\r\n${headers}Connection: close`
      const answer = await sendRaw(url, `${head}\r\n\r\n`)
      assert.equal(answer.status, 421, headers)
      assert.doesNotMatch(answer.body, /"subject"/)
    }
  }
})

test('the own host is accepted in any case, and with the default port of HTTP or HTTPS', async () => {
  const behind = await givenAShop({ TRUSTED_PROXIES: 'loopback', PUBLIC_URL: 'https://shop.example', SANDBOX: 'allow' })
  const statusFor = async (host: string) =>
    (await sendRaw(behind.url, `GET /plans HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
  for (const host of ['shop.example', 'Shop.Example', 'shop.example:443'])
    assert.equal(await statusFor(host), 200, host)
  for (const host of ['shop.example:444', 'a.shop.example', 'shop.example.evil.example'])
    assert.equal(await statusFor(host), 421, host)
})

test('an unknown address returns 404 with its code for each method, and a problem for a program with a key', async () => {
  for (const [method, path] of [
    ['POST', '/api/v1/nothing'],
    ['PUT', '/api/v1/plans'],
    ['DELETE', '/nothing'],
  ] as const) {
    for (const headers of [{}, { authorization: 'Bearer till_of_nobody' }]) {
      const answer = await fetch(shop.url + path, { method, headers })
      const { code, requestId } = (await answer.json()) as { code: string; requestId: string }
      assert.deepEqual([answer.status, code, requestId !== ''], [404, 'NOT_FOUND', true], `${method} ${path}`)
      const type = 'authorization' in headers ? 'application/problem+json' : 'application/json'
      assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`)
    }
  }
})

test('a request that names its host twice returns 400', async () => {
  const own = `localhost:${port}`
  for (const head of [
    `GET /plans HTTP/1.1\r\nHost: ${own}\r\nHost: ${own}`,
    `GET /plans HTTP/1.1\r\nHost: ${own}\r\nHOST: evil.example`,
    `GET /healthz HTTP/1.1\r\nHost: ${own}\r\nhost: evil.example`,
    `GET http://evil.example/plans HTTP/1.1\r\nHost: ${own}`,
    `GET https://${own}:1/plans HTTP/1.1\r\nHost: ${own}`,
    `GET nonsense HTTP/1.1\r\nHost: ${own}`,
  ]) {
    const answer = await sendRaw(shop.url, `${head}\r\nConnection: close\r\n\r\n`)
    assert.equal(answer.status, 400, head)
    assert.match(answer.body, /"message":/, head)
  }
  const full = await sendRaw(shop.url, request(`GET http://${own}/plans HTTP/1.1`, 'Connection: close'))
  assert.equal(full.status, 200)
})

// pipelining.test.ts has the rule; this is its place in front of everything else.
test('a connection with a ninth unanswered request is closed, and nothing after it is processed', async () => {
  const ended = async () =>
    /^http_connections_ended_total (\d+)$/m.exec(await (await fetch(`${shop.url}/metrics`)).text())?.[1] ?? '0'
  const before = Number(await ended())
  for (const path of ['/', '/identity/forgotten', '/%zz']) {
    const { closed, head, body } = await sendRaw(shop.url, request(`GET ${path} HTTP/1.1`).repeat(9))
    assert.equal(closed, true, path)
    assert.ok((head + body).split('HTTP/1.1 ').length <= 9, path)
  }
  assert.equal(Number(await ended()) - before, 3)
  assert.equal((await fetch(shop.url)).status, 200)
})
