import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Milliseconds without progress, twice: Node compares the unsent bytes at the end of the first wait with the length of
 * the last write, and waits again if they differ.
 */
const waitMs = 2_500

/** Milliseconds for a download of any length: on a slow network the system may report no progress for a minute. */
export const downloadWaitMs = 60_000

/**
 * Closes connections whose client does not read the response, which would stay in memory, because Node never closes
 * them. A request that is still processed, and a response that was sent completely, are not affected. For a longer
 * wait, set the response's own timeout.
 */
export function closeStalledReaders(handle: RequestListener): RequestListener {
  return (request, response) => {
    response.setTimeout(waitMs)
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
    handle(request, response)
  }
}
