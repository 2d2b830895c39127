/** The codes of RFC 6749 §5.2, RFC 8628 §3.5, RFC 9449 and RFC 6750. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_token'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce'
  | 'temporarily_unavailable'

/** An expected refusal in the form that programs read. `more` contains further members of the response. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly more: Record<string, string>

  constructor(code: OAuthErrorCode, description: string, status = 400, more: Record<string, string> = {}) {
    super(description)
    this.code = code
    this.status = status
    this.more = more
  }
}
