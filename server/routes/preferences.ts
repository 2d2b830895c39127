import type { FastifyReply } from 'fastify'
import { preferenceCookies, type Theme } from '../../domain/account/preferences.ts'
import type { Language } from '../../domain/language.ts'
import { preferenceCookie } from '../../platform/cookies.ts'
import { noContent } from '../http/calls/send-answer.ts'
import type { Handlers } from '../http/calls/contract-routes.ts'
import type { AppContext } from '../context.ts'
import { changeProfile } from '../actions/accounts/change-profile.ts'
import { pathOnSite } from '../../platform/safe-redirect.ts'

/** Stores in the visitor's browser how to show the shop. */
export function storePreferences(
  reply: FastifyReply,
  publicUrl: string,
  { language, theme }: { language?: Language | undefined; theme?: Theme | undefined },
): void {
  const secure = publicUrl.startsWith('https:')
  const names = preferenceCookies(secure)
  if (language) void reply.header('set-cookie', preferenceCookie(secure, names.language, language))
  if (theme) void reply.header('set-cookie', preferenceCookie(secure, names.theme, theme))
}

/** Stores a visitor's language and colours in their browser, and the language also for their emails and invoices. */
export function preferenceHandlers(context: AppContext, publicUrl: string) {
  return {
    async 'POST /api/v1/preferences'({ body: { language, theme, back } }, { visitor, reply, byForm }) {
      const id = visitor.signedIn?.subscriberId
      if (language && id) {
        await context.requireRoom('profileChangePerPerson', id)
        await changeProfile(context, id, { language })
      }
      storePreferences(reply, publicUrl, { language, theme })
      return byForm ? { redirect: pathOnSite(back, publicUrl) } : noContent
    },
  } satisfies Partial<Handlers>
}
