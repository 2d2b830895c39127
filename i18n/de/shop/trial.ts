import type { Words } from '../../../domain/language.ts'
import type { trialWords as english } from '../../en/shop/trial.ts'

export const trialWords: Words<typeof english> = {
  heading: 'Testen Sie kostenlos',
  learnMore: 'Mehr erfahren',
  goBack: 'Zurück',
  toForm: 'Zum Formular',
  formHeading: 'Registrieren Sie sich',
  formHeadingSignedIn: 'Noch ein paar Angaben',
}
