/** Each has a folder in i18n/, which does not compile while a text is missing. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** What a language is called by those who speak it. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** How each writes dates and numbers. */
export const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

/** What another language has to say: the same keys, other words. Takes the English catalogue's type. */
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
  return languages.some((language) => language === text)
}

/** The language a browser asks for by its Accept-Language (RFC 9110 §12.5.4); English where it asks for none of ours. */
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
