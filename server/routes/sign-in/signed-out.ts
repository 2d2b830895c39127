import type { FastifyReply, FastifyRequest } from 'fastify'
import { lifetimes } from '../../../domain/limits.ts'

const signedOutCookie = (publicUrl: string) => `${publicUrl.startsWith('https:') ? '__Host-' : ''}signed-out`

/**
 * Stores in the browser that a sign-out did not reach the issuer, whose session would sign the next person in as this
 * one. After this time it asks for the password anyway, because of `max_age`.
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
