import type { Words } from '../../../domain/language.ts'
import type { confirmationWords as english } from '../../en/shop/confirmation.ts'

export const confirmationWords: Words<typeof english> = {
  trial: {
    heading: (plan) => `Ihre Testversion hat begonnen: ${plan}`,
    expires: (date) => `Ihre Testversion läuft bis zum ${date}.`,
    steps: 'So geht es los',
    step: (number, title) => `${number}. ${title}`,
    download: {
      title: 'Herunterladen und installieren',
      text: 'Führen Sie das Installationsprogramm auf dem Computer aus, auf dem Sie arbeiten werden.',
      button: 'Programm herunterladen',
    },
    check: {
      title: 'Installation prüfen',
      text: 'Sehen Sie nach, ob das Desktop-Programm auf diesem Computer installiert ist.',
      button: 'Jetzt prüfen',
      checking: 'Wird geprüft',
      attempt: (attempt, of) => `Wird geprüft, ${attempt} von ${of}`,
      installed: 'Das Desktop-Programm ist installiert.',
      missing:
        'Das Desktop-Programm wurde auf diesem Computer nicht gefunden. Installieren Sie es und prüfen Sie dann erneut.',
      unsupported: 'Nur unter Windows lässt sich das prüfen, auf diesem Computer also nicht.',
      noScripts: 'Die Prüfung braucht JavaScript, das in diesem Browser ausgeschaltet ist.',
    },
    companion: {
      title: (product: string) => `${product} hinzufügen`,
      text: 'Das Programm gehört zu Ihrem Tarif und wird zusätzlich installiert.',
      link: (product: string) => `${product} herunterladen`,
    },
  },
  paid: {
    heading: 'Vielen Dank für Ihren Kauf',
    receipt: (email) => `Eine Zahlungsbestätigung ist unterwegs an ${email}.`,
    receiptSent: (email) => `Ihre Zahlungsbestätigung haben wir an ${email} gesendet.`,
    changed: (bought, now) => `Sie haben „${bought}“ gekauft. Ihr Tarif ist jetzt „${now}“.`,
    signIn: {
      title: 'Anmelden',
      text: (email) => `Starten Sie das Programm und melden Sie sich als ${email} an.`,
    },
    order: 'Ihre Bestellung',
    amount: 'Bezahlt',
    invoice: 'Rechnung',
    card: 'Karte',
    subscription: 'Abonnement',
    details: 'Rechnungen und Einstellungen finden Sie auf Ihrer Kontoseite.',
    overdue: 'Ihre letzte Zahlung ist fehlgeschlagen. Ihr Zugang bleibt vorerst bestehen.',
    fix: 'Zahlung klären',
  },
  none: {
    heading: 'Kein aktives Abonnement',
    text: 'Sie haben kein aktives Abonnement dieses Tarifs.',
    instead: (plan) => `Sie haben ${plan}.`,
    button: 'Zur Startseite',
  },
  file: (name, size) => `${name}, ${size}`,
  verify: {
    summary: 'Download prüfen',
    text: 'Die SHA-256-Prüfsumme Ihrer Datei muss mit der angegebenen übereinstimmen. Führen Sie den Befehl im Ordner der Datei aus.',
    computing: 'Die Prüfsumme wird berechnet. Laden Sie die Seite gleich neu.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    checksumOf: (file) => `Prüfsumme von ${file}`,
  },
  preparing: 'Wird vorbereitet',
  started: 'Ihr Download hat begonnen.',
  failed: 'Der Download konnte nicht vorbereitet werden. Bitte versuchen Sie es erneut.',
  systems: { windows: 'Windows', macos: 'macOS', linux: 'Linux' },
  forSystem: (system) => `für ${system}`,
  otherSystems: 'Für einen anderen Computer:',
}
