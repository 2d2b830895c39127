import type { firstStepsWords as english } from '../../en/admin/first-steps.ts'
import type { Words } from '../../../domain/language.ts'

/** What a new owner reads in a users list without anyone. */
export const firstStepsWords: Words<typeof english> = {
  text: 'Hier erscheinen Personen, sobald sie sich registrieren. Bis dahin:',
  settings: { link: 'Einstellungen', text: 'Legen Sie Namen und Farben Ihres Shops fest und laden Sie Ihr Team ein.' },
  catalogue: { link: 'Katalog', text: 'Sehen Sie, was Sie verkaufen und in welcher Datei Sie es ändern.' },
  trial: {
    link: 'Seite der Testversion',
    text: 'Öffnen Sie sie in einem privaten Fenster und registrieren Sie sich selbst.',
  },
  inbox: { link: 'Sandbox-Postfach', text: 'Lesen Sie die E-Mails, die der Shop sendet.' },
}
