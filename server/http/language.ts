import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../domain/account/preferences.ts'
import type { Language } from '../../domain/language.ts'
import { wordsIn, type ServerWords } from '../../i18n/server-words.ts'

/** Returns the visitor's chosen language, otherwise their browser's. */
export function languageFor(request: Pick<FastifyRequest, 'cookies' | 'headers'>): Language {
  return languageOf(cookiesOf(request), request.headers['accept-language'])
}

/** Returns the cookies of a request; an early rejected one has none parsed. */
export function cookiesOf({ cookies }: { cookies: Cookies | null | undefined }): Cookies {
  return cookies ?? {}
}

type Cookies = FastifyRequest['cookies']

/** The server's texts in the visitor's language. */
export function wordsFor(request: Pick<FastifyRequest, 'cookies' | 'headers'>): ServerWords {
  return wordsIn(languageFor(request))
}
