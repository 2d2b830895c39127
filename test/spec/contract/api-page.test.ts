import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop()

type Operation = { operationId: string; summary: string; security: object[]; parameters: { in: string }[] }
const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as {
  externalDocs: { url: string }
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)
const response = await fetch(`${shop.url}/docs/api`, { headers: { 'accept-encoding': 'br' } })
const page = await response.text()
const text = (html: string) =>
  html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const cards = new Map(
  [...page.matchAll(/<article class="card stack" id="([^"]+)">([\s\S]*?)<\/article>/g)].map(
    ([, id = '', card = '']) => [id, text(card)],
  ),
)
const exampleOf = (card = '') => /<pre class="api-example"[^>]*><code>([\s\S]*?)<\/code>/.exec(card)?.[1] ?? ''

test('the API document names its page, which has no scripts and is sent compressed', async () => {
  assert.equal(document.externalDocs.url, `${shop.url}/docs/api`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'/)
  assert.equal(response.headers.get('content-encoding'), 'br')
  assert.doesNotMatch(page, /<script/)
  const again = await fetch(`${shop.url}/docs/api`, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
})

test('every operation has a card with its summary and path, and every link in the contents leads to one', () => {
  assert.deepEqual([...cards.keys()].toSorted(), operations.map(({ operation }) => operation.operationId).toSorted())
  for (const { method, path, operation } of operations) {
    const card = cards.get(operation.operationId) ?? ''
    for (const part of [operation.summary, method.toUpperCase(), `<code>${path}</code>`])
      assert.ok(card.includes(part), `${operation.operationId}: ${part}`)
  }
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(anchors.has(target), target)
})

test('the fields of nested objects are shown with their path, and required ones are marked', () => {
  const card = cards.get('register') ?? ''
  assert.match(card, /<code>phone\.countryCode<\/code>\s*<span class="api-note">required<\/span>/)
  assert.match(card, /<code>email<\/code>\s*<span class="api-note">required<\/span>\s*<\/th>\s*<td>string<\/td>/)
  assert.match(card, /One of "AC", "AD", .* and \d+ more\./)
})

test('the examples without authentication and parameters work unchanged', async () => {
  const open = operations.filter(
    ({ method, operation }) =>
      method === 'get' &&
      operation.security.length === 0 &&
      operation.parameters.every((parameter) => parameter.in !== 'path'),
  )
  assert.ok(open.length > 2)
  for (const { operation } of open) {
    const example = exampleOf(cards.get(operation.operationId))
    const [, address = ''] = /^curl '([^']+)'$/.exec(example) ?? []
    assert.ok((await fetch(address, { redirect: 'manual' })).status < 400, example)
  }
})

test('the example of a registration has every required field, and token and cookie as needed', () => {
  const register = exampleOf(cards.get('register'))
  const signedIn = operations.find(({ operation }) => operation.security.some((way) => 'session' in way))
  assert.match(register, /^curl -X POST 'http/)
  assert.match(register, /-b 'XSRF-TOKEN=\{token\}' -H 'X-XSRF-TOKEN: \{token\}'/)
  const [, body = ''] = /-d '([\s\S]+)'$/.exec(register) ?? []
  assert.ok('email' in (JSON.parse(body) as object))
  assert.match(exampleOf(cards.get(signedIn?.operation.operationId ?? '')), /-b '[^']+=\{session\}'/)
})
