import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { LicenceContext, PagePorts } from '../context.ts'
import type { GrantKey } from '../store/grants.ts'
import { bodies, type Bodies, type RequestRef } from './bodies.ts'

/** A request of the page about a computer, with the page's contents in the visitor's language. */
export type DeviceExchange = {
  context: LicenceContext
  ports: PagePorts
  request: FastifyRequest
  reply: FastifyReply
  body: Bodies
}

/** A page to send, with status 200 if none is given. */
export type DevicePage = { status?: number; title: string; body: ReturnType<Bodies['plain']>['body'] }

export async function beginExchange(
  context: LicenceContext,
  ports: PagePorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DeviceExchange> {
  const words = ports.wordsFor(request)
  const csrf = await ports.formToken(request, reply)
  return { context, ports, request, reply, body: bodies(words.licence, { csrf, locale: words.locale }) }
}

export const keyOf = (named: RequestRef): GrantKey =>
  'request' in named ? { code_hash: tokenHash(named.request) } : { user_code_hash: tokenHash(named.code) }

export const expired = ({ body }: DeviceExchange): DevicePage => ({ status: 404, ...body.expired() })
