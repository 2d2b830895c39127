import type pg from 'pg'

/** What of pg's connection COPY needs; the package's types leave it out. */
type Wire = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * Sends lines to `copy … from stdin`, the fastest way into PostgreSQL. Calls the driver makes on whatever is submitted to a
 * client stand here as methods of one object.
 */
export function copyIn(client: pg.Client, statement: string, lines: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.query({
    submit: (wire: Wire) => wire.query(statement),
    handleCopyInResponse(wire: Wire) {
      wire.sendCopyFromChunk(Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength))
      wire.endCopyFrom()
    },
    handleCommandComplete: () => undefined,
    handleError: reject,
    handleReadyForQuery: () => resolve(),
  } as unknown as pg.Submittable)
  return promise
}
