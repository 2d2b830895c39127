import { localeOf, type Language } from '../../domain/language.ts'

/** The language of the page: that of this folder, or a vendor's language whose missing texts come from this folder. */
export const language: Language = 'en'
export const locale = localeOf('en')
