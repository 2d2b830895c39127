import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** A secret as receivers get it (github.com/standard-webhooks/standard-webhooks, "Signature scheme"). */
export const secretText = (random: Buffer): string => prefix + random.toString('base64')

/** The headers of an attempt, signed by each secret. `at` is a moment of the machine: receivers compare it with their own clock. */
export function signedHeaders(id: string, body: string, secrets: readonly string[], at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
