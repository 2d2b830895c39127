import { Stripe } from 'stripe'

export type StripeAccess = {
  key: string
  /** Another address than Stripe's own: the simulator, a mock, or a proxy. */
  apiBase: string | null
}

/** A client that tries each call once. `timeout` in ms, before a call counts as failed. */
export function createStripeClient({ key, apiBase }: StripeAccess, timeout: number): Stripe {
  return new Stripe(key, { telemetry: false, maxNetworkRetries: 0, timeout, ...addressOf(apiBase) })
}

function addressOf(apiBase: string | null) {
  if (!apiBase) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const plain = protocol === 'http:'
  return {
    host: hostname,
    port: Number(port) || (plain ? 80 : 443),
    protocol: plain ? ('http' as const) : ('https' as const),
  }
}
