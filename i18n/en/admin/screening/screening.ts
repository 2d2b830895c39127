import { locale } from '../../locale.ts'

/** Words of the screening page. */
const many = new Intl.NumberFormat(locale)
const count = (amount: number, one: string, more = `${one}s`) => `${many.format(amount)} ${amount === 1 ? one : more}`

export const screeningWords = {
  heading: 'Screening',
  lead: 'Lists in force, and problems with their files.',
  sample:
    'People are compared only with a sample of fictional names. Set SCREENING_DIR to a folder with the official lists before you sell.',
  off: 'List screening is off (SCREENING=off). Names are not compared with any list, and every check records this. Countries and email domains are still checked.',
  down: 'Screening is not available: no list is in force, or screening is restarting. New registrations wait for approval. Checkout and downloads are refused.',

  old: {
    notice: (lists: number) =>
      lists === 1
        ? 'A screening list has not been confirmed as current for more than 3 days.'
        : `${lists} screening lists have not been confirmed as current for more than 3 days.`,
    link: 'See the lists',
    here: 'The marked lists have not been confirmed as current for more than 3 days. They stay in force. If the server downloads them, check its log for failed downloads. Otherwise download them again, or update their modification time (touch) if the publisher has no newer files.',
  },

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
    age: (days: number) => (days === 0 ? 'Confirmed today' : `${count(days, 'day')} old`),
    fetched: (moment: string) => `Checked with the publisher on ${moment}`,
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
    regions: 'Sanctioned regions',
    none: 'None',
    from: 'Set by SCREENING_HOLD, SCREENING_LOOK, SCREENING_LOOK_HOLDS and the catalogue. Restart to apply changes; everyone whose result can change is then screened again.',
  },

  evidence: {
    heading: 'Evidence',
    text: 'Every check with its lists, dates, result, reasons and reviewer, including checks of erased people for as long as they are kept.',
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
      forgotten: 'Erased at (UTC)',
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
      details: 'Entry details',
      place: 'Country',
      thresholds: 'Thresholds in force',
      products: 'Products (export classification)',
      stated: 'Stated place',
    },
    edition: 'list',
    editionOf: (files: string, entries: number, retired: string | null) =>
      `${count(entries, 'entry', 'entries')}; files (rows, SHA-256): ${files}; ${retired === null ? 'in force' : `retired on ${retired}`}`,
    details: {
      addresses: 'Addresses',
      birthDates: 'Born',
      birthPlaces: 'Birthplace',
      nationalities: 'Nationality',
      linkedTo: 'Linked to',
      remarks: 'Remarks',
    },
    place: (agrees: boolean, share: number) =>
      `${agrees ? 'supports' : 'contradicts'}, named by ${Math.round(share * 1000) / 10}% of the list’s entries`,
    thresholds: (hold: number, look: number, waits: boolean) =>
      `hold ${hold}, review ${look}${waits ? ' (on hold until reviewed)' : ''}`,
    everybody: 'everyone',
    run: (people: number, total: number, changed: number) =>
      `${many.format(people)} of ${count(total, 'person', 'people')} screened again, ${count(changed, 'result')} changed. Only these have a separate check.`,
    holds: 'on hold',
    looks: 'flagged for review',
  },
}
