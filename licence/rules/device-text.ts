import { unprintable } from '../../domain/registration/printable.ts'

/** Characters that change the direction of the text around them: a name must not rearrange its page. */
const bidirectional = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Returns a program's description of its computer as text of limited length: shortened, never refused. */
export function deviceText(given: string | undefined, maxLength = 64): string {
  return Array.from(given ?? '')
    .filter((character) => !unprintable.test(character) && !bidirectional.test(character))
    .slice(0, maxLength)
    .join('')
    .trim()
}
