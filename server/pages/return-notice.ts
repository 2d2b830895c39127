import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie } from '../../platform/cookies.ts'
import { cookiesOf } from '../http/language.ts'

/** Long enough to read the notice; a later visit to the homepage is unrelated. */
const seconds = 10 * 60
/** A longer address would make every request's cookies too long. */
const longest = 1024

const cookieName = (publicUrl: string) => hostCookie('return-to', publicUrl)
const isAdminPath = (path: string) => /^\/administration(?=[/?]|$)/.test(path)

/**
 * Stores in the visitor's browser which page of the admin area they requested without a session, so that the homepage
 * can offer to sign in for it. Other addresses are not stored.
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

/**
 * Returns the page of the admin area that the visitor requested without a session; undefined if there is none within
 * ten minutes.
 */
export function rememberedTarget(request: FastifyRequest, publicUrl: string): string | undefined {
  const path = cookiesOf(request)[cookieName(publicUrl)]
  return path !== undefined && isAdminPath(path) ? path : undefined
}
