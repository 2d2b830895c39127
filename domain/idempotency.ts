/** An API key, or one browser of a person: another browser of the same person sends requests of its own. */
export type RequestCaller = { kind: 'key' | 'browser'; id: string }

/** A request with an idempotency key. `body` is everything that a repetition must have in common with it. */
export type KeyedRequest = { caller: RequestCaller; key: string; call: string; body: string }

export type KeptResponse = { status: number; headers: Record<string, string>; body: string }

/** The end of a claim: the response is kept, or the key is free again. */
export type RequestClaim = { end(response: KeptResponse): Promise<void> }

/** `busy`: the first request has no response yet. `other`: the first request was another one. */
export type BegunRequest = { claim: RequestClaim } | { kept: KeptResponse } | 'busy' | 'other'
