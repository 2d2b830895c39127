import type { Language } from '../../domain/language.ts'
import type { Mail } from '../../domain/mail.ts'
import { wordsIn } from '../../i18n/spoken.ts'

/** A sample as it is sent: marked in its subject, and without the link to unsubscribe, which no mail program may offer. */
export function testMail({ kind, to, subject, html, text }: Mail, language: Language): Mail {
  return { kind, to, subject: wordsIn(language).mail.test(subject), html, text }
}
