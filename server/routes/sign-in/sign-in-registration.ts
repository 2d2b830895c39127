import type { FastifyReply, FastifyRequest } from 'fastify'
import { lifetimes } from '../../../domain/limits.ts'
import { registrationParameter } from '../../actions/trials/register.ts'
import { hostCookie } from '../../../platform/cookies.ts'

/** An activation link contains its registration and the page to which it leads. */
export function withoutRegistration(
  path: string,
  publicUrl: string,
): { returnTo: string; registration: string | null } {
  const address = new URL(path, publicUrl)
  const registration = address.searchParams.get(registrationParameter)
  if (registration === null) return { returnTo: path, registration }
  address.searchParams.delete(registrationParameter)
  return { returnTo: address.pathname + address.search + address.hash, registration }
}

const registrationCookie = (publicUrl: string) => hostCookie('registration', publicUrl)

/** Until the browser signs in: at another issuer, signing up may take more than one visit. */
export function rememberRegistration(reply: FastifyReply, publicUrl: string, registration: string): void {
  void reply.setCookie(registrationCookie(publicUrl), registration, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: lifetimes.activationLink / 1000,
  })
}

export function recallRegistration(request: FastifyRequest, publicUrl: string): string | null {
  return request.cookies[registrationCookie(publicUrl)] ?? null
}

export function forgetRegistration(reply: FastifyReply, publicUrl: string): void {
  void reply.clearCookie(registrationCookie(publicUrl), { path: '/', secure: publicUrl.startsWith('https:') })
}
