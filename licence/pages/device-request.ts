import { isSigned, sign } from '../../platform/crypto/secrets.ts'
import type { LicensedProduct } from '../context.ts'
import type { DeviceGrant } from '../database/tables.ts'
import { hasRoom } from '../rate-limit.ts'
import { readUserCode } from '../rules/user-code.ts'
import { pendingGrant } from '../store/grants.ts'
import type { RequestRef } from './bodies.ts'
import { expired, keyOf, type DeviceExchange, type DevicePage } from './device-exchange.ts'

/** A program's request that waits for an answer. */
export type WaitingRequest = { named: RequestRef; grant: DeviceGrant; product: LicensedProduct }

/** Returns the request that a page's address names by its id. */
export async function requestById(
  exchange: DeviceExchange,
  id: string,
): Promise<WaitingRequest | { page: DevicePage }> {
  const { context } = exchange
  const named = { request: id }
  const grant = await pendingGrant(context.db, keyOf(named), context.now())
  const product = grant && context.products.get(grant.product)
  return grant?.kind === 'code' && product ? { named, grant, product } : { page: expired(exchange) }
}

/** Returns the request that a form names, by its id or by the code that the person entered. */
export async function requestByForm(
  exchange: DeviceExchange,
  form: URLSearchParams,
  accountId: string,
): Promise<WaitingRequest | { page: DevicePage }> {
  const { context, body, reply } = exchange
  const [id, typed] = [form.get('request'), form.get('code')]
  if (id !== null) return requestById(exchange, id)
  const entered = typed ?? ''
  const code = typed === null ? null : readUserCode(typed)
  const wrong = { page: { status: 400, ...body.enterCode('wrong', entered) } }
  if (code === null) return wrong
  const foundText = `${accountId} ${code}`
  const named: RequestRef = { code, found: sign(context.nonceKeys, foundText) }
  const isGuess = !isSigned(context.nonceKeys, foundText, form.get('found') ?? '')
  // Counted before the look-up, so that concurrent guesses all count.
  if (isGuess && !(await hasRoom(context, reply, 'deviceCodePerAccount', accountId)))
    return { page: { status: 429, ...body.enterCode('tooMany', entered) } }
  const grant = await pendingGrant(context.db, keyOf(named), context.now())
  if (!grant || grant.kind === 'code') return wrong
  const product = context.products.get(grant.product)
  return product ? { named, grant, product } : { page: expired(exchange) }
}
