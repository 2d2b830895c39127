import { Stripe } from 'stripe'
import { inSpan, traceHeaders } from '../../../../platform/trace-context.ts'
import { setTimeout as wait } from 'node:timers/promises'

export type StripeAccess = {
  key: string
  /** An address other than Stripe's own: the simulator, a mock, or a proxy. */
  apiBase: string | null
}

/** `result`: the class of the status, such as `2xx`, or `error` without a response. */
export type ObserveCall = (seconds: number, resource: string, result: string) => void

/** A client that tries each call once. `timeout` in ms, before a call counts as failed. */
export function createStripeClient({ key, apiBase }: StripeAccess, timeout: number, observe?: ObserveCall): Stripe {
  const own = { telemetry: false, maxNetworkRetries: 0, timeout, ...addressOf(apiBase) }
  return new Stripe(key, { ...own, httpClient: observedClient(observe) })
}

/** Stripe's own HTTP client, which also passes the trace on and reports each call. */
function observedClient(observe: ObserveCall = () => undefined): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient() as Stripe.HttpClient
  const { makeRequest } = client
  client.makeRequest = async (host, port, path, method, headers, ...rest) => {
    const began = performance.now()
    // The first part of the path names the resource; the rest contains ids.
    const resource = /^\/v\d+\/([a-z_]+)/.exec(path)?.[1] ?? 'other'
    let result = 'error'
    try {
      const ask = () => makeRequest.call(client, host, port, path, method, { ...headers, ...traceHeaders() }, ...rest)
      const response = await inSpan(`stripe ${method} ${resource}`, 'client', ask)
      result = `${Math.floor(response.getStatusCode() / 100)}xx`
      return response
    } finally {
      observe((performance.now() - began) / 1000, resource, result)
    }
  }
  return client
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

/** A buyer who presses twice waits for the first press: its key is in use until then, and returns the same answer afterwards. */
export async function onceFree<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      const inUse = error instanceof Stripe.errors.StripeError && error.statusCode === 409
      if (!inUse || tries === 25) throw error
      await wait(200)
    }
  }
}
