import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino, type Logger } from 'pino'
import { readTraceparent } from '../../platform/trace-context.ts'

/** Milliseconds for which a line waits for others. */
const timeoutSeconds = 10

/**
 * Writes log lines to the standard output. Those of a few milliseconds are written together, because a system call per
 * line would be the most expensive part of a light request. Waiting lines are written when the process ends. `asShown`
 * rewrites a line.
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
 * Returns a request's line with the route, never the URL, because URLs contain personal data. It is concatenated,
 * because every request writes this line: it contains no visitor's input, so nothing needs escaping.
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
