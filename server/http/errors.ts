import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { momentText } from '../../domain/calendar.ts'
import { sentenceOf } from '../../domain/registration/field-faults.ts'
import {
  errorStatus,
  errorTitle,
  fieldErrorCodes,
  type ErrorCode,
  type FieldErrorCode,
} from '../../contract/error-codes.ts'
import { isRefusal, type FieldProblem } from '../../contract/errors.ts'
import { isUnavailable, isUnstorable } from '../../platform/database-errors.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import { commonHeaders } from './headers.ts'
import { bearerOf } from './session/bearer.ts'
import { languageFor, wordsFor } from './language.ts'
import { traceOf } from './stack-traces.ts'

/** `changedBy` and `changedAt`: for an act that comes too late, who changed its object, and when. */
type ErrorBody = {
  message: string
  code: ErrorCode
  errors?: (FieldProblem & { code: FieldErrorCode })[]
  changedBy?: string
  changedAt?: string
  requestId: string
}

/**
 * Responds to a failed request, in the visitor's language, without internal details and without the visitor's input.
 */
export function answerError(error: FastifyError, request: FastifyRequest): { status: number; body: ErrorBody } {
  if (isRefusal(error)) {
    const { code, wrong, changed } = error
    const words = wordsFor(request)
    const errors = wrong.map(({ field, fault }) => ({
      field,
      code: fieldErrorCodes[fault.code],
      message: sentenceOf(fault, words.fields),
    }))
    const sentence = errors[0]?.message ?? words.errors[code]
    const message = changed
      ? `${sentence} ${words.conflict.changed(changed.by, momentText(changed.at, words.locale, 'medium'))}`
      : sentence
    const conflict = changed ? { changedBy: changed.by, changedAt: changed.at.toISOString() } : {}
    const problems = errors.length > 0 ? { errors } : {}
    return { status: errorStatus(code), body: { message, code, ...problems, ...conflict, requestId: request.id } }
  }
  const code = codeOf(error)
  if (code === 'UNEXPECTED') request.log.error({ error: traceOf(error) }, 'unexpected error')
  // pg's own errors, for example that no connection became free, have no code; their messages contain no personal data.
  if (code === 'UNAVAILABLE')
    request.log.error(
      { error: { code: error.code, reason: error.code ? undefined : error.message } },
      'database unavailable',
    )
  return { status: errorStatus(code), body: { message: wordsFor(request).errors[code], code, requestId: request.id } }
}

const byStatus: Record<number, ErrorCode> = {
  400: 'INVALID_INPUT',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URL_TOO_LONG',
  415: 'UNSUPPORTED_TYPE',
}

function codeOf(error: FastifyError): ErrorCode {
  if (isUnavailable(error)) return 'UNAVAILABLE'
  // Only a request contains such a text.
  if (isUnstorable(error)) return 'INVALID_INPUT'
  const code = byStatus[error.statusCode ?? 500]
  if (code) return code
  return error.statusCode !== undefined && error.statusCode < 500 ? 'INVALID_INPUT' : 'UNEXPECTED'
}

/** Only ids and names: an address or a search may be about a person, and a body must not repeat input. */
const plainPath = /^\/[\w/.-]*$/

const problemJson = 'application/problem+json'

/**
 * Returns the body and its type. Programs with an API key, and those that accept `application/problem+json`, get the
 * members of RFC 9457 in addition to the product's own; all others read `message`, as in the specification.
 */
function written(request: FastifyRequest, status: number, body: ErrorBody): { type: string; text: string } {
  if (!acceptsProblem(request)) return { type: 'application/json; charset=utf-8', text: JSON.stringify(body) }
  const problem = {
    type: `urn:tillhouse:error:${body.code}`,
    title: errorTitle(body.code),
    status,
    detail: body.message,
    ...(plainPath.test(request.url) ? { instance: request.url } : {}),
    ...body,
  }
  return { type: `${problemJson}; charset=utf-8`, text: JSON.stringify(problem) }
}

function acceptsProblem(request: FastifyRequest): boolean {
  if (bearerOf(request) !== undefined) return true
  const ranges = request.headers.accept?.toLowerCase().split(',') ?? []
  return ranges.some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    return type === problemJson && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** Responds without the hooks, one of which has failed. */
export function sendErrorUnhooked(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): void {
  const { status, body } = answerError(error, request)
  const { type, text } = written(request, status, body)
  const { raw } = reply.hijack()
  if (raw.headersSent) {
    raw.destroy()
    return
  }
  raw.writeHead(status, {
    ...commonHeaders(secure),
    'cache-control': 'no-store',
    'content-type': type,
    ...(status === 503 ? { 'retry-after': retryAfter() } : {}),
  })
  raw.end(text)
}

/** States when to try again what was refused for now. */
export function stateRetry(error: unknown, reply: FastifyReply): void {
  if (isRefusal(error) && error.retryAfter !== null) void reply.header('retry-after', String(error.retryAfter))
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = answerError(error, request)
  const { type, text } = written(request, status, body)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-language', languageFor(request))
    .type(type)
    .send(text)
}
