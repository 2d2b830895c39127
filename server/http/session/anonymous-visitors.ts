import { randomBytes } from 'node:crypto'
import { sign, type Keys } from '../../../platform/crypto/secrets.ts'

/** An anonymous visitor's cookie, and the anti-forgery token bound to it. */
export type AnonymousVisitor = { cookie: string; token: string }

/** The number created at once: each then takes a fraction of the time that it would take within a request. */
const atOnce = 64
const bytes = 32

/** Creates cookies for visitors without one, each of 256 random bits and used once. */
export function createAnonymousVisitors(keys: Keys): () => AnonymousVisitor {
  let waiting: AnonymousVisitor[] = []
  function more(): AnonymousVisitor[] {
    const drawn = randomBytes(atOnce * bytes)
    return Array.from({ length: atOnce }, (_, at) => {
      const cookie = `a.${drawn.toString('base64url', at * bytes, (at + 1) * bytes)}`
      return { cookie, token: sign(keys, cookie) }
    })
  }
  return () => {
    if (waiting.length === 0) waiting = more()
    return waiting.pop() as AnonymousVisitor
  }
}
