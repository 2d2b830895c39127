import type { Words } from '../../../../domain/language.ts'
import type { screeningWords as english } from '../../../en/admin/screening/screening.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const count = (amount: number, one: string, more: string) => `${many.format(amount)} ${amount === 1 ? one : more}`
const people = (amount: number) => count(amount, 'Person', 'Personen')

export const screeningWords: Words<typeof english> = {
  heading: 'Prüfung',
  lead: 'Geltende Listen und Probleme mit ihren Dateien.',
  sample:
    'Personen werden nur mit einer Musterliste erfundener Namen verglichen. Setzen Sie SCREENING_DIR auf einen Ordner mit den amtlichen Listen, bevor Sie verkaufen.',
  off: 'Die Listenprüfung ist ausgeschaltet (SCREENING=off). Namen werden mit keiner Liste verglichen, und das wird bei jeder Prüfung vermerkt. Länder und E-Mail-Domains werden weiterhin geprüft.',
  down: 'Die Prüfung ist nicht verfügbar: Es gilt keine Liste, oder sie wird gerade neu gestartet. Neue Registrierungen warten auf Freigabe. Bestellungen und Downloads werden abgelehnt.',

  old: {
    notice: (lists) =>
      lists === 1
        ? 'Eine Sanktionsliste ist seit mehr als 3 Tagen nicht als aktuell bestätigt.'
        : `${lists} Sanktionslisten sind seit mehr als 3 Tagen nicht als aktuell bestätigt.`,
    link: 'Listen ansehen',
    here: 'Die markierten Listen sind seit mehr als 3 Tagen nicht als aktuell bestätigt. Sie gelten weiter. Wenn der Server sie herunterlädt, prüfen Sie im Server-Log, ob Downloads fehlgeschlagen sind. Sonst laden Sie sie erneut herunter, oder aktualisieren Sie das Änderungsdatum der Dateien (touch), wenn der Herausgeber keine neueren hat.',
  },

  lists: {
    heading: 'Geltende Listen',
    name: 'Liste',
    files: 'Dateien',
    date: 'Datum',
    entries: 'Einträge',
    read: 'Gelesen',
    hash: 'SHA-256',
    none: '-',
    empty: 'Es gilt keine Liste',
    emptyHint:
      'Legen Sie die amtlichen Dateien in den Ordner, den SCREENING_DIR nennt: csl.csv; sdn.csv, alt.csv und add.csv; cons_prim.csv, cons_alt.csv und cons_add.csv; dpl.txt; un_consolidated.xml; eu.xml oder eu.csv; uk.xml oder uk.csv.',
    file: (file, rows) => `${file}, ${count(rows, 'Zeile', 'Zeilen')}`,
    age: (days) => (days === 0 ? 'Heute bestätigt' : `${count(days, 'Tag', 'Tage')} alt`),
    fetched: (moment) => `Beim Herausgeber geprüft: ${moment}`,
    acceptedBy: (who) => `Angenommen von ${who}`,
  },

  faults: {
    heading: 'Abgelehnte Dateien',
    empty: 'Keine abgelehnten Dateien',
    emptyHint:
      'Hier erscheinen mit dem Grund Dateien, die beschädigt oder viel kürzer oder länger als die geltende Liste sind.',
    folder: 'Der Ordner',
    since: (moment) => `Seit ${moment}`,
    accepted: 'Angenommen. Die Liste gilt in Kürze.',
    take: 'Trotzdem verwenden',
    takeLabel: (file) => `Trotzdem verwenden: ${file}`,
    takeTitle: (file) => `${file} trotzdem verwenden?`,
    takeText:
      'Die Datei ersetzt die geltende Liste, und alle werden neu geprüft. Vergleichen Sie ihren SHA-256 mit dem des Herausgebers.',
    retire: 'Liste nicht mehr verwenden',
    retireLabel: (file) => `Liste nicht mehr verwenden: ${file}`,
    retireTitle: 'Diese Liste nicht mehr verwenden?',
    retireText: 'Personen werden nicht mehr mit dieser Liste verglichen, und alle werden neu geprüft.',
    reasonHint: 'Wird bei der Liste gespeichert.',
    doing: 'Wird angenommen',
    done: 'Angenommen. Der Ordner wird neu gelesen.',
    failed: 'Die Änderung konnte nicht angenommen werden. Bitte versuchen Sie es erneut.',
  },

  run: {
    heading: 'Letzte Neuprüfung aller Personen',
    none: 'Noch keine',
    going: (done, total) => `${many.format(done)} von ${people(total)} geprüft`,
    over: (checked, changed, moment) =>
      `${people(checked)} geprüft, fertig: ${moment}. ${changed === 0 ? 'Kein Ergebnis hat sich geändert.' : `${count(changed, 'Ergebnis', 'Ergebnisse')} geändert.`}`,
  },

  rules: {
    heading: 'Regeln',
    hold: 'Zurückgehalten ab Übereinstimmung',
    look: 'Zur Prüfung ab Übereinstimmung',
    lookHolds: 'Wartet auf Prüfung ab Übereinstimmung',
    percent: (part) => share.format(part),
    denied: 'Gesperrte Länder',
    lookCountries: 'Zu prüfende Länder',
    regions: 'Sanktionierte Regionen',
    none: 'Keine',
    from: 'Gesetzt durch SCREENING_HOLD, SCREENING_LOOK, SCREENING_LOOK_HOLDS und den Katalog. Änderungen gelten nach einem Neustart; danach werden alle neu geprüft, deren Ergebnis sich ändern kann.',
  },

  evidence: {
    heading: 'Nachweis',
    text: 'Jede Prüfung mit Listen, Daten, Ergebnissen und Gründen und mit der Person, die entschieden hat; auch Prüfungen gelöschter Personen, solange sie aufbewahrt werden.',
    download: 'Für die Revision exportieren',
  },

  export: {
    columns: {
      at: 'Zeitpunkt (UTC)',
      subscriber: 'Abonnent',
      name: 'Name',
      email: 'E-Mail',
      company: 'Unternehmen',
      country: 'Land',
      forgotten: 'Gelöscht (UTC)',
      occasion: 'Anlass',
      outcome: 'Ergebnis',
      decidedBy: 'Entschieden von',
      comment: 'Kommentar',
      lists: 'Listen (Name, Datum, SHA-256)',
      kind: 'Grund',
      text: 'Grund in Worten',
      list: 'Auf der Liste',
      entry: 'Eintrag',
      programmes: 'Programme',
      alias: 'Name auf der Liste',
      compared: 'Verglichener Name',
      score: 'Ähnlichkeit',
      weight: 'Gewicht',
      lastChecked: 'Gleiches Ergebnis zuletzt (UTC)',
      repeats: 'Gleiches Ergebnis erneut (Anzahl)',
      details: 'Angaben zum Eintrag',
      place: 'Land',
      thresholds: 'Geltende Schwellen',
      products: 'Produkte (Exportklassifizierung)',
      stated: 'Angegebener Ort',
    },
    edition: 'Liste',
    editionOf: (files, entries, retired) =>
      `${count(entries, 'Eintrag', 'Einträge')}; Dateien (Zeilen, SHA-256): ${files}; ${retired === null ? 'gilt' : `ersetzt am ${retired}`}`,
    details: {
      addresses: 'Anschriften',
      birthDates: 'Geboren',
      birthPlaces: 'Geburtsort',
      nationalities: 'Staatsangehörigkeit',
      linkedTo: 'Verbunden mit',
      remarks: 'Bemerkungen',
    },
    place: (agrees, part) =>
      `${agrees ? 'spricht dafür' : 'spricht dagegen'}, von ${share.format(part)} der Einträge genannt`,
    thresholds: (hold, look, waits) => `Zurückhalten ${hold}, Prüfen ${look}${waits ? ' (wartet)' : ''}`,
    everybody: 'alle',
    run: (done, total, changed) =>
      `${many.format(done)} von ${count(total, 'Person', 'Personen')} neu geprüft, ${count(changed, 'Ergebnis', 'Ergebnisse')} geändert. Nur diese haben eine eigene Prüfung.`,
    holds: 'zurückgehalten',
    looks: 'zur Prüfung',
  },
}
