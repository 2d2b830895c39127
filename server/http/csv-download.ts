import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { byteOrderMark } from '../../domain/csv.ts'
import { refuse } from '../../contract/errors.ts'
import { traceOf } from './stack-traces.ts'

/** The maximum number of files that this process writes at once: each holds a database connection. */
const atOnce = 2
/** Milliseconds without reading after which a client counts as disconnected. */
const timeoutMs = 30_000
/** Milliseconds after which an unfinished file is aborted, because it keeps an old database snapshot alive. */
const maxMs = 30 * 60_000

export type Download = (
  request: FastifyRequest,
  reply: FastifyReply,
  fileName: string,
  head: string,
  pieces: AsyncGenerator<string, void, undefined>,
  begun: () => Promise<void>,
) => Promise<void>

/**
 * Returns the function that streams text files; all exports of a process share it, as the maximum counts them together.
 * A file is written at the speed of the client, and no longer generated when the client disconnects. An error before
 * the first piece is reported normally; a later one aborts the file.
 */
export function createDownloads(): Download {
  let running = 0
  return async (request, reply, fileName, head, pieces, begun) => {
    if (running >= atOnce) refuse('EXPORTS_BUSY')
    running += 1
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort()).on('error', () => gone.abort())
    try {
      const first = await pieces.next()
      await begun()
      reply.hijack()
      const { raw } = reply
      raw.setTimeout(timeoutMs, () => raw.destroy())
      const late = setTimeout(() => raw.destroy(), maxMs)
      raw.once('close', () => clearTimeout(late))
      void reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.writeHead(200)
      const write = async (text: string) => {
        gone.signal.throwIfAborted()
        if (!raw.write(text)) await once(raw, 'drain', { signal: gone.signal })
      }
      await write(byteOrderMark + head + (first.done ? '' : first.value))
      for await (const piece of pieces) await write(piece)
      raw.end()
    } catch (error) {
      if (!reply.sent) throw error
      if (!gone.signal.aborted) request.log.error({ error: traceOf(error) }, 'a file broke off')
      reply.raw.destroy()
    } finally {
      running -= 1
      await pieces.return()
    }
  }
}
