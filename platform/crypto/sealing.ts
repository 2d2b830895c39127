import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './secrets.ts'

/** Encrypts text for holders of `SECRET`. `about` names its row: it cannot be opened in another row. */
export type Sealing = {
  seal(about: string, text: string): string
  /** Returns undefined if no key opens it, or it belongs elsewhere. */
  open(about: string, sealed: string): string | undefined
  /** Returns what an older key sealed, sealed with the newest; undefined if that key sealed it, or none opens it. */
  renew(about: string, sealed: string): string | undefined
}

/** AES-256-GCM with the newest key and `about` as additional data; any of the keys opens it. */
export function createSealing(keys: Keys): Sealing {
  const [newest] = keys
  if (!newest) throw new Error('there is no key')
  const open = (about: string, sealed: string, among: Keys): string | undefined => {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < 28) return undefined
    for (const key of among) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        // It was sealed with another key: try the next.
      }
    }
    return undefined
  }
  const sealing: Sealing = {
    seal(about, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (about, sealed) => open(about, sealed, keys),
    renew(about, sealed) {
      const text = open(about, sealed, keys.slice(1))
      return text === undefined ? undefined : sealing.seal(about, text)
    },
  }
  return sealing
}
