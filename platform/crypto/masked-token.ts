import { randomBytes } from 'node:crypto'

/**
 * A token as a page carries it: other characters in each page, so that the length of a compressed page, in which a visitor's
 * own address stands too, tells nothing of it (BREACH).
 */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token)
  const pad = randomBytes(bytes.length)
  return `m.${pad.toString('base64url')}.${mixed(bytes, pad).toString('base64url')}`
}

/** The token under a mask; a text without one as it is. */
export function unmaskToken(text: string): string {
  const [mark, pad = '', bytes = ''] = text.split('.')
  if (mark !== 'm') return text
  return mixed(Buffer.from(bytes, 'base64url'), Buffer.from(pad, 'base64url')).toString()
}

function mixed(bytes: Buffer, pad: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
}
