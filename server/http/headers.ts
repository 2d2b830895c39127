import type { FastifyReply } from 'fastify'

/** The policy of responses that are not pages: nothing can load or run. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Returns the headers of every response; a page replaces the closed policy by its own. `secure`: the shop's address is
 * https.
 */
export function commonHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': closedPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

const overTls = commonHeaders(true)
const plain = commonHeaders(false)

export function setCommonHeaders(reply: FastifyReply, secure: boolean): void {
  void reply.headers(secure ? overTls : plain)
}

/** The policy of a page without scripts: the shop's styles, and forms to this site only. */
export const plainPagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * The policy of a sample of an email, which only a page of this site can frame: it runs nothing and shows only
 * pictures.
 */
export const sampleMailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/**
 * Returns a page's policy: its own scripts and the brand's colours by nonce, and forms to this site and the origins to
 * which a form may redirect.
 */
export function pagePolicy(nonce: string, formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Samples of emails. Pages themselves cannot be framed.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default react-dom vite',
  ].join('; ')
}
