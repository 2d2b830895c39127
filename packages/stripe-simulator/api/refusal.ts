/** Stripe's error object. */
export type Fault = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  payment_intent?: object
  payment_method?: object
  charge?: string
}

/** `unread`: the parameters could not be read, so that no work began. */
export type Refusal = Error & { refusal: { status: number; fault: Fault; unread?: boolean } }

/** Returns an error to throw: the work is undone, and Stripe's error object is returned with that HTTP status. */
export function refuse(status: number, fault: Fault): Refusal {
  return Object.assign(new Error(fault.message), { refusal: { status, fault } })
}

/** Returns a refusal because of one parameter. */
export function invalid(message: string, param?: string, code?: string): Refusal {
  return refuse(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) })
}

/** Returns a refusal of unreadable parameters. */
export function unreadable(message: string, param?: string, code?: string): Refusal {
  const refusal = invalid(message, param, code)
  refusal.refusal.unread = true
  return refusal
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'refusal' in error
}
