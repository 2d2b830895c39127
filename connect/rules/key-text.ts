import { crc32 } from 'node:zlib'

/**
 * `till_<id>_<secret><checksum>`: the prefix and the checksum let a scanner or a log filter recognise a key offline.
 */
const form = /\btill_([0-9A-Za-z]{8})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})(?![0-9A-Za-z])/g
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const lengths = { id: 8, secret: 43, checksum: 6 } as const

/** 43 digits hold 256 bits, 8 hold 47, 6 hold the 32 of the checksum. */
function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let place = 0; place < length; place += 1) {
    text = (digits[Number(rest % 62n)] ?? '') + text
    rest /= 62n
  }
  return text
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return base62(bytes, lengths.checksum)
}

/** A key made of random bytes: 8 for its id, 32 for its secret. */
export function keyText(idBytes: Uint8Array, secretBytes: Uint8Array): { id: string; text: string } {
  const id = base62(idBytes, lengths.id)
  const start = `till_${id}_${base62(secretBytes, lengths.secret)}`
  return { id, text: start + checksum(start) }
}

/** The id in a key; undefined for a text that cannot be one. */
export function idInKey(text: string): string | undefined {
  const [only, ...others] = text.matchAll(form)
  return only?.[0] === text && others.length === 0 && isSound(text) ? only[1] : undefined
}

const isSound = (key: string) => checksum(key.slice(0, -lengths.checksum)) === key.slice(-lengths.checksum)

/** Returns a log line without the secrets of the keys in it. */
export function withoutKeys(line: string): string {
  if (!line.includes('till_')) return line
  return line.replaceAll(form, (key, id: string) => (isSound(key) ? `till_${id}_…` : key))
}
