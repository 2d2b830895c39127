import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { newId, type Transaction } from '../state/transaction.ts'
import { expand } from './expand.ts'
import type { AnswerFault, Faults } from '../faults.ts'
import { decodeForm, read } from './form.ts'
import { relink } from './links.ts'
import { isRefusal, refuse, type Fault } from './refusal.ts'
import type { Decline } from './route.ts'
import { routes } from './routes.ts'
import type { Store } from '../state/store.ts'

export type Parts = {
  store: Store
  key: string
  faults: Faults
  /** Performs the work in one transaction at this moment, after everything that fell due before it. */
  work<T>(request: Transaction['request'], work: (tx: Transaction) => T): T
  /** Aborts waiting requests when the server is closed. */
  signal: AbortSignal
}

type Answer = { status: number; body: object; replayed?: boolean; again?: boolean }
type ApiRequest = { method: string; path: string; form: string; key: string | null; id: string }

const day = 86_400

/** Returns the server of Stripe's API over HTTP, not yet listening. */
export function apiServer(parts: Parts): Server {
  const underWay = new Set<string>()
  return createServer((request, response) => {
    answer(parts, underWay, request, response).catch(() => response.destroy())
  })
}

async function answer(parts: Parts, underWay: Set<string>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://stripe')
  const method = request.method ?? 'GET'
  const body = await text(request)
  const key = method === 'POST' ? (request.headers['idempotency-key']?.toString() ?? null) : null
  const asked: ApiRequest = {
    method,
    path: url.pathname,
    form: [url.search.slice(1), body].filter(Boolean).join('&'),
    key,
    id: newId('req_', 14),
  }
  const fault = parts.faults.answer?.({ method, path: asked.path, key })
  if (fault === 'cut') return void response.destroy()
  // Rate limits, wrong API keys and missing permissions are checked before the idempotency layer.
  if (fault === 429 || fault === 403) return send(response, asked, failure(fault))
  const problem = authorise(parts.key, request)
  if (problem) return send(response, asked, problem)
  if (key !== null && underWay.has(key)) return send(response, asked, inUse(key))
  if (key !== null) underWay.add(key)
  try {
    const done = perform(parts, asked, typeof fault === 'number' ? failure(fault) : null)
    await parts.store.kept()
    await finish(fault, parts.signal)
    if (fault === 'torn') return void response.destroy()
    return send(response, asked, done)
  } catch (error) {
    if (parts.signal.aborted) return void response.destroy()
    console.error('The payment sandbox failed', error)
    return send(response, asked, failure(500))
  } finally {
    if (key !== null) underWay.delete(key)
  }
}

async function finish(fault: AnswerFault | undefined, signal: AbortSignal): Promise<void> {
  if (typeof fault !== 'object') return
  await (typeof fault.late === 'number' ? wait(fault.late, undefined, { signal }) : fault.late)
}

/**
 * The first response under a key is returned again for a day, errors included, once the endpoint has begun to work:
 * unreadable parameters are refused before, and that refusal is not stored.
 * https://docs.stripe.com/api/idempotent_requests
 */
function perform(parts: Parts, asked: ApiRequest, broken: Answer | null): Answer {
  const request = { id: asked.id, idempotency_key: asked.key }
  const print = createHash('sha256').update(`${asked.method} ${asked.path}\n${asked.form}`).digest('base64url')
  const keep = (tx: Transaction, done: Answer) => {
    if (asked.key !== null) tx.put('idempotent', { id: asked.key, request: print, at: tx.at, ...done })
    return done
  }
  try {
    return parts.work(request, (tx) => {
      // No endpoint begins, so nothing is stored under the key, and nothing stored is returned.
      if (tx.settings.unavailable && !asked.path.startsWith('/v1/sandbox/')) return failure(503)
      const before = asked.key === null ? undefined : tx.get('idempotent', asked.key)
      const known = before && tx.at - before.at < day ? before : undefined
      if (known && known.request !== print) throw differs(asked.key ?? '')
      if (known) return { status: known.status, body: known.body as object, replayed: true }
      return keep(tx, broken ?? dispatch(tx, asked))
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { status, fault, unread = false } = error.refusal
    const refused: Answer = { status, body: { error: fault } }
    return unread || fault.type === 'idempotency_error' ? refused : parts.work(request, (tx) => keep(tx, refused))
  }
}

function dispatch(tx: Transaction, { method, path, form: encoded }: ApiRequest): Answer {
  const form = read(decodeForm(encoded))
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (!match) continue
    const result = route.work(tx, form, match[1] ?? '', match[2] ?? '') as object | Decline
    if ('declined' in result) return { status: 402, body: { error: result.declined } }
    const body = expand(tx, result, form.texts('expand'))
    relink(body, tx.pages)
    return { status: 200, body }
  }
  throw refuse(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The simulator implements only a part of Stripe.`,
  })
}

function authorise(key: string, request: IncomingMessage): Answer | null {
  const given = keyIn(request.headers.authorization ?? '')
  const hash = (value: string) => createHash('sha256').update(value).digest()
  if (timingSafeEqual(hash(given), hash(key))) return null
  const message =
    given === ''
      ? 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.'
      : `Invalid API Key provided: ${given.slice(0, 8)}****`
  return { status: 401, body: { error: { type: 'invalid_request_error', message } satisfies Fault } }
}

/** Returns the key: a bearer token, or the user name of HTTP Basic, as `curl -u sk_test_…:` sends it. */
function keyIn(authorization: string): string {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S.*)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  return Buffer.from(value, 'base64').toString().split(':', 1)[0] ?? ''
}

function inUse(key: string): Answer {
  const fault: Fault = {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency-Key (${key}).`,
  }
  return { status: 409, body: { error: fault }, again: true }
}

function differs(key: string) {
  return refuse(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function failure(status: number): Answer {
  return { status, body: { error: failures[status] ?? { type: 'api_error', message: 'An unknown error occurred' } } }
}

const failures: Record<number, Fault> = {
  403: {
    type: 'invalid_request_error',
    message:
      "The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_1'.",
  },
  429: { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests. Try again later.' },
}

function send(response: ServerResponse, asked: ApiRequest, { status, body, replayed, again }: Answer): void {
  const error = status >= 400 && 'error' in body ? { error: { ...(body.error as Fault), request_log_url: null } } : body
  const content = JSON.stringify(error)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    'request-id': asked.id,
    'stripe-version': '2026-10-28.endive',
    ...(asked.key !== null && { 'idempotency-key': asked.key }),
    ...(replayed && { 'idempotent-replayed': 'true' }),
    ...(again && { 'stripe-should-retry': 'true' }),
  })
  response.end(content)
}
