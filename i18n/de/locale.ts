import { localeOf, type Language } from '../../domain/language.ts'

/** The language of the page. */
export const language: Language = 'de'
export const locale = localeOf('de')
