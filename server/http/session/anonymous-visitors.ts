import { randomBytes } from 'node:crypto'
import { sign, type Keys } from '../../../platform/crypto/secrets.ts'

/** An anonymous visitor's cookie, and the anti-forgery token bound to it. */
export type AnonymousVisitor = { cookie: string; token: string }

/** So many are made in a row: each then costs a fraction of what drawing and signing cost amid the work of a request. */
const atOnce = 64
const bytes = 32

/** Cookies for visitors who come without one, each of 256 random bits and given away once. */
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
