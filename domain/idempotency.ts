/** The sender: an API key, or one browser of a person, because another browser sends separate requests. */
export type RequestCaller = { kind: 'key' | 'browser'; id: string }

/** A request with an idempotency key. `body` is everything that a repetition must have in common. */
export type KeyedRequest = { caller: RequestCaller; key: string; call: string; body: string }

export type KeptResponse = { status: number; headers: Record<string, string>; body: string }

/**
 * Ends a claim: the response is stored, or the key is free again, or it stays busy after a failure that may have come
 * after a change.
 */
export type RequestClaim = { end(response: KeptResponse, mayHaveChanged: boolean): Promise<void> }

/** `busy`: the first request has no response yet. `other`: the first request was a different one. */
export type BegunRequest = { claim: RequestClaim } | { kept: KeptResponse } | 'busy' | 'other'
