import { productLanguageOf, type Language, type ProductLanguage } from '../language.ts'

/** The version of the affirmation's wording, by language; a new wording gets a new version. */
const versions: Readonly<Record<ProductLanguage, string>> = { en: 'en-1', de: 'de-1' }

let ofVendor: Readonly<Record<Language, string>> = {}

/** Sets the versions of the wordings with which a vendor replaces the product's. Called once, at the start. */
export function setVendorAffirmations(replaced: Readonly<Record<Language, string>>): void {
  ofVendor = replaced
}

/** Returns the version of the wording in a form's language. It is stored with each acceptance. */
export const affirmationVersion = (language: Language): string =>
  ofVendor[language] ?? versions[productLanguageOf(language)]
