import type { birthDateWords as english } from '../../en/account/birth-date.ts'
import type { Words } from '../../../domain/language.ts'

/** The page on which a person in review gives their date of birth. */
export const birthDateWords: Words<typeof english> = {
  title: 'Ihr Geburtsdatum',
  text: 'Wir prüfen Ihr Konto und benötigen Ihr Geburtsdatum, um die Prüfung abzuschließen.',
  label: 'Geburtsdatum',
  invalid: 'Geben Sie den Tag an, an dem Sie geboren sind.',
  use: 'Nur unsere Prüferinnen und Prüfer sehen es. Wir verwenden es allein für diese Prüfung, bewahren es mit der Entscheidung auf und löschen es mit Ihrem Konto.',
  button: 'Senden',
  done: {
    title: 'Vielen Dank',
    text: 'Ihr Geburtsdatum liegt uns vor, und wir setzen die Prüfung fort. Unsere Entscheidung senden wir Ihnen per E-Mail.',
  },
  unknown: {
    title: 'Dieser Link ist nicht gültig',
    text: 'Er ist abgelaufen oder wurde schon verwendet, oder die Prüfung ist abgeschlossen.',
  },
}
