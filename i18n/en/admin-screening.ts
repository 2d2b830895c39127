import { locale } from './locale.ts'

/** Words of the screening page, and the faults of list files, which the log contains as well. */
const many = new Intl.NumberFormat(locale)
const count = (amount: number, one: string, more = `${one}s`) => `${many.format(amount)} ${amount === 1 ? one : more}`

/** What is wrong with a file, as one sentence that names it and, where there is one, the line. */
export const listFaults = {
  symbolicLink: (file: string) => `${file} is a symbolic link. Put the file itself into the folder.`,
  noFile: (file: string) => `${file} is not a regular file.`,
  unreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  changing: (file: string) => `${file} changed while it was being read. It will be read again.`,
  tooBig: (file: string, megabytes: number) => `${file} is larger than ${megabytes} MB, the limit for a list.`,
  empty: (file: string) => `${file} is empty.`,
  noEntries: (file: string) => `${file} contains no entries.`,
  notUtf8: (file: string, line: number) =>
    `${file}, line ${line}: not valid UTF-8. Convert the file (for example iconv -f windows-1252 -t utf-8) and replace it.`,
  notText: (file: string, line: number) => `${file}, line ${line}: this is not text.`,
  openQuote: (file: string, line: number) => `${file}, line ${line}: this quote is never closed.`,
  afterQuote: (file: string, line: number) =>
    `${file}, line ${line}: there is text after a closing quote. An earlier quote may not have been closed.`,
  columns: (file: string, line: number, found: number, expected: number) =>
    `${file}, line ${line}: ${count(found, 'column')} instead of ${expected}. The file may be incomplete.`,
  noColumn: (file: string, names: readonly string[]) => `${file}, line 1: missing column: ${names.join(', ')}.`,
  twiceColumn: (file: string, name: string) => `${file}, line 1: the column ${name} appears twice.`,
  noName: (file: string, line: number) => `${file}, line ${line}: the entry has no name.`,
  noNumber: (file: string, line: number) => `${file}, line ${line}: the first column is not an entry number.`,
  twiceNumber: (file: string, line: number, number: string) =>
    `${file}, line ${line}: the entry number ${number} appears twice.`,
  noDate: (file: string, line: number, column: string) => `${file}, line ${line}: ${column} is not a date.`,
  incomplete: (there: string, missing: readonly string[]) =>
    `${there} without ${missing.join(' and ')}. The list needs all three files.`,
  sameList: (file: string, other: string) => `${file} and ${other} are the same list. Remove one of them.`,
  unknownFile: (file: string) => `${file} is not the name of a supported list. The file is ignored.`,
  shrunk: (file: string, before: number, now: number) =>
    `${file} has ${count(now, 'row')}, the list in force ${many.format(before)}. It is shorter by a third or more.`,
  grown: (file: string, before: number, now: number) =>
    `${file} has ${count(now, 'row')}, the list in force ${many.format(before)}. It is more than five times as long.`,
  gone: (file: string) => `${file} is no longer in the folder. Its list stays in force.`,
  replaced: (file: string) =>
    `${file} was in force before and has been replaced since. To use it again, update its modification time (touch).`,
  folderGone: (code: string) => `The list folder cannot be read (${code}). The lists in force are unchanged.`,
  folderIsNone: 'SCREENING_DIR is not a folder. The lists in force are unchanged.',
  readerFailed: (file: string) => `${file} could not be read because of an internal error. See the log for details.`,
  noReference: (file: string, line: number) => `${file}, line ${line}: the entry has no reference number.`,
  notXml: (file: string, line: number, message: string) =>
    `${file}, line ${line}: not valid XML (${message}). The file may be incomplete.`,
  otherXml: (file: string, line: number, found: string, expected: string) =>
    `${file}, line ${line}: the root element is ${found} instead of ${expected}.`,
  older: (file: string) => `${file} is older than the list in force, or its newest entries are missing.`,
  cut: (file: string) => `${file} is the beginning of the file in force. The rest is missing.`,
  foreignAliases: (aliases: number, entries: number, alt: string, main: string) =>
    `${count(aliases, 'alias', 'aliases')} of ${alt} belong to ${count(entries, 'entry', 'entries')} missing from ${main}. The files are different versions. These aliases are used as well.`,
}

export const screeningWords = {
  heading: 'Screening',
  lead: 'Lists in force, and problems with their files.',
  sample:
    'People are compared only with a sample of fictional names. Set SCREENING_DIR to a folder with the official lists before you sell.',
  off: 'List screening is off (SCREENING=off). Names are not compared with any list, and every check on record says so. Countries and email domains are still checked.',
  down: 'Screening is not available: no list is in force, or screening is restarting. New registrations wait for approval. Checkout and downloads are refused.',

  lists: {
    heading: 'Lists in force',
    name: 'List',
    files: 'Files',
    date: 'Date',
    entries: 'Entries',
    read: 'Read',
    hash: 'SHA-256',
    none: '-',
    empty: 'No list is in force',
    emptyHint:
      'Put the official files into the folder that SCREENING_DIR names: csl.csv; sdn.csv, alt.csv and add.csv; cons_prim.csv, cons_alt.csv and cons_add.csv; dpl.txt; un_consolidated.xml; eu.xml or eu.csv; uk.xml or uk.csv.',
    file: (file: string, rows: number) => `${file}, ${count(rows, 'row')}`,
    acceptedBy: (who: string) => `Accepted by ${who}`,
  },

  faults: {
    heading: 'Rejected files',
    empty: 'No rejected files',
    emptyHint: 'Files that are broken, or much shorter or longer than the list in force, appear here with the reason.',
    folder: 'The folder',
    since: (moment: string) => `Since ${moment}`,
    accepted: 'Accepted. It takes effect in a moment.',
    take: 'Use it anyway',
    takeLabel: (file: string) => `Use it anyway: ${file}`,
    takeTitle: (file: string) => `Use ${file} anyway?`,
    takeText:
      'The file replaces the list in force, and everyone is screened again. Compare its SHA-256 with the publisher’s.',
    retire: 'Stop using this list',
    retireLabel: (file: string) => `Stop using this list: ${file}`,
    retireTitle: 'Stop using this list?',
    retireText: 'People are no longer compared with this list, and everyone is screened again.',
    reason: 'Reason',
    reasonHint: 'Saved with the list.',
    doing: 'Accepting',
    done: 'Accepted. The folder will be read again.',
    failed: 'The change could not be accepted. Please try again.',
  },

  run: {
    heading: 'Last full re-screening',
    none: 'None yet',
    going: (people: number, total: number) => `${many.format(people)} of ${count(total, 'person', 'people')} done`,
    over: (people: number, changed: number, moment: string) =>
      `${count(people, 'person', 'people')} screened, finished on ${moment}. ${changed === 0 ? 'No results changed.' : `${count(changed, 'result')} changed.`}`,
  },

  rules: {
    heading: 'Rules',
    hold: 'On hold from a match of',
    look: 'Flagged for review from a match of',
    lookHolds: 'Waits for review from a match of',
    percent: (share: number) => `${Math.round(share * 1000) / 10}%`,
    denied: 'Denied countries',
    lookCountries: 'Countries to review',
    none: 'None',
    from: 'Set by SCREENING_HOLD, SCREENING_LOOK, SCREENING_LOOK_HOLDS and the catalogue. Restart to apply changes; everyone is then screened again.',
  },

  evidence: {
    heading: 'Evidence',
    text: 'Every check with lists, dates, results, reasons and who decided, including checks of erased people as long as they are kept.',
    download: 'Export for an auditor',
  },

  export: {
    columns: {
      at: 'At (UTC)',
      subscriber: 'Subscriber',
      name: 'Name',
      email: 'Email',
      company: 'Company',
      country: 'Country',
      forgotten: 'Forgotten at (UTC)',
      occasion: 'Occasion',
      outcome: 'Outcome',
      decidedBy: 'Decided by',
      comment: 'Comment',
      lists: 'Lists (name, date, SHA-256)',
      kind: 'Reason',
      text: 'Reason in words',
      list: 'On list',
      entry: 'Entry',
      programmes: 'Programmes',
      alias: 'Listed name',
      compared: 'Compared name',
      score: 'Score',
      weight: 'Weight',
      lastChecked: 'Same result last at (UTC)',
      repeats: 'Same result again (times)',
    },
    everybody: 'everyone',
    run: (people: number, total: number, changed: number) =>
      `${many.format(people)} of ${many.format(total)} people screened again, ${count(changed, 'result')} changed. Only these have a separate check.`,
    holds: 'holds',
    looks: 'to look at',
  },
}
