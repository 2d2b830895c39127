import { localeOf, type Language } from '../../domain/language.ts'

/** The language of the page: the one of this folder, or one of the vendor's whose missing texts are of this folder. */
export const language: Language = 'en'
export const locale = localeOf('en')
