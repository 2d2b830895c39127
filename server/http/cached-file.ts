import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasCurrent } from './preconditions.ts'

/** A public file in memory, with its compressed forms. */
export type CachedFile = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

/** Weak, because the compressed forms have the same one (rfc-editor.org/rfc/rfc9110, section 8.8.3). */
export const etagOf = (plain: Uint8Array) => `W/"${createHash('sha1').update(plain).digest('base64url')}"`

/** Compresses a text once, because every visitor gets the same bytes. */
export function cachedFile(text: string | Uint8Array, type: string): CachedFile {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return { type, etag: etagOf(plain), plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) }
}

/** Caches the result for the latest source, for example the brand in force, until the source changes. */
export function cacheLatest<Source, Made>(make: (source: Source) => Made): (source: Source) => Made {
  let kept: { source: Source; made: Made } | null = null
  return (source) => {
    if (kept?.source !== source) kept = { source, made: make(source) }
    return kept.made
  }
}

/** Sends a stored file in the best encoding, or 304 to a client that has it. */
export function sendCachedFile(
  file: CachedFile,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.header('cache-control', caching).header('etag', file.etag).header('vary', 'accept-encoding')
  if (hasCurrent(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = acceptedEncoding(request, file)
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.type(file.type).send(encoding ? file[encoding] : file.plain)
}

/** Returns the best encoding that both sides support. */
export function acceptedEncoding(
  request: FastifyRequest,
  have: { br?: unknown; gzip?: unknown },
): 'br' | 'gzip' | undefined {
  const accepted = request.headers['accept-encoding'] ?? ''
  return (['br', 'gzip'] as const).find((encoding) => have[encoding] && new RegExp(`\\b${encoding}\\b`).test(accepted))
}
