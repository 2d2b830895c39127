import type { FastifyReply } from 'fastify'
import { preferenceCookies } from '../../domain/account/preferences.ts'
import type { Language } from '../../domain/language.ts'
import { noContent } from '../http/calls/send-answer.ts'
import type { Handlers } from '../http/calls/contract-routes.ts'
import type { AppContext } from '../context.ts'
import { updateSubscriber } from '../store/subscribers/subscribers.ts'
import { pathOnSite } from '../../platform/safe-redirect.ts'

const year = 365 * 24 * 60 * 60

function cookiesFor(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const options = { path: '/', sameSite: 'lax', secure, httpOnly: true, maxAge: year } as const
  return { names: preferenceCookies(secure), options }
}

/** Stores in the visitor's browser the language in which to show the shop. */
export function setLanguageCookie(reply: FastifyReply, publicUrl: string, language: Language): void {
  const { names, options } = cookiesFor(publicUrl)
  void reply.setCookie(names.language, language, options)
}

/** Stores a visitor's language and colours in their browser, and the language also for their emails. */
export function preferenceHandlers(context: AppContext, publicUrl: string): Handlers<'POST /api/v1/preferences'> {
  const { names, options } = cookiesFor(publicUrl)
  return {
    async 'POST /api/v1/preferences'({ body: { language, theme, back } }, { visitor, reply, byForm }) {
      const id = visitor.signedIn?.subscriberId
      if (language && id) await context.db.transaction().execute((db) => updateSubscriber(db, id, { language }))
      if (language) setLanguageCookie(reply, publicUrl, language)
      if (theme) void reply.setCookie(names.theme, theme, options)
      return byForm ? { redirect: pathOnSite(back, publicUrl) } : noContent
    },
  }
}
