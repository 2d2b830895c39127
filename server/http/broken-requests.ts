import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatus, type ErrorCode } from '../../contract/error-codes.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import { commonHeaders } from './headers.ts'

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/**
 * Responds to bytes that are not an HTTP request, or could be read as two, and closes the connection. The response is
 * always in English, because no header is trusted.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, secure: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codes[error.code ?? ''] ?? 'INVALID_INPUT'
  const status = errorStatus(code)
  const body = JSON.stringify({ message: wordsIn('en').errors[code], code, requestId: randomUUID() })
  const headers = {
    ...commonHeaders(secure),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroy()
  })
}
