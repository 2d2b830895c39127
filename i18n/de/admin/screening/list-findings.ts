import type { ListFindingMessages } from '../../../../domain/screening/list-findings.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)
const count = (amount: number, one: string, more: string) => `${many.format(amount)} ${amount === 1 ? one : more}`
const all = new Intl.ListFormat(locale)

/** Each fault of a list file, as one sentence that names the file and, if there is one, the line. */
export const listFindingMessages: ListFindingMessages = {
  symbolicLink: ({ file }) => `${file} ist eine symbolische Verknüpfung. Legen Sie die Datei selbst in den Ordner.`,
  notAFile: ({ file }) => `${file} ist keine reguläre Datei.`,
  unreadable: ({ file, reason }) => `${file} kann nicht gelesen werden (${reason}).`,
  changing: ({ file }) => `${file} hat sich beim Lesen geändert. Die Datei wird noch einmal gelesen.`,
  tooLarge: ({ file, megabytes }) => `${file} ist größer als ${megabytes} MB, die Grenze für eine Liste.`,
  empty: ({ file }) => `${file} ist leer.`,
  noEntries: ({ file }) => `${file} enthält keine Einträge.`,
  notUtf8: ({ file, line }) =>
    `${file}, Zeile ${line}: kein gültiges UTF-8. Wandeln Sie die Datei um (zum Beispiel iconv -f windows-1252 -t utf-8) und ersetzen Sie sie.`,
  notText: ({ file, line }) => `${file}, Zeile ${line}: Das ist kein Text.`,
  unclosedQuote: ({ file, line }) => `${file}, Zeile ${line}: Dieses Anführungszeichen wird nie geschlossen.`,
  textAfterQuote: ({ file, line }) =>
    `${file}, Zeile ${line}: Nach einem schließenden Anführungszeichen steht Text. Möglicherweise wurde ein früheres nicht geschlossen.`,
  columnCount: ({ file, line, found, expected }) =>
    `${file}, Zeile ${line}: ${count(found, 'Spalte', 'Spalten')} statt ${expected}. Möglicherweise ist die Datei unvollständig.`,
  missingColumns: ({ file, columns }) =>
    `${file}, Zeile 1: fehlende ${columns.length === 1 ? 'Spalte' : 'Spalten'}: ${columns.join(', ')}.`,
  duplicateColumn: ({ file, column }) => `${file}, Zeile 1: Die Spalte ${column} kommt zweimal vor.`,
  noName: ({ file, line }) => `${file}, Zeile ${line}: Der Eintrag hat keinen Namen.`,
  noNumber: ({ file, line }) => `${file}, Zeile ${line}: Die erste Spalte ist keine Eintragsnummer.`,
  duplicateNumber: ({ file, line, number }) =>
    `${file}, Zeile ${line}: Die Eintragsnummer ${number} kommt zweimal vor.`,
  notADate: ({ file, line, column }) => `${file}, Zeile ${line}: ${column} ist kein Datum.`,
  missingFiles: ({ present, missing }) =>
    `${all.format(present)} ohne ${all.format(missing)}. Die Liste braucht alle drei Dateien.`,
  sameList: ({ file, other }) => `${file} und ${other} sind dieselbe Liste. Entfernen Sie eine davon.`,
  unknownFile: ({ file }) => `${file} ist kein Name einer unterstützten Liste. Die Datei wird nicht gelesen.`,
  shrunk: ({ file, before, now }) =>
    `${file} hat ${count(now, 'Zeile', 'Zeilen')}, die geltende Liste ${many.format(before)}. Sie ist um ein Drittel oder mehr kürzer.`,
  grown: ({ file, before, now }) =>
    `${file} hat ${count(now, 'Zeile', 'Zeilen')}, die geltende Liste ${many.format(before)}. Sie ist mehr als fünfmal so lang.`,
  gone: ({ files }) => `${files.join(', ')}: nicht mehr im Ordner. Die Liste gilt weiter.`,
  replaced: ({ file }) =>
    `${file} galt schon einmal und wurde seitdem ersetzt. Soll die Datei wieder gelten, ändern Sie ihren Zeitstempel (touch).`,
  folderUnreadable: ({ reason }) =>
    `Der Listenordner kann nicht gelesen werden (${reason}). Die geltenden Listen bleiben unverändert.`,
  notAFolder: 'SCREENING_DIR ist kein Ordner. Die geltenden Listen bleiben unverändert.',
  readerFailed: ({ file }) =>
    `${file} konnte wegen eines internen Fehlers nicht gelesen werden. Einzelheiten stehen im Log.`,
  readerTimeout: ({ file, seconds }) =>
    `${file} konnte nicht innerhalb von ${seconds} Sekunden gelesen werden. Die Datei ist vielleicht beschädigt: Laden Sie sie erneut herunter.`,
  noReference: ({ file, line }) => `${file}, Zeile ${line}: Der Eintrag hat keine Referenznummer.`,
  notXml: ({ file, line, detail }) =>
    `${file}, Zeile ${line}: kein gültiges XML (${detail}). Möglicherweise ist die Datei unvollständig.`,
  xmlDoctype: ({ file, line }) =>
    `${file}, Zeile ${line}: kein gültiges XML (eine Dokumenttyp-Deklaration ist nicht erlaubt).`,
  xmlTooDeep: ({ file, line }) => `${file}, Zeile ${line}: Die Elemente sind zu tief verschachtelt.`,
  wrongRoot: ({ file, line, found, expected }) =>
    `${file}, Zeile ${line}: Das Wurzelelement ist ${found} statt ${expected}.`,
  future: ({ file, date }) =>
    `${file} trägt das Datum ${date}, das in der Zukunft liegt. Aktualisieren Sie die Änderungszeit (touch).`,
  older: ({ file }) => `${file} ist älter als die geltende Liste, oder ihre neuesten Einträge fehlen.`,
  truncated: ({ file }) => `${file} ist der Anfang der geltenden Datei. Der Rest fehlt.`,
  foreignAliases: ({ aliases, entries, aliasFile, mainFile }) =>
    `${count(aliases, 'Alias', 'Aliasse')} in ${aliasFile} ${aliases === 1 ? 'gehört' : 'gehören'} zu ${count(entries, 'Eintrag', 'Einträgen')}, die in ${mainFile} fehlen. Die Dateien haben verschiedene Stände. Diese Aliasse werden trotzdem verwendet.`,
}
