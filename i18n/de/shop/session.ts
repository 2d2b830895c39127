import type { Words } from '../../../domain/language.ts'
import type { sessionWords as english } from '../../en/shop/session.ts'

export const sessionWords: Words<typeof english> = {
  ended: {
    title: 'Sie wurden abgemeldet',
    text: 'Melden Sie sich wieder an, um auf dieser Seite weiterzumachen. Was Sie hier in ein Formular eingegeben haben, bleibt in diesem Tab erhalten.',
    signIn: 'Anmelden',
  },
}
