import type { IncomingMessage, ServerResponse } from 'node:http'

/** A handler of plain Node requests below a path, such as the identity provider or the sandbox. */
export type Mount = {
  prefix: string
  handle(req: IncomingMessage, res: ServerResponse, clientAddress: string): unknown
}
