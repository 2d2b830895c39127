import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../core/preferences.ts'
import type { Language } from '../../core/words/language.ts'
import { wordsIn, type Spoken } from '../../core/words/spoken.ts'

/** The language of whoever asks: the one they chose, else their browser's. */
export function languageFor({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>): Language {
  // Of a request refused at the door no cookie has been read.
  const read = cookies as FastifyRequest['cookies'] | null | undefined
  return languageOf(read ?? {}, headers['accept-language'])
}

/** What the server says to whoever asks. */
export function wordsFor(request: Pick<FastifyRequest, 'cookies' | 'headers'>): Spoken {
  return wordsIn(languageFor(request))
}
