import type { ListFindingMessages } from '../../../../domain/screening/list-findings.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)
const count = (amount: number, one: string, more = `${one}s`) => `${many.format(amount)} ${amount === 1 ? one : more}`
const all = new Intl.ListFormat(locale)

/** Each fault of a list file, as one sentence that names the file and, if there is one, the line. */
export const listFindingMessages: ListFindingMessages = {
  symbolicLink: ({ file }) => `${file} is a symbolic link. Put the file itself into the folder.`,
  notAFile: ({ file }) => `${file} is not a regular file.`,
  unreadable: ({ file, reason }) => `${file} cannot be read (${reason}).`,
  changing: ({ file }) => `${file} changed while it was being read. It will be read again.`,
  tooLarge: ({ file, megabytes }) => `${file} is larger than ${megabytes} MB, the limit for a list.`,
  empty: ({ file }) => `${file} is empty.`,
  noEntries: ({ file }) => `${file} contains no entries.`,
  notUtf8: ({ file, line }) =>
    `${file}, line ${line}: not valid UTF-8. Convert the file (for example iconv -f windows-1252 -t utf-8) and replace it.`,
  notText: ({ file, line }) => `${file}, line ${line}: this is not text.`,
  unclosedQuote: ({ file, line }) => `${file}, line ${line}: this quote is never closed.`,
  textAfterQuote: ({ file, line }) =>
    `${file}, line ${line}: there is text after a closing quote. An earlier quote may not have been closed.`,
  columnCount: ({ file, line, found, expected }) =>
    `${file}, line ${line}: ${count(found, 'column')} instead of ${expected}. The file may be incomplete.`,
  missingColumns: ({ file, columns }) =>
    `${file}, line 1: missing ${columns.length === 1 ? 'column' : 'columns'}: ${columns.join(', ')}.`,
  duplicateColumn: ({ file, column }) => `${file}, line 1: the column ${column} appears twice.`,
  noName: ({ file, line }) => `${file}, line ${line}: the entry has no name.`,
  noNumber: ({ file, line }) => `${file}, line ${line}: the first column is not an entry number.`,
  duplicateNumber: ({ file, line, number }) => `${file}, line ${line}: the entry number ${number} appears twice.`,
  notADate: ({ file, line, column }) => `${file}, line ${line}: ${column} is not a date.`,
  missingFiles: ({ present, missing }) =>
    `${all.format(present)} without ${all.format(missing)}. The list needs all three files.`,
  sameList: ({ file, other }) => `${file} and ${other} are the same list. Remove one of them.`,
  unknownFile: ({ file }) => `${file} is not the name of a supported list. The file is ignored.`,
  shrunk: ({ file, before, now }) =>
    `${file} has ${count(now, 'row')}, the list in force ${many.format(before)}. It is shorter by a third or more.`,
  grown: ({ file, before, now }) =>
    `${file} has ${count(now, 'row')}, the list in force ${many.format(before)}. It is more than five times as long.`,
  gone: ({ files }) => `${files.join(', ')}: no longer in the folder. The list stays in force.`,
  replaced: ({ file }) =>
    `${file} was in force before and has been replaced since. To use it again, update its modification time (touch).`,
  folderUnreadable: ({ reason }) => `The list folder cannot be read (${reason}). The lists in force are unchanged.`,
  notAFolder: 'SCREENING_DIR is not a folder. The lists in force are unchanged.',
  readerFailed: ({ file }) => `${file} could not be read because of an internal error. See the log for details.`,
  readerTimeout: ({ file, seconds }) =>
    `${file} could not be read within ${seconds} seconds. The file may be damaged: download it again.`,
  noReference: ({ file, line }) => `${file}, line ${line}: the entry has no reference number.`,
  notXml: ({ file, line, detail }) => `${file}, line ${line}: not valid XML (${detail}). The file may be incomplete.`,
  xmlDoctype: ({ file, line }) => `${file}, line ${line}: not valid XML (a document type declaration is not allowed).`,
  xmlTooDeep: ({ file, line }) => `${file}, line ${line}: the elements are nested too deeply.`,
  wrongRoot: ({ file, line, found, expected }) =>
    `${file}, line ${line}: the root element is ${found} instead of ${expected}.`,
  future: ({ file, date }) => `${file} is dated ${date}, which is in the future. Update its modification time (touch).`,
  older: ({ file }) => `${file} is older than the list in force, or its newest entries are missing.`,
  truncated: ({ file }) => `${file} is the beginning of the file in force. The rest is missing.`,
  foreignAliases: ({ aliases, entries, aliasFile, mainFile }) =>
    `${count(aliases, 'alias', 'aliases')} of ${aliasFile} ${aliases === 1 ? 'belongs' : 'belong'} to ${count(entries, 'entry', 'entries')} missing from ${mainFile}. The files are different versions. These aliases are still used.`,
}
