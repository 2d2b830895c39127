import { deviceText } from '../rules/device-text.ts'
import { readSelfSigned } from '../self-signed.ts'

/** The maximum length of a request, in characters. */
export const maxFileRequest = 8192

/** The request of a program on a computer without a network, signed with its key. */
export type FileRequest = { product: string; jkt: string; name: string; system: string; version: string }

/**
 * Reads a request for a licence file (docs/reference/licence-file.md); null for any other text. Its `iat` is not checked: the clock of
 * a computer without a network may be wrong. An old request does no harm, because only the holder of the key can use the lease.
 */
export async function readFileRequest(text: string): Promise<FileRequest | null> {
  const trimmed = text.trim()
  if (trimmed.length > maxFileRequest) return null
  const read = await readSelfSigned(trimmed, 'licence-request+jwt')
  if (!read) return null
  const { v, product, iat } = read.claims
  if (v !== 1 || typeof product !== 'string' || typeof iat !== 'number') return null
  const textOf = (member: string) => {
    const value = read.claims[member]
    return typeof value === 'string' ? value : ''
  }
  return {
    product,
    jkt: read.jkt,
    name: deviceText(textOf('name')),
    system: deviceText(textOf('system')),
    version: deviceText(textOf('version'), 32),
  }
}
