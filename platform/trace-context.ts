import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'

/** The position of work in a trace: w3.org/TR/trace-context. `spanId` is the parent of further spans. */
export type TraceContext = { traceId: string; spanId: string; flags: string; state?: string | undefined }

/** Published on the channel `tillhouse:span` when a piece of work is over. Contains nothing about a person. */
export type Span = {
  name: string
  kind: 'server' | 'client' | 'internal'
  traceId: string
  spanId: string
  parentId: string | null
  /** Milliseconds since 1970, with fractions. */
  start: number
  end: number
  attributes: Record<string, string | number>
  failed: boolean
}

/** `attributes` are those known at the end; a second `end` is ignored. */
export type OpenSpan = {
  context: TraceContext
  end(about: Partial<Pick<Span, 'name' | 'attributes' | 'failed'>>): void
}

const current = new AsyncLocalStorage<TraceContext>()
const spans = channel('tillhouse:span')

/** Returns the parts of a `traceparent` header; null if it is invalid. A later version may have additional parts. */
export function readTraceparent(header: unknown, state?: unknown): TraceContext | null {
  if (typeof header !== 'string') return null
  const found = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header)
  const [, version = 'ff', traceId = '', spanId = '', flags = '00', more] = found ?? []
  if (!found || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, flags, ...(isState(state) && { state }) }
}

/** The standard requires that `tracestate` is passed on unchanged; one that cannot be a header is dropped. */
const isState = (state: unknown): state is string => typeof state === 'string' && /^[\x20-\x7e]{1,512}$/.test(state)

/** Runs work as part of a trace. */
export function traced<T>(trace: TraceContext, work: () => T): T {
  return current.run(trace, work)
}

/** Returns the headers for a request to another service; none outside a trace. */
export function traceHeaders(): { traceparent?: string; tracestate?: string } {
  const trace = current.getStore()
  if (!trace) return {}
  const { traceId, spanId, flags, state } = trace
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state !== undefined && { tracestate: state }) }
}

/**
 * Begins a span below the given one, else below the current one, else in a new trace. Returns null if there is neither
 * a trace nor a subscriber, so that it costs nothing.
 */
export function beginSpan(
  name: string,
  kind: Span['kind'],
  parent: TraceContext | null = current.getStore() ?? null,
): OpenSpan | null {
  if (parent === null && !spans.hasSubscribers) return null
  const { traceId = randomId(16), flags = '01', state } = parent ?? {}
  const context = { traceId, spanId: randomId(8), flags, state }
  const start = now()
  let isOver = false
  return {
    context,
    end({ name: last = name, attributes = {}, failed = false }) {
      if (isOver || !spans.hasSubscribers) return
      isOver = true
      const parentId = parent?.spanId ?? null
      const end = now()
      const { spanId } = context
      spans.publish({ name: last, kind, traceId, spanId, parentId, start, end, attributes, failed } satisfies Span)
    },
  }
}

/** Runs work in a separate span, which fails if the work throws. */
export async function inSpan<T>(name: string, kind: Span['kind'], work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, kind)
  if (!span) return work()
  let failed = true
  try {
    const result = await traced(span.context, work)
    failed = false
    return result
  } finally {
    span.end({ failed })
  }
}

/** By the machine's clock at the start of the process. */
const now = () => performance.timeOrigin + performance.now()
const randomId = (bytes: number) => randomBytes(bytes).toString('hex')
