import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { screens } from '../../../contract/screens.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { addressOf, callsOf, endings, isOwn, type Call, type Document } from '../../support/contract/from-document.ts'
import { controlCharacters } from '../../support/contract/from-schema.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { sendRaw } from '../../support/http/raw.ts'
import { unchanged } from '../../support/unchanged.ts'

/* contract-truth.test.ts breaks the properties of bodies and queries, each in turn. */
const shop = await givenAShop({ RATE_LIMIT_FACTOR: '1000' })
const administrator = await givenAnAdministrator(shop)
const { visitor: buyer, id: subscription } = await givenASubscriber(shop)
const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Document
const calls = callsOf(document).filter(({ name }) => !endings.includes(name))
const visitorFor = (call: Call) => (isOwn(call) ? buyer : administrator)

/** Asserts that a response is no server error, and that an error has the body of errors. */
async function assertNoFault(answer: Response, what: string): Promise<void> {
  const text = await answer.text()
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${text.slice(0, 300)}`)
  assert.doesNotMatch(text, /"statusCode"|oops|invalid byte sequence/, what)
}

describe('control characters and unknown tokens get no server error', () => {
  test('in every part of the path of every call', async () => {
    await unchanged(shop, async () => {
      for (const call of calls.filter(({ path }) => path.includes('{')))
        for (const character of ['\0', '\u0085']) {
          const address = call.path.replace(/\{\w+\}/, encodeURIComponent(`a${character}b`))
          const visitor = visitorFor(call)
          const body = JSON.stringify({ comment: 'because', name: 'x', endDate: '2030-01-01' })
          const headers = {
            'content-type': 'application/json',
            'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
          }
          const answer = await visitor.request(address, {
            method: call.method,
            headers,
            ...(call.method === 'GET' ? {} : { body }),
          })
          assert.ok([400, 403, 404].includes(answer.status), `${call.name}: ${answer.status}`)
          await assertNoFault(answer, call.name)
        }
    })
  })

  test('in every query, under the call’s parameter names and others', async () => {
    for (const call of calls.filter(({ method }) => method === 'GET')) {
      const names = call.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      for (const name of [...names, 'unknown'])
        for (const character of ['\0', '\u001b', '\u009f'])
          await assertNoFault(
            await visitorFor(call).get(
              `${addressOf(call, { subscriptions: subscription })}?${name}=${encodeURIComponent(`a${character}b`)}`,
            ),
            `${call.name} ${name}`,
          )
    }
  })

  test('in the path and the query of every page', async () => {
    const parameters = ['state', 'code', 'iss', 'error', 'order', 'plan', 'search', 'token', 'redirect_url', 'lang']
    const pages = Object.values(screens).flatMap((screen) => screen.paths)
    assert.ok(pages.length > 10)
    for (const page of [
      ...pages,
      '/sign-in/callback',
      '/identity/auth',
      '/identity/forgotten',
      '/installers/x',
      '/assets/x',
    ])
      for (const character of controlCharacters.filter((_, index) => index % 16 === 0)) {
        const odd = encodeURIComponent(`a${character}b`)
        for (const visitor of [shop.visitor(), administrator]) {
          await assertNoFault(await visitor.get(page.replaceAll(/[:*]\w*/g, odd)), page)
          await assertNoFault(
            await visitor.get(
              `${page.replaceAll(/[:*]\w*/g, 'x')}?${parameters.map((name) => `${name}=${odd}`).join('&')}`,
            ),
            page,
          )
        }
      }
  })

  test('in the state returned after a sign-in', async () => {
    for (const state of [...controlCharacters, '\t', '\n', ' ', ';', '=', ',', '"', 'é', '€', 'x'.repeat(500), '']) {
      const answer = await shop.visitor().get(`/sign-in/callback?code=x&state=${encodeURIComponent(state)}`)
      assert.equal(answer.status, 302, JSON.stringify(state))
      assert.equal(answer.headers.get('location'), '/failure')
    }
  })

  test('in headers for tokens, products and languages', async () => {
    const names = ['cookie', 'x-xsrf-token', 'x-trial-token', 'x-selected-product', 'authorization', 'accept-language']
    const more = ['if-none-match', 'range', 'traceparent', 'tracestate', 'user-agent', 'referer', 'stripe-signature']
    // The parser refuses all others within a header.
    const values = [
      'unknown',
      'Bearer unknown',
      'session=unknown',
      'XSRF-TOKEN=%00',
      'session=%00%1b',
      ...['\t', '\x80', '\x9f'].map((one) => `a${one}b`),
    ]
    const { host } = new URL(shop.url)
    for (const path of ['/', '/api/v1/users/userinfo', '/api/v1/plans', '/identity/me', '/sign-in/callback?state=x'])
      for (const name of [...names, ...more]) {
        const bytes = values.map(
          (value) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
        )
        for (const one of bytes) {
          const { status, body } = await sendRaw(shop.url, one)
          assert.ok(status >= 200 && status < 500, `${one} ${status} ${body}`)
        }
      }
  })
})

test('an unknown token for userinfo returns 401', async () => {
  for (const authorization of ['Bearer unknown', `Bearer ${'x'.repeat(43)}`, 'Bearer \x80'])
    for (const method of ['GET', 'POST']) {
      const answer = await shop.visitor().request('/identity/me', { method, headers: { authorization } })
      assert.equal(answer.status, 401, `${method} ${authorization}`)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    }
  for (const method of ['GET', 'POST'])
    assert.ok([400, 401].includes((await shop.visitor().request('/identity/me', { method })).status))
})
