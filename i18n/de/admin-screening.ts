import type { Words } from '../../domain/language.ts'
import type { listFaults as englishFaults, screeningWords as english } from '../en/admin-screening.ts'
import { locale } from './locale.ts'

const many = new Intl.NumberFormat(locale)
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const count = (amount: number, one: string, more: string) => `${many.format(amount)} ${amount === 1 ? one : more}`
const people = (amount: number) => count(amount, 'Person', 'Personen')

export const listFaults: Words<typeof englishFaults> = {
  symbolicLink: (file) => `${file} ist eine symbolische Verknüpfung. Legen Sie die Datei selbst in den Ordner.`,
  noFile: (file) => `${file} ist keine reguläre Datei.`,
  unreadable: (file, code) => `${file} kann nicht gelesen werden (${code}).`,
  changing: (file) => `${file} hat sich beim Lesen geändert. Die Datei wird noch einmal gelesen.`,
  tooBig: (file, megabytes) => `${file} ist größer als ${megabytes} MB, die Grenze für eine Liste.`,
  empty: (file) => `${file} ist leer.`,
  noEntries: (file) => `${file} enthält keine Einträge.`,
  notUtf8: (file, line) =>
    `${file}, Zeile ${line}: kein gültiges UTF-8. Wandeln Sie die Datei um (zum Beispiel iconv -f windows-1252 -t utf-8) und ersetzen Sie sie.`,
  notText: (file, line) => `${file}, Zeile ${line}: Das ist kein Text.`,
  openQuote: (file, line) => `${file}, Zeile ${line}: Dieses Anführungszeichen wird nie geschlossen.`,
  afterQuote: (file, line) =>
    `${file}, Zeile ${line}: Nach einem schließenden Anführungszeichen steht Text. Möglicherweise wurde ein früheres nicht geschlossen.`,
  columns: (file, line, found, expected) =>
    `${file}, Zeile ${line}: ${count(found, 'Spalte', 'Spalten')} statt ${expected}. Möglicherweise ist die Datei unvollständig.`,
  noColumn: (file, names) => `${file}, Zeile 1: fehlende Spalte: ${names.join(', ')}.`,
  twiceColumn: (file, name) => `${file}, Zeile 1: Die Spalte ${name} kommt zweimal vor.`,
  noName: (file, line) => `${file}, Zeile ${line}: Der Eintrag hat keinen Namen.`,
  noNumber: (file, line) => `${file}, Zeile ${line}: Die erste Spalte ist keine Eintragsnummer.`,
  twiceNumber: (file, line, number) => `${file}, Zeile ${line}: Die Eintragsnummer ${number} kommt zweimal vor.`,
  noDate: (file, line, column) => `${file}, Zeile ${line}: ${column} ist kein Datum.`,
  incomplete: (there, missing) => `${there} ohne ${missing.join(' und ')}. Die Liste braucht alle drei Dateien.`,
  sameList: (file, other) => `${file} und ${other} sind dieselbe Liste. Entfernen Sie eine davon.`,
  unknownFile: (file) => `${file} ist kein Name einer unterstützten Liste. Die Datei wird nicht gelesen.`,
  shrunk: (file, before, now) =>
    `${file} hat ${count(now, 'Zeile', 'Zeilen')}, die geltende Liste ${many.format(before)}. Sie ist um ein Drittel oder mehr kürzer.`,
  grown: (file, before, now) =>
    `${file} hat ${count(now, 'Zeile', 'Zeilen')}, die geltende Liste ${many.format(before)}. Sie ist mehr als fünfmal so lang.`,
  gone: (file) => `${file} liegt nicht mehr im Ordner. Die Liste gilt weiter.`,
  replaced: (file) =>
    `${file} galt schon einmal und wurde seitdem ersetzt. Soll die Datei wieder gelten, ändern Sie ihren Zeitstempel (touch).`,
  folderGone: (code) =>
    `Der Listenordner kann nicht gelesen werden (${code}). Die geltenden Listen bleiben unverändert.`,
  folderIsNone: 'SCREENING_DIR ist kein Ordner. Die geltenden Listen bleiben unverändert.',
  readerFailed: (file) =>
    `${file} konnte wegen eines internen Fehlers nicht gelesen werden. Einzelheiten stehen im Log.`,
  noReference: (file, line) => `${file}, Zeile ${line}: Der Eintrag hat keine Referenznummer.`,
  notXml: (file, line, message) =>
    `${file}, Zeile ${line}: kein gültiges XML (${message}). Möglicherweise ist die Datei unvollständig.`,
  otherXml: (file, line, found, expected) =>
    `${file}, Zeile ${line}: Das Wurzelelement ist ${found} statt ${expected}.`,
  older: (file) => `${file} ist älter als die geltende Liste, oder ihre neuesten Einträge fehlen.`,
  cut: (file) => `${file} ist der Anfang der geltenden Datei. Der Rest fehlt.`,
  foreignAliases: (aliases, entries, alt, main) =>
    `${count(aliases, 'Alias', 'Aliasse')} in ${alt} ${aliases === 1 ? 'gehört' : 'gehören'} zu ${count(entries, 'Eintrag', 'Einträgen')}, die in ${main} fehlen. Die Dateien sind verschiedene Ausgaben. Diese Aliasse werden trotzdem verwendet.`,
}

export const screeningWords: Words<typeof english> = {
  heading: 'Prüfung',
  lead: 'Geltende Listen und Probleme mit ihren Dateien.',
  sample:
    'Personen werden nur mit einer Musterliste erfundener Namen verglichen. Setzen Sie SCREENING_DIR auf einen Ordner mit den amtlichen Listen, bevor Sie verkaufen.',
  off: 'Die Listenprüfung ist ausgeschaltet (SCREENING=off). Namen werden mit keiner Liste verglichen, und jede verzeichnete Prüfung sagt das. Länder und E-Mail-Domains werden weiterhin geprüft.',
  down: 'Die Prüfung ist nicht verfügbar: Es gilt keine Liste, oder sie wird gerade neu gestartet. Neue Registrierungen warten auf Freigabe. Bestellungen und Downloads werden abgelehnt.',

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
    acceptedBy: (who) => `Angenommen von ${who}`,
  },

  faults: {
    heading: 'Abgelehnte Dateien',
    empty: 'Keine abgelehnten Dateien',
    emptyHint:
      'Hier erscheinen mit dem Grund Dateien, die beschädigt oder viel kürzer oder länger als die geltende Liste sind.',
    folder: 'Der Ordner',
    since: (moment) => `Seit ${moment}`,
    accepted: 'Angenommen. Sie gilt in einem Augenblick.',
    take: 'Trotzdem verwenden',
    takeLabel: (file) => `Trotzdem verwenden: ${file}`,
    takeTitle: (file) => `${file} trotzdem verwenden?`,
    takeText:
      'Die Datei ersetzt die geltende Liste, und alle werden neu geprüft. Vergleichen Sie ihren SHA-256 mit dem des Herausgebers.',
    retire: 'Liste nicht mehr verwenden',
    retireLabel: (file) => `Liste nicht mehr verwenden: ${file}`,
    retireTitle: 'Diese Liste nicht mehr verwenden?',
    retireText: 'Personen werden nicht mehr mit dieser Liste verglichen, und alle werden neu geprüft.',
    reason: 'Grund',
    reasonHint: 'Wird bei der Liste gespeichert.',
    doing: 'Wird angenommen',
    done: 'Angenommen. Der Ordner wird neu gelesen.',
    failed: 'Die Änderung konnte nicht angenommen werden. Bitte versuchen Sie es erneut.',
  },

  run: {
    heading: 'Letzte Neuprüfung aller',
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
    none: 'Keine',
    from: 'Gesetzt durch SCREENING_HOLD, SCREENING_LOOK, SCREENING_LOOK_HOLDS und den Katalog; Änderungen gelten nach einem Neustart; danach werden alle neu geprüft.',
  },

  evidence: {
    heading: 'Nachweis',
    text: 'Jede Prüfung mit Listen, Daten, Ergebnissen, Gründen und wer entschieden hat, auch von gelöschten Personen, solange sie aufbewahrt wird.',
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
      forgotten: 'Vergessen (UTC)',
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
    },
    everybody: 'alle',
    run: (done, total, changed) =>
      `${many.format(done)} von ${many.format(total)} Personen neu geprüft, ${count(changed, 'Ergebnis', 'Ergebnisse')} geändert. Nur diese haben eine eigene Prüfung.`,
    holds: 'hält zurück',
    looks: 'anzusehen',
  },
}
