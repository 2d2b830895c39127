import { adminWords as germanAdmin } from './de/admin/admin.ts'
import { birthDateWords as germanBirthDate } from './de/account/birth-date.ts'
import { dataPageWords as germanDataPage } from './de/account/data-page.ts'
import { deviceMailWords as germanDeviceMails } from './de/mails/devices.ts'
import { conflictWords as germanConflict } from './de/conflict.ts'
import { countryNames as germanCountries } from './de/forms/countries.ts'
import { emailChangeWords as germanEmailChange } from './de/account/email-change.ts'
import { announcementWords as germanAnnouncement } from './de/announcement.ts'
import { errorMessages as germanErrors } from './de/errors.ts'
import { allFieldMessages as germanFields } from './de/forms/all-fields.ts'
import { fieldWords as germanPersonFields } from './de/forms/person-fields.ts'
import { identityWords as germanIdentity } from './de/identity.ts'
import { licenceWords as germanLicence } from './de/licence.ts'
import { listFindingMessages as germanListFindings } from './de/admin/list-findings.ts'
import { screeningWords as germanScreening } from './de/admin/screening.ts'
import { reasonMessages as germanReasons } from './de/admin/reviews.ts'
import {
  cancellationReasons as germanCancellationReasons,
  extendedByOwner as germanExtendedByOwner,
} from './de/admin/user.ts'
import { overloadedWords as germanOverloaded } from './de/overloaded.ts'
import { refusedDownloadWords as germanRefusedDownload } from './de/refused-download.ts'
import { mailWords as germanMail } from './de/mails/mail.ts'
import { paymentIssueWords as germanPaymentIssues } from './de/admin/payment-issues.ts'
import { remindersWords as germanReminders } from './de/mails/reminders.ts'
import { shellWords as germanShell } from './de/shell.ts'
import { adminWords } from './en/admin/admin.ts'
import { birthDateWords } from './en/account/birth-date.ts'
import { dataPageWords } from './en/account/data-page.ts'
import { deviceMailWords } from './en/mails/devices.ts'
import { conflictWords } from './en/conflict.ts'
import { countryNames } from './en/forms/countries.ts'
import { emailChangeWords } from './en/account/email-change.ts'
import { announcementWords } from './en/announcement.ts'
import { errorMessages } from './en/errors.ts'
import { allFieldMessages } from './en/forms/all-fields.ts'
import { fieldWords } from './en/forms/person-fields.ts'
import { identityWords } from './en/identity.ts'
import { licenceWords } from './en/licence.ts'
import { listFindingMessages } from './en/admin/list-findings.ts'
import { screeningWords } from './en/admin/screening.ts'
import { reasonMessages } from './en/admin/reviews.ts'
import { cancellationReasons, extendedByOwner } from './en/admin/user.ts'
import { overloadedWords } from './en/overloaded.ts'
import { refusedDownloadWords } from './en/refused-download.ts'
import { mailWords } from './en/mails/mail.ts'
import { paymentIssueWords } from './en/admin/payment-issues.ts'
import { remindersWords } from './en/mails/reminders.ts'
import { shellWords } from './en/shell.ts'
import {
  localeOf,
  productLanguageOf,
  shopLanguages,
  type Language,
  type ProductLanguage,
  type Words,
} from '../domain/language.ts'
import { reworder, type VendorTexts } from './vendor-texts.ts'

const english = {
  /** How dates and money are written. */
  locale: localeOf('en'),
  errors: errorMessages,
  announcement: announcementWords,
  fields: allFieldMessages,
  conflict: conflictWords,
  overloaded: overloadedWords,
  refusedDownload: refusedDownloadWords,
  identity: identityWords,
  licence: licenceWords,
  mail: mailWords,
  reminders: remindersWords,
  emailChange: emailChangeWords,
  birthDate: birthDateWords,
  dataPage: dataPageWords,
  deviceMails: deviceMailWords,
  paymentIssues: paymentIssueWords,
  shell: shellWords,
  listFindings: listFindingMessages,
  reasons: reasonMessages,
  cancellationReasons,
  extendedByOwner,
  evidence: screeningWords.export,
  countries: countryNames,
  /** Column headings and values of an exported list. */
  export: {
    columns: adminWords.columns,
    moreColumns: adminWords.moreColumns,
    person: fieldWords,
    status: adminWords.status,
    type: adminWords.type,
    yes: adminWords.yes,
    no: adminWords.no,
  },
}

/** The texts that the server itself writes: pages without JavaScript, emails, errors and exports. */
export type ServerWords = Words<typeof english>

const german: ServerWords = {
  locale: localeOf('de'),
  errors: germanErrors,
  announcement: germanAnnouncement,
  conflict: germanConflict,
  overloaded: germanOverloaded,
  refusedDownload: germanRefusedDownload,
  fields: germanFields,
  identity: germanIdentity,
  licence: germanLicence,
  mail: germanMail,
  reminders: germanReminders,
  emailChange: germanEmailChange,
  birthDate: germanBirthDate,
  dataPage: germanDataPage,
  deviceMails: germanDeviceMails,
  paymentIssues: germanPaymentIssues,
  countries: germanCountries,
  export: {
    columns: germanAdmin.columns,
    moreColumns: germanAdmin.moreColumns,
    person: germanPersonFields,
    status: germanAdmin.status,
    type: germanAdmin.type,
    yes: germanAdmin.yes,
    no: germanAdmin.no,
  },
  shell: germanShell,
  listFindings: germanListFindings,
  reasons: germanReasons,
  cancellationReasons: germanCancellationReasons,
  extendedByOwner: germanExtendedByOwner,
  evidence: germanScreening.export,
}

/** The keys of exports whose name here differs from the key in a vendor's texts (npm run texts). */
const keys: Partial<Record<string, string>> = {
  fields: 'messages',
  reasons: 'reasonMessages',
  listFindings: 'listFindingMessages',
  countries: 'countryNames',
  evidence: 'screening.export',
  columns: 'admin.columns',
  moreColumns: 'admin.moreColumns',
  person: 'field',
  status: 'admin.status',
  type: 'admin.type',
  yes: 'admin.yes',
  no: 'admin.no',
}

const original: Record<ProductLanguage, ServerWords> = { en: english, de: german }
let current: Record<Language, ServerWords> = { ...original }

/** Applies a vendor's texts. Called once, at the start, before the server writes any text. */
export function useTexts(texts: Record<Language, VendorTexts>): void {
  current = Object.fromEntries(shopLanguages().map((language) => [language, reword(language, texts[language] ?? {})]))
}

function reword(language: Language, texts: VendorTexts): ServerWords {
  const { export: exported, ...words } = original[productLanguageOf(language)]
  const locale = localeOf(language)
  const replace = reworder(texts, locale)
  const inParts = <T extends object>(parts: T): T =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, replace(keys[name] ?? name, part)])) as T
  return { ...inParts(words), locale, export: inParts(exported) }
}

/**
 * Returns the server's texts in a language; in English for a language that the shop no longer has, which may still be
 * stored for people. For the server only: a page imports `#words/…`, and loads one language.
 */
export function wordsIn(language: Language): ServerWords {
  return current[language] ?? current['en'] ?? english
}
