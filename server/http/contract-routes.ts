import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { z } from 'zod'
import { contract, type CallName, type Input, type Output } from '../../core/contract.ts'
import type { Row } from '../../core/contract-row.ts'
import { refuse, type FieldMessages, type FieldProblem } from '../../core/errors.ts'
import { isAdministrator } from '../../core/screens.ts'
import { userOf } from '../routes/session.ts'
import { answerSchema } from './answer-schema.ts'
import { wordsFor } from './language.ts'
import type { Visitor, Visitors } from './visitor.ts'

/** An answer that is no JSON: on to another address, or nothing at all. */
export type Redirect = { redirect: string }
export const noContent = Symbol('204')
export type Answer<C extends CallName> = Output<C> | Redirect | typeof noContent

/** A call as its handler sees it. */
export type Call = { visitor: Visitor; request: FastifyRequest; reply: FastifyReply; byForm: boolean }
export type Handler<C extends CallName> = (input: Input<C>, call: Call) => Promise<Answer<C>> | Answer<C>
export type Handlers<C extends CallName = CallName> = { [Name in C]: Handler<Name> }

/** Every row of the contract as a route. */
export function addContractRoutes(app: FastifyInstance, handlers: Handlers, visitors: Visitors): void {
  for (const name of Object.keys(contract) as CallName[]) {
    const row: Row = contract[name]
    const [method = '', path = ''] = name.split(' ')
    const handle = handlers[name] as (input: unknown, call: Call) => unknown
    app.route({
      method,
      // What only asks about a file, or about signing in, must not make the one or begin the other.
      exposeHeadRoute: row.output !== null,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: row.output ? { response: { [row.status ?? 200]: answerSchema(row.output) } } : {},
      handler: routeHandler(row, method, handle, visitors),
    })
  }
}

function routeHandler(
  row: Row,
  method: string,
  handle: (input: unknown, call: Call) => unknown,
  visitors: Visitors,
): RouteHandlerMethod {
  const pack = createPacking()
  return async (request, reply) => {
    void reply.header('cache-control', row.caching === 'minute' ? 'public, max-age=60' : 'no-store')
    if (!row.navigation && method === 'GET' && request.headers['sec-fetch-dest'] === 'document') refuse('FORBIDDEN')
    // A file is made for whoever chose to have it, not because another site's page led there.
    if (row.navigation && row.who !== 'anyone' && fromElsewhere(request)) refuse('FORBIDDEN')
    const visitor = await visitors.of(request)
    const byForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    if (byForm && !row.form) refuse('UNSUPPORTED_TYPE')
    const { _csrf: hiddenToken, ...fields } = (byForm ? request.body : {}) as Record<string, unknown>
    if (method !== 'GET' && !visitors.mayChange(visitor, request.headers['x-xsrf-token'] ?? hiddenToken))
      refuse('FORGERY_TOKEN')
    const account = visitor.signedIn?.accountId
    if (!mayAsk(row, visitor) && account !== undefined)
      request.log.warn({ event: 'access', outcome: 'refused', account }, 'a call was refused')
    admit(row, visitor)
    const { params, query, headers } = request
    const given = { path: params, query, headers, body: byForm ? nested(fields) : (request.body ?? {}) }
    const answer = await handle(readInput(row, given, request), { visitor, request, reply, byForm })
    return send(row, answer, { visitor, request, reply, byForm }, pack)
  }
}

/** As browsers say it; other programs say nothing. */
function fromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** A call that the server makes for somebody, as if they had sent it to its address: admitted and read alike. */
export async function callFor<C extends CallName>(
  handlers: Handlers,
  name: C,
  given: { [Part in keyof Input<C>]?: unknown },
  call: Call,
): Promise<Answer<C>> {
  const row: Row = contract[name]
  admit(row, call.visitor)
  const handle = handlers[name] as (input: unknown, call: Call) => Promise<Answer<C>> | Answer<C>
  return handle(readInput(row, { path: {}, query: {}, headers: {}, body: {}, ...given }, call.request), call)
}

type Given = Record<'path' | 'query' | 'headers' | 'body', unknown>

function readInput(row: Row, { path, query, headers, body }: Given, request: FastifyRequest) {
  return {
    path: row.path && readPart(row.path, path, request, 'NOT_FOUND'),
    query: row.query && readPart(row.query, query, request),
    headers: row.headers && readPart(row.headers, headers, request),
    body: row.body && readPart(row.body, body, request),
  }
}

function admit(row: Row, visitor: Visitor): void {
  if (mayAsk(row, visitor)) return
  refuse(visitor.signedIn ? 'FORBIDDEN' : 'SIGN_IN_NEEDED')
}

function mayAsk({ who }: Row, { signedIn }: Visitor): boolean {
  if (who === 'anyone') return true
  return signedIn !== null && (who !== 'administrator' || isAdministrator(userOf(signedIn)))
}

function readPart(
  shape: z.ZodType,
  given: unknown,
  request: FastifyRequest,
  otherwise: 'INVALID_INPUT' | 'NOT_FOUND' = 'INVALID_INPUT',
): unknown {
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  return refuse(otherwise, otherwise === 'NOT_FOUND' ? [] : problems(parsed.error, wordsFor(request).fields))
}

function problems(error: z.ZodError, say: FieldMessages): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, ...(plainName.test(key) ? [key] : [])])
        : [issue.path]
    return names
      .map((path) => path.join('.'))
      .filter((field) => field !== '')
      .map((field) => ({ field, message: say.invalidValue }))
  })
}

/** A field nobody knows is named only where it may be a slip of the pen: an answer is no echo of what was sent. */
const plainName = /^[A-Za-z]{1,30}$/

/** A form's fields as JSON would have them: `phone.countryCode` inside `phone`, ticked boxes true. */
function nested(fields: Record<string, unknown>): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) {
    const [outer = '', inner] = name.split('.')
    const plain = value === 'on' || value === 'true' ? true : value
    if (inner === undefined) result[outer] = plain
    else result[outer] = { ...(result[outer] as object | undefined), [inner]: plain }
  }
  return result
}

type Packing = (answer: object, reply: FastifyReply) => { text: string; etag: string }

/** Answers that may be kept are the same objects each time: each is made into text once. */
function createPacking(): Packing {
  const packed = new WeakMap<object, ReturnType<Packing>>()
  return (answer, reply) => {
    const known = packed.get(answer)
    if (known) return known
    const text = reply.serialize(answer) as string
    const made = { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` }
    packed.set(answer, made)
    return made
  }
}

function send(row: Row, answer: unknown, { request, reply, byForm }: Call, pack: Packing): FastifyReply {
  if (reply.sent) return reply
  if (answer === noContent || row.output === null) {
    // What was posted is not posted again.
    const status = request.method === 'GET' ? 302 : 303
    return isRedirect(answer) ? reply.redirect(answer.redirect, status) : reply.code(204).send()
  }
  if (isRedirect(answer)) return reply.redirect(answer.redirect, 303)
  if (byForm && hasRedirectUrl(answer)) return reply.redirect(answer.redirectUrl, 303)
  if (row.caching === 'minute' && typeof answer === 'object' && answer !== null) {
    const { text, etag } = pack(answer, reply)
    void reply.header('etag', etag)
    const kept = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (kept?.includes(etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  }
  return reply.code(row.status ?? 200).send(answer)
}

const isRedirect = (answer: unknown): answer is Redirect =>
  typeof answer === 'object' && answer !== null && 'redirect' in answer
const hasRedirectUrl = (answer: unknown): answer is { redirectUrl: string } =>
  typeof answer === 'object' && answer !== null && 'redirectUrl' in answer
