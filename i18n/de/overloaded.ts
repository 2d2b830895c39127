import type { Words } from '../../domain/language.ts'
import type { overloadedWords as english } from '../en/overloaded.ts'

export const overloadedWords: Words<typeof english> = {
  title: 'Sehr ausgelastet',
  page: 'Zurzeit ist sehr viel los. Diese Seite versucht es in einigen Sekunden von selbst noch einmal.',
  form: 'Zurzeit ist sehr viel los, deshalb wurde Ihre Eingabe nicht verarbeitet. Warten Sie einige Sekunden und laden Sie diese Seite dann neu, um sie noch einmal zu senden.',
}
