import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino, type Logger } from 'pino'
import { readTraceparent } from '../../platform/trace-context.ts'

/** Milliseconds that a line waits for others. */
const timeoutSeconds = 10

/**
 * Log lines for the standard output. Those of a few milliseconds leave together: a system call a line would be the dearest
 * part of a light request. What is still waiting when the process ends is written then. `asShown` rewrites a line.
 */
export function createLineLog(
  out: NodeJS.WriteStream = process.stdout,
  asShown: (line: string) => string = (line) => line,
): { write(line: string): void; flush(): void } {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') out.write(text)
  }
  // The log's reader may have ended; the shop continues.
  out.on('error', () => undefined)
  process.once('exit', flush)
  return {
    write(line) {
      if (waiting === '') setTimeout(flush, timeoutSeconds)
      waiting += asShown(line)
    },
    flush,
  }
}

export type LogStream = { write(line: string): void }

/** The log of the server in JSON lines, with the product's time. Never log personal data. */
export function createLogger(stream: LogStream, now: () => Date): Logger {
  return pino({ level: 'info', base: null, timestamp: () => `,"time":"${now().toISOString()}"` }, stream)
}

/**
 * A request's line: the route, never the address asked for, as addresses hold personal data. Put together by hand, as it is
 * the one line that every request costs: nothing in it is a visitor's words, and so nothing needs escaping.
 */
export function requestLine(
  { id, method, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  now: Date,
): string {
  const [route, ms] = [routeOptions.url ?? '-', Math.round(reply.elapsedTime)]
  const trace = readTraceparent(headers['traceparent'])
  const traceId = trace ? `,"traceId":"${trace.traceId}"` : ''
  return `{"level":30,"time":"${now.toISOString()}","requestId":"${id}"${traceId},"method":"${method}","route":"${route}","status":${reply.statusCode},"ms":${ms},"msg":"request"}\n`
}
