/** The languages of the product. Each has a folder in i18n/, which does not compile if a text is missing. */
export const languages = ['en', 'de'] as const
export type ProductLanguage = (typeof languages)[number]

/** A language of the shop, as an ISO 639 code: the product's, and those that the vendor adds (BRAND_TEXTS). */
export type Language = string

/** How the product's languages write dates and numbers. A vendor's language uses its own code. */
const locales: Record<string, string> = { en: 'en-GB', de: 'de-DE' }
export const localeOf = (language: Language): string => locales[language] ?? language

/** The version of the affirmation's wording; a new wording gets a new version. */
export const affirmationVersions: Readonly<Record<ProductLanguage, string>> = { en: 'en-1', de: 'de-1' }

let added: readonly Language[] = []
/** Created on first use and kept, because every page uses it and Intl takes a while. */
let names: Readonly<Record<Language, string>> | undefined

/** Sets the languages that a vendor adds. Called once, at the start, before files and requests are read. */
export function addLanguages(codes: readonly Language[]): void {
  added = codes
  names = undefined
}

/** The languages that visitors can choose, the product's first. */
export const shopLanguages = (): readonly Language[] => [...languages, ...added]

/** Returns the language of the product's own texts on pages in `language`. */
export const productLanguageOf = (language: Language): ProductLanguage =>
  languages.find((one) => one === language) ?? 'en'

/** The code and name of each language that visitors can choose, the name in that language. */
export function languageNames(): Readonly<Record<Language, string>> {
  names ??= Object.fromEntries(shopLanguages().map((code) => [code, nameOf(code)]))
  return names
}

const nameOf = (code: Language) => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code

/**
 * Returns why a shop cannot have a language with this code; null if it can. Pages are laid out from left to right, and
 * dates and plural forms come from Intl.
 */
export function problemOfLanguage(code: string): 'unknown' | 'right-to-left' | null {
  // Intl accepts `deu` for `de`, but no browser requests that code.
  if (!/^[a-z]{2,3}$/.test(code) || Intl.DateTimeFormat.supportedLocalesOf(code)[0] !== code) return 'unknown'
  const locale = new Intl.Locale(code) as Intl.Locale & { getTextInfo?: () => { direction?: string } }
  return locale.getTextInfo?.().direction === 'rtl' ? 'right-to-left' : null
}

/** The type of another language's texts: the same keys as the English catalogue's, with other words. */
export type Words<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Said
    ? (...given: Given) => Words<Said>
    : English extends Map<infer Key, infer Value>
      ? Map<Key, Words<Value>>
      : English extends object
        ? { [Key in keyof English]: Words<English[Key]> }
        : English

export function isLanguage(text: unknown): text is Language {
  return shopLanguages().some((language) => language === text)
}

/**
 * Returns the language that a browser requests with Accept-Language (RFC 9110 §12.5.4); English if it requests no
 * supported one.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',', 20).map((part) => {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.map((parameter) => /^\s*q=([\d.]{1,5})\s*$/.exec(parameter)?.[1]).find(Boolean)
    return { language: range.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const possible = wishes.filter(({ language, quality }) => isLanguage(language) && quality > 0)
  const [best] = possible.toSorted((a, b) => b.quality - a.quality)
  return isLanguage(best?.language) ? best.language : 'en'
}
