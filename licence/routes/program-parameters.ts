import type { LicenceContext, LicensedProduct } from '../context.ts'
import { OAuthError } from '../oauth-error.ts'
import { isSha256, requiredParameter, type Parameters } from '../parameters.ts'
import { deviceText } from '../rules/device-text.ts'

/** A program's description of its computer. */
export function deviceTexts(parameters: Parameters): { name: string; system: string; version: string } {
  return {
    name: deviceText(parameters('device_name')),
    system: deviceText(parameters('device_system')),
    version: deviceText(parameters('device_version'), 32),
  }
}

export function productOf(context: LicenceContext, parameters: Parameters): LicensedProduct {
  const product = context.products.get(requiredParameter(parameters, 'client_id'))
  if (!product) throw new OAuthError('invalid_client', 'The client_id is not a licensed product.', 401)
  return product
}

/** Returns the SHA-256 challenge of RFC 7636; null if there is none. */
export function challengeOf(parameters: Parameters): string | null {
  const challenge = parameters('code_challenge')
  if (challenge === undefined) return null
  if (!isSha256(challenge) || parameters('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge must be one by the method S256.')
  return challenge
}
