import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { webhookLimits } from '../../domain/limits.ts'
import type { DeliveryFault } from '../../domain/messages/webhook.ts'
import type { CheckTarget, Target } from './targets.ts'

/** The result of one attempt. `status` is null without a response; `ms` is its duration. */
export type Attempt = {
  status: number | null
  fault: DeliveryFault | null
  retryAfterMs: number | null
  response: string | null
  ms: number
}

/**
 * What is sent. `at` is the machine's time, for comparison with a date in `Retry-After`; `signal` aborts the attempt.
 */
type Request = { headers: Record<string, string>; body: string; at: Date; signal?: AbortSignal }

/** Sends a body once. Redirects are not followed. */
export async function send(check: CheckTarget, url: string, request: Request): Promise<Attempt> {
  const begun = performance.now()
  const none = { status: null, retryAfterMs: null, response: null }
  const done = (attempt: Omit<Attempt, 'ms'>): Attempt => ({ ...attempt, ms: Math.round(performance.now() - begun) })
  const signal = AbortSignal.any([
    AbortSignal.timeout(webhookLimits.timeout),
    ...(request.signal ? [request.signal] : []),
  ])
  const late = aborted(signal)
  try {
    // An already aborted signal calls no listener.
    signal.throwIfAborted()
    const target = await Promise.race([check(url), late])
    if (typeof target === 'string') return done({ ...none, fault: 'address' })
    return done(await Promise.race([post(target, request, signal), late]))
  } catch (error) {
    return done({ ...none, fault: faultOf(error, signal) })
  }
}

function post(
  { url, address, family }: Target,
  { headers, body, at }: Request,
  signal: AbortSignal,
): Promise<Omit<Attempt, 'ms'>> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Tillhouse-Webhooks/1',
        },
        // The name was resolved and checked; another look-up could return another address.
        lookup: (_host, options, done) => {
          if (options.all) done(null, [{ address, family }])
          else done(null, address, family)
        },
      },
      (response) => {
        request.off('close', closed)
        const chunks: Buffer[] = []
        let size = 0
        const finish = () => {
          resolve({
            status: response.statusCode ?? null,
            fault: null,
            retryAfterMs: retryAfterOf(response.headers['retry-after'], at),
            response: textOf(Buffer.concat(chunks).subarray(0, webhookLimits.responseBytes)),
          })
          request.destroy()
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size >= webhookLimits.responseBytes) finish()
        })
        response.on('end', finish)
        response.on('error', reject)
        response.on('close', closed)
      },
    )
    const closed = () => reject(new Error('closed without a response'))
    request.on('close', closed)
    request.on('error', reject)
    // Without a listener, Node would silently end the connection of a receiver that changes the protocol.
    request.on('upgrade', ({ statusCode: status = null }, socket) => {
      socket.destroy()
      resolve({ status, fault: null, retryAfterMs: null, response: '' })
    })
    request.end(body)
  })
}

/** In seconds or as a date; null if it is neither. */
function retryAfterOf(header: string | undefined, at: Date): number | null {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - at.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

/** PostgreSQL stores no NUL. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '')

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function faultOf(error: unknown, signal: AbortSignal): DeliveryFault {
  if (signal.aborted) return 'timeout'
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'connection'
}
