import * as german from './de/server-words.ts'
import * as english from './en/server-words.ts'
import {
  localeOf,
  productLanguageOf,
  shopLanguages,
  type Language,
  type ProductLanguage,
  type Words,
} from '../domain/language.ts'
import { reworder, type VendorTexts } from './vendor-texts.ts'

const selected = (words: Words<typeof english>) => ({
  /** How dates and money are written. */
  locale: words.locale,
  errors: words.errorMessages,
  announcement: words.announcementWords,
  fields: words.allFieldMessages,
  conflict: words.conflictWords,
  overloaded: words.overloadedWords,
  refusedDownload: words.refusedDownloadWords,
  identity: words.identityWords,
  licence: words.licenceWords,
  mail: words.mailWords,
  reminders: words.remindersWords,
  emailChange: words.emailChangeWords,
  birthDate: words.birthDateWords,
  dataPage: words.dataPageWords,
  deviceMails: words.deviceMailWords,
  paymentIssues: words.paymentIssueWords,
  shell: words.shellWords,
  listFindings: words.listFindingMessages,
  reasons: words.reasonMessages,
  regions: words.regionNames,
  cancellationReasons: words.cancellationReasons,
  extendedByOwner: words.extendedByOwner,
  evidence: words.screeningWords.export,
  countries: words.countryNames,
  /** Column headings and values of an exported list. */
  export: {
    columns: words.adminWords.columns,
    moreColumns: words.adminWords.moreColumns,
    person: words.fieldWords,
    status: words.adminWords.status,
    type: words.adminWords.type,
    yes: words.adminWords.yes,
    no: words.adminWords.no,
  },
})

/** The texts that the server itself writes: pages without JavaScript, emails, errors and exports. */
export type ServerWords = ReturnType<typeof selected>

/** The keys of exports whose name here differs from the key in a vendor's texts (npm run texts). */
const keys: Partial<Record<string, string>> = {
  fields: 'messages',
  reasons: 'reasonMessages',
  regions: 'regionNames',
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

const original: Record<ProductLanguage, ServerWords> = { en: selected(english), de: selected(german) }
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
  return current[language] ?? current['en'] ?? original.en
}
