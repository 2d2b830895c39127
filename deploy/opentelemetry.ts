// Sends the server's spans to an OpenTelemetry collector, by OTLP over HTTP with JSON (opentelemetry.io/docs/specs/otlp).
// Load it before the server, in the environment of the service, which runs Node 24:
//
//   NODE_OPTIONS="--import /opt/tillhouse/deploy/opentelemetry.ts"
//
// It reads the standard variables OTEL_EXPORTER_OTLP_ENDPOINT (http://localhost:4318), OTEL_EXPORTER_OTLP_HEADERS and
// OTEL_SERVICE_NAME (tillhouse), and needs no package. Copy and change it: the server only publishes its spans on the channel
// `tillhouse:span` of node:diagnostics_channel, as platform/trace-context.ts describes them.
import { subscribe } from 'node:diagnostics_channel'
import { isMainThread } from 'node:worker_threads'
import type { Span } from '../platform/trace-context.ts'

const { OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318', OTEL_EXPORTER_OTLP_HEADERS = '' } = process.env
const { OTEL_SERVICE_NAME = 'tillhouse' } = process.env
const address = `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`
const headers = Object.fromEntries(
  OTEL_EXPORTER_OTLP_HEADERS.split(',')
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]),
)
/** Milliseconds between two deliveries, and how many spans wait for one at most. */
const interval = 1000
const most = 2000

let waiting: object[] = []
if (isMainThread) {
  subscribe('tillhouse:span', (span) => {
    if (waiting.length < most) waiting.push(asOtlp(span as Span))
  })
  setInterval(() => void send(), interval).unref()
}

async function send(): Promise<void> {
  if (waiting.length === 0) return
  const spans = waiting
  waiting = []
  const resource = { attributes: [attribute('service.name', OTEL_SERVICE_NAME)] }
  const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'tillhouse' }, spans }] }] })
  // Spans that cannot be delivered are lost: the shop must not wait for them.
  const signal = AbortSignal.timeout(5000)
  await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  }).catch(() => undefined)
}

const kinds = { internal: 1, server: 2, client: 3 }

function asOtlp({ name, kind, traceId, spanId, parentId, start, end, attributes, failed }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    status: failed ? { code: 2 } : {},
  }
}

/** Converts milliseconds to a 64-bit number of nanoseconds as OTLP writes it. */
const nanoseconds = (moment: number) => `${Math.round(moment * 1000)}000`
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
})
