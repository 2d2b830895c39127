import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The trace that a request belongs to: w3.org/TR/trace-context. */
export type TraceContext = { traceId: string; flags: string }

const current = new AsyncLocalStorage<TraceContext>()

/** What a `traceparent` header says. A later version may have more parts behind those that are known; null for anything else. */
export function readTraceparent(header: unknown): TraceContext | null {
  if (typeof header !== 'string') return null
  const found = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header)
  const [, version = 'ff', traceId = '', parent = '', flags = '00', more] = found ?? []
  if (!found || version === 'ff' || (version === '00' && more !== undefined)) return null
  return /^0+$/.test(traceId) || /^0+$/.test(parent) ? null : { traceId, flags }
}

/** Does work as part of a trace. */
export function traced<T>(trace: TraceContext, work: () => T): T {
  return current.run(trace, work)
}

/** The header for a request to another service; none outside a trace. Each has a span id of its own. */
export function traceHeaders(): { traceparent?: string } {
  const trace = current.getStore()
  return trace ? { traceparent: `00-${trace.traceId}-${randomBytes(8).toString('hex')}-${trace.flags}` } : {}
}
