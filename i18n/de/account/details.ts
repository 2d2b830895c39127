import type { Words } from '../../../domain/language.ts'
import type { detailsWords as english } from '../../en/account/details.ts'

export const detailsWords: Words<typeof english> = {
  heading: 'Ihre Angaben',
  text: 'Ihr Name und Ihr Unternehmen stehen auf Ihren Rechnungen.',
  waits: 'Ihre Korrektur wartet auf Prüfung.',
  waitsText: 'Bis dahin bleiben Ihre Angaben, wie sie sind. Die Korrektur würde ändern:',
  change: (field, value) => `${field}: ${value}`,
  nothing: 'keine Angabe',
  withdraw: 'Korrektur zurückziehen',
  withdrawing: 'Wird zurückgezogen',
  withdrawn: 'Ihre Korrektur ist zurückgezogen.',
  correct: 'Angaben korrigieren',
  reviewedFirst: 'Ihr Konto ist nicht freigegeben, deshalb wird eine Korrektur zuerst geprüft.',
  save: 'Angaben speichern',
  saving: 'Wird gespeichert',
  saved: 'Ihre Angaben sind gespeichert.',
  failed: 'Ihre Angaben konnten nicht gespeichert werden. Bitte versuchen Sie es noch einmal.',
}
