import { OAuthError } from './oauth-error.ts'

/** Returns parameters of a request, each present once (RFC 6749 §3.1 and §3.2); a missing or empty one is undefined. */
export type Parameters = (name: string) => string | undefined

export function readParameters(given: URLSearchParams): Parameters {
  const names = [...given.keys()]
  if (new Set(names).size < names.length) throw new OAuthError('invalid_request', 'A parameter is given twice.')
  return (name) => given.get(name) || undefined
}

export function requiredParameter(parameters: Parameters, name: string): string {
  const value = parameters(name)
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** A SHA-256 as base64url: of a code verifier (RFC 7636), or a thumbprint of a key (RFC 7638). */
export function isSha256(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text)
}
