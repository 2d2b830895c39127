import type { Words } from '../../domain/language.ts'
import type { shellWords as english } from '../en/shell.ts'

export const shellWords: Words<typeof english> = {
  testMode: 'Testmodus: Zahlungen sind nicht echt.',
  support: 'Support',
}
