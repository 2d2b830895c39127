import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { whenOver } from '../when-over.ts'

/** A response of the scripted API: a body with status 200, or another status with Stripe's error object. */
type Answer = object | { status: number; error: object } | 'silence'

export type ScriptedStripe = {
  apiBase: string
  /** Responses by path; any other path is a URL that Stripe does not recognize. May be changed at any time. */
  answers: Record<string, Answer>
  /** Every request, as `GET /v1/prices?limit=1`. */
  asked: string[]
  /** The body of each POST. */
  sent: URLSearchParams[]
}

/**
 * Starts an HTTP server that returns a test's responses, in the format that Stripe documents; it stops when the file's
 * tests are over.
 */
export async function givenAScriptedStripe(): Promise<ScriptedStripe> {
  const answers: ScriptedStripe['answers'] = {}
  const asked: string[] = []
  const sent: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
    asked.push(`${request.method} ${pathname}${decodeURIComponent(search)}`)
    if (request.method === 'POST') void text(request).then((body) => sent.push(new URLSearchParams(body)))
    const answer = answers[pathname] ?? refusal(404, `Unrecognized request URL (${request.method}: ${pathname}).`)
    if (answer === 'silence') return
    const status = 'status' in answer && typeof answer.status === 'number' ? answer.status : 200
    const body = status === 200 || !('error' in answer) ? answer : { error: answer.error }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  return { apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, asked, sent }
}

export function refusal(status: number, message: string, type = 'invalid_request_error') {
  return { status, error: { type, message } }
}

/** Returns a page of a list. */
export function listOf(...data: object[]) {
  return { object: 'list', url: '/v1/anything', has_more: false, data }
}

/** Returns the 403 that a restricted key without that permission receives. */
export function forbidden(permission: string) {
  return refusal(
    403,
    `The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${permission}' permission would allow this request to continue.`,
  )
}

/** Returns a price as in docs.stripe.com/api/prices/object. */
export function aPrice(name: string, more: object = {}) {
  return {
    id: `price_of_${name}`,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'usd',
    lookup_key: name,
    product: `prod_${name.split('-')[0]}`,
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount: 9900,
    unit_amount_decimal: '9900',
    ...more,
  }
}
