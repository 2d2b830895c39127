import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName, Output } from '../../../contract/contract.ts'
import type { Row } from '../../../contract/rows/row.ts'
import { hasCurrent } from '../preconditions.ts'

/** A response other than JSON: a redirect, or nothing. */
export type Redirect = { redirect: string }
export const noContent = Symbol('204')
export type CallResult<C extends CallName> = Output<C> | Redirect | typeof noContent

type Packing = (answer: object, reply: FastifyReply) => { text: string; etag: string }

/** Cacheable responses are the same objects each time, so each is converted to text once. */
export function createPacking(): Packing {
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

type Exchange = { request: FastifyRequest; reply: FastifyReply; byForm: boolean }

/** Sends what a handler returned, as its row promises it. */
export function sendAnswer(
  row: Row,
  answer: unknown,
  { request, reply, byForm }: Exchange,
  pack: Packing,
): FastifyReply {
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
    if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  }
  return reply.code(row.status ?? 200).send(answer)
}

const isRedirect = (answer: unknown): answer is Redirect =>
  typeof answer === 'object' && answer !== null && 'redirect' in answer
const hasRedirectUrl = (answer: unknown): answer is { redirectUrl: string } =>
  typeof answer === 'object' && answer !== null && 'redirectUrl' in answer
