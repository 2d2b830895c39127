import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Milliseconds without a byte taken, twice: Node compares what is still unsent at the end of the first wait with the length
 * of the last write, and waits once more if they differ.
 */
const waitMs = 2_500

/** Milliseconds for a download of any length: on a slow network the system may report nothing for a minute. */
export const downloadWaitMs = 60_000

/**
 * Closes connections whose client does not read the response: such a response stays in memory, and Node itself never ends
 * it. A request that is still being worked on, and a response that has left for the network, are not affected. For a longer
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
