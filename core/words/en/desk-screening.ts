import { locale } from './locale.ts'

/** Every word of the screening page at the desk, and of what is wrong with a list file: the log says the same. */
const many = new Intl.NumberFormat(locale)
const count = (amount: number, one: string, more = `${one}s`) => `${many.format(amount)} ${amount === 1 ? one : more}`

/** What is wrong with a file, as one sentence that names it and, where there is one, the line. */
export const listFaults = {
  symbolicLink: (file: string) => `${file} is a symbolic link, which is not followed: put the file itself there.`,
  noFile: (file: string) => `${file} is no file.`,
  unreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  changing: (file: string) => `${file} changed while it was read; it is read again.`,
  tooBig: (file: string, megabytes: number) => `${file} is larger than ${megabytes} MB: that is no list.`,
  empty: (file: string) => `${file} is empty.`,
  noEntries: (file: string) => `${file} holds no entry.`,
  notUtf8: (file: string, line: number) =>
    `${file}, line ${line}: this is not UTF-8. Convert it (iconv -f windows-1252 -t utf-8) and put it there again: a guess would spell names wrongly.`,
  notText: (file: string, line: number) => `${file}, line ${line}: this is no text.`,
  openQuote: (file: string, line: number) => `${file}, line ${line}: a quote is opened here and never closed.`,
  afterQuote: (file: string, line: number) =>
    `${file}, line ${line}: text follows a closing quote. A quote before it may never have been closed.`,
  columns: (file: string, line: number, found: number, expected: number) =>
    `${file}, line ${line}: ${count(found, 'column')} where ${expected} are expected. The file may have been cut.`,
  noColumn: (file: string, names: readonly string[]) => `${file}, line 1: there is no column ${names.join(', ')}.`,
  twiceColumn: (file: string, name: string) => `${file}, line 1: there are two columns ${name}.`,
  noName: (file: string, line: number) => `${file}, line ${line}: an entry without a name.`,
  noNumber: (file: string, line: number) => `${file}, line ${line}: the first column is no entry’s number.`,
  twiceNumber: (file: string, line: number, number: string) =>
    `${file}, line ${line}: the number ${number} is there already.`,
  noDate: (file: string, line: number, column: string) => `${file}, line ${line}: ${column} is no date.`,
  incomplete: (there: string, missing: readonly string[]) =>
    `${there} without ${missing.join(' and ')}: the three files are one list.`,
  sameList: (file: string, other: string) => `${file} and ${other} are the same list: leave one of them.`,
  unknownFile: (file: string) => `${file} is no list that is known by this name, and is not read.`,
  shrunk: (file: string, before: number, now: number) =>
    `${file} has ${count(now, 'row')}, the one in force ${many.format(before)}: it has shrunk by a third or more.`,
  grown: (file: string, before: number, now: number) =>
    `${file} has ${count(now, 'row')}, the one in force ${many.format(before)}: it is more than five times as long.`,
  gone: (file: string) => `${file} is no longer in the folder. What was read from it stays in force.`,
  replaced: (file: string) =>
    `${file} was in force before and has been replaced since. To go back to it, touch the file.`,
  folderGone: (code: string) => `The folder of the lists cannot be read (${code}). The lists in force stay.`,
  folderIsNone: 'What SCREENING_DIR names is no folder. The lists in force stay.',
  readerFailed: (file: string) => `${file} could not be read: the reader itself failed. The log says more.`,
  foreignAliases: (aliases: number, entries: number) =>
    `${count(aliases, 'alias', 'aliases')} of alt.csv belong to ${count(entries, 'entry', 'entries')} that sdn.csv does not have: the files are of different editions. They are compared all the same.`,
}

export const screeningWords = {
  heading: 'Screening',
  lead: 'Which lists people are compared with, and what is wrong in their folder.',
  sample:
    'This is a sample: people are compared with made-up names only. Set SCREENING_DIR to a folder of official lists before you sell to anybody.',
  off: 'Screening against lists is off (SCREENING=off): names are compared with no list, and every check on record says so. Countries and email domains are still looked at.',
  down: 'Nobody can be screened at the moment: no list is in force, or the comparer is being started again. New registrations wait for approval; checkout and downloads are refused.',

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
      'Put the official files into the folder that SCREENING_DIR names: csl.csv, the three sdn.csv, alt.csv and add.csv, dpl.txt.',
    file: (file: string, rows: number) => `${file}, ${count(rows, 'row')}`,
    acceptedBy: (who: string) => `Accepted by ${who}`,
  },

  faults: {
    heading: 'Refused',
    empty: 'Nothing was refused',
    emptyHint:
      'A file that is broken, or far shorter or longer than the one in force, will stand here with the reason.',
    folder: 'The folder',
    since: (moment: string) => `Since ${moment}`,
    accepted: 'Accepted; it is taken in a moment.',
    take: 'Use it anyway',
    takeLabel: (file: string) => `Use it anyway: ${file}`,
    takeTitle: (file: string) => `Use ${file} anyway?`,
    takeText:
      'The file replaces the list in force, and everybody is screened again. Compare its SHA-256 with what its publisher says.',
    letGo: 'Let this list go',
    letGoLabel: (file: string) => `Let this list go: ${file}`,
    letGoTitle: 'Let this list go?',
    letGoText: 'Nobody is compared with it any more, and everybody is screened again.',
    reason: 'Reason',
    reasonHint: 'Kept with the list, for those who look later.',
    doing: 'Accepting',
    done: 'Accepted. The folder is read again.',
    failed: 'It could not be accepted.',
  },

  run: {
    heading: 'Everybody screened again',
    none: 'Nobody had to be screened again yet.',
    going: (people: number, total: number) => `${many.format(people)} of ${count(total, 'person', 'people')} done`,
    over: (people: number, changed: number, moment: string) =>
      `${count(people, 'person', 'people')} screened, finished on ${moment}. ${changed === 0 ? 'Nobody’s result is another than before.' : `${many.format(changed)} with another result than before.`}`,
  },

  rules: {
    heading: 'Rules',
    hold: 'Held from a likeness of',
    look: 'Looked at from a likeness of',
    percent: (share: number) => `${Math.round(share * 1000) / 10} %`,
    denied: 'Denied countries',
    lookCountries: 'Countries to look at',
    none: 'None',
    from: 'Set by SCREENING_HOLD, SCREENING_LOOK and the catalogue; a change wants a restart and screens everybody again.',
  },

  evidence: {
    heading: 'Evidence',
    text: 'Every check ever made, with lists, dates, results, reasons and who decided, also of forgotten people while that is kept.',
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
    everybody: 'everybody',
    run: (people: number, total: number, changed: number) =>
      `${many.format(people)} of ${many.format(total)} people screened again, ${many.format(changed)} with another result; only those have a check of their own.`,
    holds: 'holds',
    looks: 'to look at',
  },
}
