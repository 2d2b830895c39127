import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../contract/errors.ts'
import { idempotencyHeader, takesIdempotencyKey, type Row } from '../../../contract/rows/row.ts'
import type { BegunRequest, KeyedRequest, RequestCaller, RequestClaim } from '../../../domain/idempotency.ts'
import { noteCommits, type Commits } from '../../store/transact.ts'
import { sessionId, type Visitor } from '../session/visitor.ts'

/** Begins a request with an idempotency key (draft-ietf-httpapi-idempotency-key-header-07). */
type BeginIdempotent = (request: KeyedRequest) => Promise<BegunRequest>

/** Headers of a response that a repetition also needs. */
const keptHeaders = ['content-type', 'content-language', 'location', 'www-authenticate'] as const

/** Stores the responses of requests that have claimed their key. */
export function createIdempotency(begin: BeginIdempotent) {
  const claims = new WeakMap<FastifyRequest, { claim: RequestClaim; commits: Commits }>()
  return {
    /** Stores the response of a claimed request before it is sent. */
    addHook(app: FastifyInstance): void {
      app.addHook('onSend', async (request, reply, payload) => {
        const claimed = claims.get(request)
        if (!claimed) return payload
        claims.delete(request)
        const { claim, commits } = claimed
        const headers = keptHeaders.flatMap((name) => {
          const value = reply.getHeader(name)
          return value === undefined ? [] : [[name, String(value)] as const]
        })
        const body = typeof payload === 'string' ? payload : ''
        // The effect has happened, so the caller gets the response even if it could not be stored.
        await claim
          .end({ status: reply.statusCode, headers: Object.fromEntries(headers), body }, commits.mayHaveChanged)
          .catch(() => request.log.error({ event: 'idempotency' }, 'a response could not be kept'))
        return payload
      })
    },

    /** Claims the key of a request. Resolves with whether the first response was sent again. */
    async claim(
      { row, name }: { row: Row; name: string },
      visitor: Visitor,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<boolean> {
      const key = request.headers[idempotencyHeader]
      if (key === undefined || !takesIdempotencyKey(row, request.method)) return false
      if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
        refuse('INVALID_INPUT', [{ field: 'Idempotency-Key', fault: { code: 'invalidValue' } }])
      const caller = callerOf(row, visitor)
      if (caller === null) return false
      const heeded = Object.keys(row.headers?.shape ?? {}).map((one) => request.headers[one] ?? null)
      const body = JSON.stringify([request.url, heeded, request.body ?? null])
      const begun = await begin({ caller, key, call: name, body })
      if (begun === 'busy') refuse('IDEMPOTENCY_BUSY')
      if (begun === 'other') return refuse('IDEMPOTENCY_MISMATCH')
      if ('claim' in begun) {
        claims.set(request, { claim: begun.claim, commits: { mayHaveChanged: false } })
        return false
      }
      const { status, headers, body: text } = begun.kept
      void reply.code(status).headers(headers).header('idempotent-replayed', 'true')
      // A reply is thenable, so it must not be the result of this promise.
      if (text === '') void reply.send()
      else void reply.serializer((one: string) => one).send(text)
      return true
    },

    /** Does the work of a request, and records for its claim whether it may have changed something. */
    run<T>(request: FastifyRequest, work: () => T): T {
      const claimed = claims.get(request)
      return claimed ? noteCommits(claimed.commits, work) : work()
    },
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>

function callerOf({ idempotent }: Row, { key, cookie }: Visitor): RequestCaller | null {
  if (key) return { kind: 'key', id: key.id }
  return cookie === null || !idempotent ? null : { kind: 'browser', id: sessionId(cookie) }
}
