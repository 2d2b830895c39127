import type { FastifyReply } from 'fastify'

/** Leaves the response to code that writes to Node's response, with the headers set so far. */
export function handOver(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
}
