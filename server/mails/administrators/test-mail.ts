import type { Language } from '../../../domain/language.ts'
import type { Mail } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/**
 * Returns a sample to send: marked in its subject, and without the link to unsubscribe, which a mail program could use.
 */
export function testMail({ kind, to, subject, html, text }: Mail, language: Language): Mail {
  return { kind, to, subject: wordsIn(language).mail.test(subject), html, text }
}
