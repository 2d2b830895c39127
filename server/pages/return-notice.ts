import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiesOf } from '../http/language.ts'

/** Long enough to read the notice; a later visit to the homepage is not about it. */
const seconds = 10 * 60
/** A longer address would make the cookie of every request long. */
const longest = 1024

const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-return-to' : 'return-to')
const isAdminPath = (path: string) => /^\/administration(?=[/?]|$)/.test(path)

/**
 * Remembers in the visitor's browser which page of the admin area they asked for without a session, so that the homepage
 * they are sent to can offer to sign in for it. Addresses outside the admin area are not remembered.
 */
export function rememberTarget(reply: FastifyReply, path: string, publicUrl: string): void {
  if (!isAdminPath(path) || path.length > longest) return
  const secure = publicUrl.startsWith('https:')
  void reply.setCookie(cookieName(publicUrl), path, {
    path: '/',
    sameSite: 'lax',
    secure,
    httpOnly: true,
    maxAge: seconds,
  })
}

/** Returns the page of the admin area that the visitor asked for without a session; undefined if none within ten minutes. */
export function rememberedTarget(request: FastifyRequest, publicUrl: string): string | undefined {
  const path = cookiesOf(request)[cookieName(publicUrl)]
  return path !== undefined && isAdminPath(path) ? path : undefined
}
