import type { FastifyReply, FastifyRequest } from 'fastify'
import { lifetimes } from '../../../domain/limits.ts'
import { hostCookie } from '../../../platform/cookies.ts'

const signedOutCookie = (publicUrl: string) => hostCookie('signed-out', publicUrl)

/**
 * Stores in the browser that a sign-out did not reach the issuer, whose session would sign the next person in as the one
 * who left. After this time the issuer asks for the password anyway, because of `max_age`.
 */
export function rememberSignOut(reply: FastifyReply, publicUrl: string): void {
  void reply.setCookie(signedOutCookie(publicUrl), 'yes', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: lifetimes.sessionAbsolute / 1000,
  })
}

export function isAfterSignOut(request: FastifyRequest, publicUrl: string): boolean {
  return request.cookies[signedOutCookie(publicUrl)] !== undefined
}

export function forgetSignOut(reply: FastifyReply, publicUrl: string): void {
  void reply.clearCookie(signedOutCookie(publicUrl), { path: '/', secure: publicUrl.startsWith('https:') })
}
