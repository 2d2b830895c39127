import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { z } from 'zod'
import { contract, type CallName, type Input, type Output } from '../../../contract/contract.ts'
import { isBodyRules, type Circumstances, type Row } from '../../../contract/row.ts'
import type { WrongField } from '../../../domain/registration/field-faults.ts'
import { isRefusal, refuse } from '../../../contract/errors.ts'
import { errorsOf } from '../../../contract/row-errors.ts'
import { faultOfIssue, type FieldFault } from '../../../domain/registration/field-faults.ts'
import { bearerOf } from '../session/bearer.ts'
import type { KeyCallers } from '../session/key-callers.ts'
import type { Idempotency } from './idempotency.ts'
import { admit, admitKey, mayAsk } from './admit.ts'
import { answerWriter } from './answer-schema.ts'
import type { Visitor, Visitors } from '../session/visitor.ts'

/** A response other than JSON: a redirect, or nothing. */
export type Redirect = { redirect: string }
export const noContent = Symbol('204')
export type Answer<C extends CallName> = Output<C> | Redirect | typeof noContent

/** A call as its handler receives it. */
export type Call = { visitor: Visitor; request: FastifyRequest; reply: FastifyReply; byForm: boolean }
/** What the rules of a body can depend on. */
export type ReadContext = { now: () => Date; plan: Circumstances['plan'] }
/** The calls that the server makes itself. */
export type Calls = { handlers: Handlers; readContext: ReadContext }
/** The caller: a session, or an API key. */
export type Callers = { visitors: Visitors; byKey: KeyCallers; idempotency: Idempotency }
export type Handler<C extends CallName> = (input: Input<C>, call: Call) => Promise<Answer<C>> | Answer<C>
export type Handlers<C extends CallName = CallName> = { [Name in C]: Handler<Name> }

export function addContractRoutes(app: FastifyInstance, { handlers, readContext }: Calls, callers: Callers): void {
  callers.idempotency.addHook(app)
  const add = (scope: FastifyInstance, name: CallName) => {
    const row: Row = contract[name]
    const [method = '', path = ''] = name.split(' ')
    const handle = handlers[name] as (input: unknown, call: Call) => unknown
    scope.route({
      method,
      // A HEAD request must not create a file or begin a sign-in.
      exposeHeadRoute: row.output !== null,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(row.bodyBytes === undefined ? {} : { bodyLimit: row.bodyBytes }),
      schema: row.output ? { response: { [row.status ?? 200]: row.output } } : {},
      serializerCompiler: ({ schema }) => answerWriter(schema as unknown as z.ZodType),
      handler: declared(name, routeHandler({ row, name }, method, handle, callers, readContext)),
    })
  }
  const isCompressed = (name: CallName) => 'compressed' in contract[name]
  const names = Object.keys(contract) as CallName[]
  for (const name of names.filter((name) => !isCompressed(name))) add(app, name)
  // In a separate scope, because the package adds hooks to every route in it.
  void app.register(async (scope) => {
    await scope.register(compress, compression)
    for (const name of names.filter(isCompressed)) add(scope, name)
  })
}

/**
 * For a page of 100 rows, 84 kB: 0.2 ms to 11 kB by zstd, 0.2 ms to 12 kB by brotli, whose default quality takes 0.9
 * ms.
 */
const compression = {
  encodings: ['zstd', 'br', 'gzip'],
  globalDecompression: false,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  // In bytes; a longer page is compressed asynchronously.
  syncThreshold: 256 * 1024,
} satisfies FastifyCompressOptions

/**
 * The channel on which a refusal is published whose code the call's row does not declare; the tests fail because of it.
 */
const undeclared = channel('tillhouse:undeclared-error')

/** Reports a refusal that OpenAPI does not promise. The caller receives it nevertheless. */
function declared(
  name: CallName,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): RouteHandlerMethod {
  const codes = errorsOf(contract[name], name.split(' ')[0] ?? '')
  return async (request, reply) => {
    try {
      return await handler(request, reply)
    } catch (error) {
      if (isRefusal(error) && !codes.has(error.code)) {
        request.log.error(
          { call: name, code: error.code },
          'a call was refused with a code that its row does not declare',
        )
        undeclared.publish({ call: name, code: error.code })
      }
      throw error
    }
  }
}

function routeHandler(
  { row, name }: { row: Row; name: CallName },
  method: string,
  handle: (input: unknown, call: Call) => unknown,
  { visitors, byKey, idempotency }: Callers,
  readContext: ReadContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const pack = createPacking()
  return async (request, reply) => {
    void reply.header('cache-control', row.caching === 'minute' ? 'public, max-age=60' : 'no-store')
    // Texts of the catalogue are in the visitor's language.
    if (row.caching === 'minute') void reply.header('vary', 'accept-language, cookie')
    if (!row.navigation && method === 'GET' && request.headers['sec-fetch-dest'] === 'document') refuse('FORBIDDEN')
    // A file is generated only for a request from this site, not because another site linked to it.
    if (row.navigation && row.who !== 'anyone' && fromElsewhere(request)) refuse('FORBIDDEN')
    const bearer = bearerOf(request)
    const caller = await (bearer === undefined ? visitors.fromRequest(request) : byKey(bearer, request, reply))
    const visitor = admitKey(row, method, caller, reply)
    const byForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    if (byForm && !row.form) refuse('UNSUPPORTED_TYPE')
    const { _csrf: hiddenToken, ...fields } = (byForm ? request.body : {}) as Record<string, unknown>
    // No browser adds a bearer token by itself.
    const isSafe = method === 'GET' || visitor.key !== undefined
    if (!isSafe && !visitors.verifyCsrf(visitor, request.headers['x-xsrf-token'] ?? hiddenToken))
      refuse('FORGERY_TOKEN')
    const account = visitor.signedIn?.accountId
    if (!mayAsk(row, visitor) && account !== undefined)
      request.log.warn({ event: 'access', outcome: 'refused', account }, 'a call was refused')
    admit(row, visitor)
    if (await idempotency.claim({ row, name }, visitor, request, reply)) return reply
    const { params, query, headers } = request
    const given = { path: params, query, headers, body: byForm ? nested(fields) : (request.body ?? {}) }
    const answer = await handle(readInput(row, given, readContext), { visitor, request, reply, byForm })
    return send(row, answer, { visitor, request, reply, byForm }, pack)
  }
}

/** Whether browsers mark the request as from another site; other programs send no mark. */
function fromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * Returns a function with which the server makes a call for a visitor, with the same checks as for a request from their
 * browser.
 */
export async function callFor<C extends CallName>(
  { handlers, readContext }: Calls,
  name: C,
  given: { [Part in keyof Input<C>]?: unknown },
  call: Call,
): Promise<Answer<C>> {
  const row: Row = contract[name]
  admit(row, call.visitor)
  const handle = handlers[name] as (input: unknown, call: Call) => Promise<Answer<C>> | Answer<C>
  return handle(readInput(row, { path: {}, query: {}, headers: {}, body: {}, ...given }, readContext), call)
}

type RawInput = Record<'path' | 'query' | 'headers' | 'body', unknown>

/**
 * Returns the validated input. The path comes last, so that faults in the rest are reported even if the path is
 * unknown.
 */
function readInput(row: Row, given: RawInput, { now, plan }: ReadContext) {
  const query = row.query && readPart(row.query, given.query, true)
  const headers = row.headers && readPart(row.headers, given.headers)
  const shape = row.body && (isBodyRules(row.body) ? row.body.shapeFor({ now: now(), plan, headers }) : row.body)
  const body = shape && readPart(shape, given.body)
  const path = row.path?.safeParse(given.path)
  return { path: path && (path.data ?? refuse('NOT_FOUND')), query, headers, body }
}

/** `flat`: a list in one parameter is invalid as a whole. */
function readPart(shape: z.ZodType, given: unknown, flat = false): unknown {
  const parsed = shape.safeParse(given)
  return parsed.success ? parsed.data : refuse('INVALID_INPUT', wrongFields(parsed.error, flat))
}

/** Returns each invalid field once, with its first fault. */
function wrongFields({ issues }: z.ZodError, flat: boolean): WrongField[] {
  const wrong = new Map<string, WrongField>()
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      const field = (flat ? path.slice(0, 1) : path).join('.')
      if (field !== '' && !wrong.has(field)) wrong.set(field, { field, fault: faultOf(issue) })
    }
  }
  return [...wrong.values()]
}

function pathsOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== 'unrecognized_keys') return [issue.path]
  return issue.keys.map((key) => [...issue.path, ...(plainName.test(key) ? [key] : [])])
}

/** The rows name the sentence by its code; without a code the value is invalid. */
const faultOf = (issue: z.core.$ZodIssue): FieldFault => faultOfIssue(issue) ?? { code: 'invalidValue' }

/** An unknown field is named only if it may be a typing error: a response does not repeat arbitrary input. */
const plainName = /^[A-Za-z]{1,30}$/

/** Returns a form's fields in the structure of JSON: `phone.countryCode` inside `phone`, ticked boxes true. */
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

/** Cacheable responses are the same objects each time, so each is converted to text once. */
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
    // A browser must not post again.
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
