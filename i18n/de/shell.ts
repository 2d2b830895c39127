import type { Words } from '../../domain/language.ts'
import type { shellWords as english } from '../en/shell.ts'

export const shellWords: Words<typeof english> = {
  testMode: 'Testmodus: Zahlungen sind nicht echt.',
  signInFirst: 'Melden Sie sich an, um die gewünschte Seite der Verwaltung zu öffnen.',
  support: 'Support',
}
