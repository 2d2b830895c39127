import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ApiError, call, callPage, messageOf, type Browser } from './api.ts'

type Answer = { status?: number; body?: string; redirectedTo?: string }

/** Returns a browser in which every call gets this response, and which records its redirects. */
function aBrowser({ status = 200, body = '', redirectedTo }: Answer, cookies = '') {
  const went: string[] = []
  const asked: { address: string; init: RequestInit }[] = []
  const browser: Browser = {
    async fetch(address, init = {}) {
      asked.push({ address: address instanceof Request ? address.url : address.toString(), init })
      const response = new Response(status === 204 ? null : body, { status })
      if (redirectedTo !== undefined)
        Object.defineProperties(response, { redirected: { value: true }, url: { value: redirectedTo } })
      return response
    },
    go: (address) => void went.push(address),
    reload: () => void went.push('reload'),
    cookies: () => cookies,
    online: () => true,
    origin: 'https://shop.example',
  }
  return { browser, went, asked }
}

const refusal = (given: Answer) => {
  const { browser, went } = aBrowser(given)
  return call('GET /api/v1/users/userinfo', {}, browser).then(
    () => assert.fail('the call was answered'),
    (error: unknown) => {
      assert.ok(error instanceof ApiError)
      return { message: error.message, status: error.status, errors: error.errors, went }
    },
  )
}

test('200 after a redirect to the sign-in reloads the page [8.1]', async () => {
  for (const redirectedTo of ['https://shop.example/identity/sign-in?x=1', 'https://login.example/authorize']) {
    const { message, went } = await refusal({ redirectedTo, body: '<html>' })
    assert.deepEqual({ message, went }, { message: 'Redirected to another page.', went: ['reload'] })
  }
})

test('200 after another redirect follows it, and the call is rejected [8.2]', async () => {
  const { message, went } = await refusal({ redirectedTo: 'https://shop.example/pending', body: '<html>' })
  assert.equal(message, 'Redirected to another page.')
  assert.deepEqual(went, ['https://shop.example/pending'])
})

test('204 returns nothing [8.3]', async () => {
  const { browser } = aBrowser({ status: 204 })
  assert.equal(await call('GET /api/v1/users/userinfo', {}, browser), undefined)
})

test('429 leads to /busy, and the call is rejected [8.4]', async () => {
  const { message, went } = await refusal({ status: 429, body: '{"message":"Wait"}' })
  assert.equal(message, 'Too many requests has occurred.')
  assert.deepEqual(went, ['/busy'])
})

test('any other status is rejected with the message and the field faults of its body [8.5]', async () => {
  for (const status of [400, 401, 403, 404, 409, 413, 415, 500, 503]) {
    const errors = [{ field: 'company', message: 'Contains invalid characters' }]
    const given = await refusal({ status, body: JSON.stringify({ message: 'No.', errors }) })
    assert.deepEqual(given, { message: 'No.', status, errors, went: [] })
  }
})

test('a body that cannot be parsed, or has no message, is an unexpected error [8.6]', async () => {
  for (const body of ['<html>', '', 'null', '{}']) {
    const { message } = await refusal({ status: 502, body })
    assert.equal(message, 'An unexpected error occurred.')
  }
})

test('a call that gets no response is an unexpected error', async () => {
  const { browser } = aBrowser({})
  const offline = { ...browser, fetch: () => Promise.reject(new TypeError('Failed to fetch')) }
  await assert.rejects(call('GET /api/v1/users/userinfo', {}, offline), {
    name: 'ApiError',
    message: 'An unexpected error occurred.',
  })
})

test('a call without a connection reports it', async () => {
  const { browser } = aBrowser({})
  const offline = { ...browser, online: () => false, fetch: () => Promise.reject(new TypeError('Failed to fetch')) }
  await assert.rejects(call('GET /api/v1/users/userinfo', {}, offline), {
    message: 'You are offline. Check your connection and try again.',
  })
})

test('unsafe calls send the anti-forgery token, and safe ones do not [7.2]', async () => {
  const { browser, asked } = aBrowser({ body: '{}' }, 'a=1; XSRF-TOKEN=the-token; b=2')
  await call('POST /logout', { body: {} }, browser)
  await call('GET /api/v1/users/userinfo', {}, browser)
  const tokens = asked.map(({ init }) => new Headers(init.headers).get('x-xsrf-token'))
  assert.deepEqual(tokens, ['the-token', null])
})

test('values in a URL are encoded', async () => {
  const { browser, asked } = aBrowser({ body: '{}' })
  await call('GET /api/v1/users/search/{email}', { path: { email: 'a/b?c&d@x.example' } }, browser)
  await call('GET /api/v1/plans', { query: { type: 'trial' } }, browser)
  assert.deepEqual(
    asked.map(({ address }) => address),
    ['/api/v1/users/search/a%2Fb%3Fc%26d%40x.example', '/api/v1/plans?type=trial'],
  )
})

test('a page of a list has the cursors that its Link header names', async () => {
  const answer = (link?: string) => {
    const { browser } = aBrowser({})
    const headers: HeadersInit = link === undefined ? {} : { link }
    return callPage('GET /api/v1/subscriptions', {}, { ...browser, fetch: async () => new Response('[]', { headers }) })
  }
  const list = '/api/v1/subscriptions?search=a%2C%3Eb'
  assert.deepEqual(await answer(`<${list}&cursor=n%2B1>; rel="next", <${list}&before=p%3D>; rel="prev"`), {
    items: [],
    next: 'n+1',
    before: 'p=',
  })
  assert.deepEqual(await answer(`<${list}&before=p>; rel="prev"`), { items: [], next: null, before: 'p' })
  assert.deepEqual(await answer(), { items: [], next: null, before: null })
})

test('the act’s own message is shown if the server sends none', () => {
  assert.equal(messageOf(new ApiError('An unexpected error occurred.', 500), 'Checkout failed'), 'Checkout failed')
  assert.equal(messageOf(new ApiError('No.', 409), 'Checkout failed'), 'No.')
  assert.equal(messageOf(new Error('inside'), 'Checkout failed'), 'Checkout failed')
})
