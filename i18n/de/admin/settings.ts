import type { Words } from '../../../domain/language.ts'
import type { settingsWords as english } from '../../en/admin/settings.ts'

export const settingsWords: Words<typeof english> = {
  heading: 'Einstellungen',
  lead: 'Das Team, und wie der Shop aussieht, was er verkauft und was er verschickt, mit der Datei jedes Werts.',
  none: '–',
  notStated: 'Nicht in der Datei angegeben',
  file: (path) =>
    `Steht in ${path}, so wie beim Start des Servers gelesen. Ändern Sie die Datei und starten Sie den Server neu.`,
  brand: {
    heading: 'Marke',
    columns: ['Einstellung', 'Wert', 'Zeile'],
    fields: {
      name: 'Name',
      legalName: 'Firma',
      sellerAddress: 'Postanschrift des Verkäufers',
      supportEmail: 'Support-Adresse',
      accentHue: 'Akzentfarbe, Farbton in Grad',
      accentChroma: 'Akzentfarbe, Buntheit',
      neutralHue: 'Grautöne, Farbton in Grad',
      logo: 'Logo',
      mark: 'Bildzeichen',
      socialImage: 'Bild für Links auf anderen Seiten',
      mailHeader: 'Bild am Anfang von E-Mails',
      desktopProtocol: 'Protokoll, das das Programm startet',
      reviewTimes: 'Dauer von Prüfungen',
      refundRules: 'Was erstattet wird',
      legalPages: 'AGB, Erstattungen, Impressum',
      announcements: 'Ankündigung',
      questions: 'Fragen auf der Preisseite',
    },
  },
  documents: {
    heading: 'Rechtliche Dokumente',
    columns: ['Dokument', 'Titel', 'Adresse', 'Version', 'Zeile'],
    kinds: { eula: 'Lizenzvertrag', privacy: 'Datenschutzerklärung' },
    samples:
      'Die Adressen der Muster aus der Sandbox gibt es im Produktivbetrieb nicht. Tragen Sie vorher Ihre eigenen ein.',
    sample: 'Muster',
  },
  mails: {
    heading: 'E-Mails',
    lead: 'Jede E-Mail, die verschickt wird, mit erfundenen Angaben. Die Texte gehören zur laufenden Version.',
    mail: 'E-Mail',
    version: 'Fassung',
    versions: (number, subject) => `${number}. ${subject}`,
    language: 'Sprache der E-Mail',
    toCustomers: 'An Besucher und Kunden',
    toAdministrators: 'An Administratoren',
    subject: 'Betreff',
    frame: (subject) => `E-Mail: ${subject}`,
    text: 'Textteil',
    send: 'Test an mich senden',
    sending: 'Wird gesendet',
    sent: (address) => `Ein Test ist unterwegs an ${address}.`,
    failed: 'Der Test konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
  },
}
