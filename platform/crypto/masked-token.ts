import { randomBytes } from 'node:crypto'

/**
 * Returns a token for use in a page, with other characters in each page, so that the length of a compressed page, which
 * also contains a visitor's input, reveals nothing about it (BREACH).
 */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token)
  const pad = randomBytes(bytes.length)
  return `m.${pad.toString('base64url')}.${mixed(bytes, pad).toString('base64url')}`
}

/** Returns the token under a mask, or a text without a mask unchanged. */
export function unmaskToken(text: string): string {
  const [mark, pad = '', bytes = ''] = text.split('.')
  if (mark !== 'm') return text
  return mixed(Buffer.from(bytes, 'base64url'), Buffer.from(pad, 'base64url')).toString()
}

function mixed(bytes: Buffer, pad: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
}
