import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './secrets.ts'

/** Text that only holders of `SECRET` can read. `about` names the row it belongs to: in another row it does not open. */
export type Sealing = {
  seal(about: string, text: string): string
  /** Undefined when no key opens it, or it belongs elsewhere. */
  open(about: string, sealed: string): string | undefined
}

/** AES-256-GCM under the newest key, with `about` as additional data; any of the keys opens. */
export function createSealing(keys: Keys): Sealing {
  const [newest] = keys
  if (!newest) throw new Error('there is no key')
  return {
    seal(about, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(about, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 28) return undefined
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
          decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(12, 28))
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        } catch {
          // Sealed under another key: try the next.
        }
      }
      return undefined
    },
  }
}
