import { locales, type Language } from '../../domain/language.ts'

/** The language of this folder; a page's words are all of one. */
export const language: Language = 'de'
export const locale = locales[language]
