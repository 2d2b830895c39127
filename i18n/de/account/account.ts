import type { accountWords as english } from '../../en/account/account.ts'
import type { Words } from '../../../domain/language.ts'

export const accountWords: Words<typeof english> = {
  heading: 'Ihre Abonnements',
  empty: 'Sie haben noch keine Abonnements.',
  seePlans: 'Tarife ansehen',
  price: 'Preis',
  since: 'Seit',
  change: 'Tarif wechseln',
  renewsOn: (date) => `Verlängert sich am ${date}`,
  endsOn: (date) => `Endet am ${date}`,
  endedOn: (date) => `Endete am ${date}`,
  held: (date) =>
    `Ausgesetzt, bis Ihr Konto freigegeben ist. Läuft bis zum ${date}; die ausgesetzten Tage kommen hinzu.`,
  heldCountry: (date) =>
    `Ausgesetzt, weil unsere Produkte in Ihrem Land nicht verfügbar sind. Wenn wir ein anderes Land freigeben, läuft es bis zum ${date}; die ausgesetzten Tage kommen hinzu.`,
  startsOnApproval: 'Beginnt, wenn Ihr Konto freigegeben ist',
  statuses: { active: 'Aktiv', pending: 'Ausstehend', expired: 'Abgelaufen', cancelled: 'Gekündigt' },
  billing: 'Abrechnung verwalten',
  billingHint: 'Karte, Rechnungen und Tarif verwalten Sie auf der Seite unseres Zahlungsdienstleisters.',
  billingLimited: {
    title: 'Ein Tarifwechsel ist zurzeit nicht möglich',
    text: 'Ihrem Abonnement wurden Tage hinzugefügt, die bei einem Tarifwechsel verfallen würden. Nach der nächsten Abbuchung können Sie den Tarif wechseln. Ihre Zahlungsart können Sie weiterhin ändern und die Verlängerung hier stoppen.',
  },
  installers: 'Installationsprogramme',
  extend: {
    offer: (date) => `Sie können diese Testversion einmal verlängern, bis zum ${date}.`,
    button: 'Testversion verlängern',
    doing: 'Wird verlängert',
    done: (date) => `Ihre Testversion endet jetzt am ${date}.`,
  },
  stop: 'Verlängerung stoppen',
  resume: 'Verlängerung fortsetzen',
  stopDialog: {
    title: 'Verlängerung stoppen?',
    text: (plan, date) => `„${plan}“ läuft noch bis zum ${date} und endet dann. Es wird nichts mehr abgebucht.`,
    resumable: 'Bis zu diesem Tag können Sie die Verlängerung fortsetzen.',
    held: (plan, date) =>
      `„${plan}“ verlängert sich nicht. Es ist bis zum ${date} bezahlt, und die ausgesetzten Tage kommen hinzu. Es wird nichts mehr abgebucht.`,
    heldCountry: (plan, date) =>
      `„${plan}“ verlängert sich nicht. Es wird nichts mehr abgebucht. Wenn wir ein anderes Land freigeben, läuft es bis zum ${date}; die ausgesetzten Tage kommen hinzu.`,
    processing: (plan, amount, date) =>
      `Eine Zahlung über ${amount} wird noch bearbeitet. Sobald sie eingegangen ist, können Sie „${plan}“ noch bis zum ${date} nutzen, dann endet es. Weitere Zahlungen werden nicht eingezogen.`,
    due: (plan, amount, date, due) =>
      `Eine Rechnung über ${amount} ist noch bis zum ${due} zu bezahlen. Sobald sie bezahlt ist, können Sie „${plan}“ noch bis zum ${date} nutzen, dann endet es. Weitere Zahlungen werden nicht eingezogen.`,
    confirm: 'Verlängerung stoppen',
    doing: 'Wird gestoppt',
    discard: 'Weiterlaufen lassen',
  },
  resumeDialog: {
    title: 'Verlängerung fortsetzen?',
    text: (plan, date) => `„${plan}“ verlängert sich am ${date}, und die hinterlegte Karte wird belastet.`,
    held: (plan, date) =>
      `„${plan}“ ist bis zum ${date} bezahlt, und die ausgesetzten Tage kommen hinzu. Wenn Ihr Konto freigegeben ist, verlängert es sich danach, und die hinterlegte Karte wird belastet.`,
    heldCountry: (plan, date) =>
      `„${plan}“ ist bis zum ${date} bezahlt, und die ausgesetzten Tage kommen hinzu. Wenn wir ein anderes Land freigeben, verlängert es sich danach, und die hinterlegte Karte wird belastet.`,
    confirm: 'Verlängerung fortsetzen',
    doing: 'Wird fortgesetzt',
    discard: 'Nicht jetzt',
  },
  stopped: 'Die Verlängerung ist gestoppt.',
  resumed: 'Ihr Abonnement verlängert sich wieder.',
  data: 'Ihre Daten',
  dataText: 'Die personenbezogenen Daten, die wir über Sie speichern, als Seite oder als JSON-Datei.',
  readData: 'Ihre Daten ansehen',
  download: 'Ihre Daten herunterladen',
  signOutEverywhere: 'Überall abmelden',
  failed: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
}
