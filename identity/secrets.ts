import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** A key of 32 bytes for one purpose, derived from one of the operator's secrets. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `tillhouse identity ${purpose}`, 32))
}

/** 256 random bits, as they stand in links and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. Plain SHA-256 will do: a token is random, so there is nothing to guess. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Text only holders of a secret can read: AES-256-GCM under the newest secret. */
export function seal(secrets: string[], purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secrets[0] ?? '', purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The sealed text, or undefined when no secret opens it. */
export function unseal(secrets: string[], purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed under another secret: try the next.
    }
  }
  return undefined
}

/** What a keyed hash is made for: no one of them is good for the other. */
type Signed = 'forms' | 'browsers' | 'recovery-codes'

/** A keyed hash by the newest secret, base64url: the anti-forgery token of a browser's cookie, for one. */
export function signed(secrets: string[], purpose: Signed, text: string): string {
  return mac(secrets[0] ?? '', purpose, text).toString('base64url')
}

export function isSigned(secrets: string[], purpose: Signed, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return secrets.some((secret) => {
    const right = mac(secret, purpose, text)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

/** The keyed hash by each secret, newest first: what a text may be stored under. */
export function allSigned(secrets: string[], purpose: Signed, text: string): string[] {
  return secrets.map((secret) => mac(secret, purpose, text).toString('base64url'))
}

function mac(secret: string, purpose: Signed, text: string): Buffer {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest()
}
