import type { Words } from '../language.ts'
import type { listFaults as englishFaults, screeningWords as english } from '../en/desk-screening.ts'
import { locale } from './locale.ts'

const many = new Intl.NumberFormat(locale)
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const count = (amount: number, one: string, more: string) => `${many.format(amount)} ${amount === 1 ? one : more}`
const people = (amount: number) => count(amount, 'Person', 'Personen')

export const listFaults: Words<typeof englishFaults> = {
  symbolicLink: (file) =>
    `${file} ist eine symbolische Verknüpfung, und der wird nicht gefolgt: Legen Sie die Datei selbst dort ab.`,
  noFile: (file) => `${file} ist keine Datei.`,
  unreadable: (file, code) => `${file} kann nicht gelesen werden (${code}).`,
  changing: (file) => `${file} hat sich beim Lesen geändert; die Datei wird noch einmal gelesen.`,
  tooBig: (file, megabytes) => `${file} ist größer als ${megabytes} MB: Das ist keine Liste.`,
  empty: (file) => `${file} ist leer.`,
  noEntries: (file) => `${file} enthält keinen Eintrag.`,
  notUtf8: (file, line) =>
    `${file}, Zeile ${line}: Das ist kein UTF-8. Wandeln Sie die Datei um (iconv -f windows-1252 -t utf-8) und legen Sie sie wieder dort ab: Geraten würden Namen falsch geschrieben.`,
  notText: (file, line) => `${file}, Zeile ${line}: Das ist kein Text.`,
  openQuote: (file, line) => `${file}, Zeile ${line}: Hier beginnt ein Anführungszeichen, das nie geschlossen wird.`,
  afterQuote: (file, line) =>
    `${file}, Zeile ${line}: Auf ein schließendes Anführungszeichen folgt Text. Vielleicht wurde eines davor nie geschlossen.`,
  columns: (file, line, found, expected) =>
    `${file}, Zeile ${line}: ${count(found, 'Spalte', 'Spalten')}, wo ${expected} erwartet werden. Vielleicht wurde die Datei abgeschnitten.`,
  noColumn: (file, names) => `${file}, Zeile 1: Es fehlt die Spalte ${names.join(', ')}.`,
  twiceColumn: (file, name) => `${file}, Zeile 1: Die Spalte ${name} gibt es zweimal.`,
  noName: (file, line) => `${file}, Zeile ${line}: ein Eintrag ohne Namen.`,
  noNumber: (file, line) => `${file}, Zeile ${line}: In der ersten Spalte steht keine Nummer eines Eintrags.`,
  twiceNumber: (file, line, number) => `${file}, Zeile ${line}: Die Nummer ${number} gibt es schon.`,
  noDate: (file, line, column) => `${file}, Zeile ${line}: ${column} ist kein Datum.`,
  incomplete: (there, missing) => `${there} ohne ${missing.join(' und ')}: Die drei Dateien sind eine Liste.`,
  sameList: (file, other) => `${file} und ${other} sind dieselbe Liste: Lassen Sie nur eine davon dort.`,
  unknownFile: (file) => `${file} ist dem Namen nach keine bekannte Liste und wird nicht gelesen.`,
  shrunk: (file, before, now) =>
    `${file} hat ${count(now, 'Zeile', 'Zeilen')}, die geltende ${many.format(before)}: um ein Drittel oder mehr geschrumpft.`,
  grown: (file, before, now) =>
    `${file} hat ${count(now, 'Zeile', 'Zeilen')}, die geltende ${many.format(before)}: mehr als fünfmal so lang.`,
  gone: (file) => `${file} liegt nicht mehr im Ordner. Was daraus gelesen wurde, gilt weiter.`,
  replaced: (file) =>
    `${file} galt schon einmal und wurde seitdem ersetzt. Soll die Datei wieder gelten, ändern Sie ihren Zeitstempel (touch).`,
  folderGone: (code) => `Der Ordner der Listen kann nicht gelesen werden (${code}). Die geltenden Listen bleiben.`,
  folderIsNone: 'Was SCREENING_DIR nennt, ist kein Ordner. Die geltenden Listen bleiben.',
  readerFailed: (file) =>
    `${file} konnte nicht gelesen werden: Das Leseprogramm selbst ist gescheitert. Im Log steht mehr.`,
  foreignAliases: (aliases, entries) =>
    `${count(aliases, 'Alias', 'Aliasse')} in alt.csv ${aliases === 1 ? 'gehört' : 'gehören'} zu ${count(entries, 'Eintrag', 'Einträgen')}, die in sdn.csv fehlen: Die Dateien sind verschiedene Ausgaben. Verglichen wird trotzdem damit.`,
}

export const screeningWords: Words<typeof english> = {
  heading: 'Prüfung',
  lead: 'Mit welchen Listen Personen verglichen werden, und was im Ordner der Listen nicht stimmt.',
  sample:
    'Das ist ein Muster: Personen werden nur mit erfundenen Namen verglichen. Lassen Sie SCREENING_DIR auf einen Ordner mit amtlichen Listen zeigen, bevor Sie an jemanden verkaufen.',
  off: 'Die Prüfung gegen Listen ist ausgeschaltet (SCREENING=off): Namen werden mit keiner Liste verglichen, und jede verzeichnete Prüfung sagt das. Länder und E-Mail-Domains werden weiterhin angesehen.',
  down: 'Zurzeit kann niemand geprüft werden: Es gilt keine Liste, oder der Abgleich wird gerade neu gestartet. Neue Registrierungen warten auf Freigabe; Bestellungen und Downloads werden abgelehnt.',

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
      'Legen Sie die amtlichen Dateien in den Ordner, den SCREENING_DIR nennt: csl.csv, die drei sdn.csv, alt.csv und add.csv, dpl.txt.',
    file: (file, rows) => `${file}, ${count(rows, 'Zeile', 'Zeilen')}`,
    acceptedBy: (who) => `Angenommen von ${who}`,
  },

  faults: {
    heading: 'Abgelehnt',
    empty: 'Es wurde nichts abgelehnt',
    emptyHint: 'Hier steht mit dem Grund jede Datei, die beschädigt ist oder viel kürzer oder länger als die geltende.',
    folder: 'Der Ordner',
    since: (moment) => `Seit ${moment}`,
    accepted: 'Angenommen; gilt in einem Augenblick.',
    take: 'Trotzdem verwenden',
    takeLabel: (file) => `Trotzdem verwenden: ${file}`,
    takeTitle: (file) => `${file} trotzdem verwenden?`,
    takeText:
      'Die Datei ersetzt die geltende Liste, und alle werden neu geprüft. Vergleichen Sie ihren SHA-256 mit dem, den der Herausgeber nennt.',
    letGo: 'Liste aufgeben',
    letGoLabel: (file) => `Liste aufgeben: ${file}`,
    letGoTitle: 'Diese Liste aufgeben?',
    letGoText: 'Niemand wird mehr mit ihr verglichen, und alle werden neu geprüft.',
    reason: 'Grund',
    reasonHint: 'Wird bei der Liste aufbewahrt, für alle, die später nachsehen.',
    doing: 'Wird angenommen',
    done: 'Angenommen. Der Ordner wird neu gelesen.',
    failed: 'Das konnte nicht angenommen werden.',
  },

  run: {
    heading: 'Neue Prüfung aller',
    none: 'Bisher musste niemand neu geprüft werden.',
    going: (done, total) => `${many.format(done)} von ${people(total)} geprüft`,
    over: (checked, changed, moment) =>
      `${people(checked)} geprüft, fertig: ${moment}. ${changed === 0 ? 'Alle Ergebnisse sind wie zuvor.' : `${many.format(changed)} mit einem anderen Ergebnis als zuvor.`}`,
  },

  rules: {
    heading: 'Regeln',
    hold: 'Zurückgehalten ab Ähnlichkeit',
    look: 'Anzusehen ab Ähnlichkeit',
    percent: (part) => share.format(part),
    denied: 'Gesperrte Länder',
    lookCountries: 'Anzusehende Länder',
    none: 'Keine',
    from: 'Gesetzt durch SCREENING_HOLD, SCREENING_LOOK und den Katalog; eine Änderung braucht einen Neustart und prüft alle neu.',
  },

  evidence: {
    heading: 'Nachweis',
    text: 'Jede je gemachte Prüfung mit Listen, Daten, Ergebnissen, Gründen und wer entschieden hat, auch von vergessenen Personen, solange das aufbewahrt wird.',
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
      `${many.format(done)} von ${many.format(total)} Personen neu geprüft, ${many.format(changed)} mit einem anderen Ergebnis; nur diese haben eine eigene Prüfung.`,
    holds: 'hält zurück',
    looks: 'anzusehen',
  },
}
