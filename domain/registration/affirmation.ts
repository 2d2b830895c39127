import { affirmationVersions, productLanguageOf, type Language } from '../language.ts'

let ofVendor: Readonly<Record<Language, string>> = {}

/** Sets the versions of the wordings with which a vendor replaces the product's. Called once, at the start. */
export function setVendorAffirmations(replaced: Readonly<Record<Language, string>>): void {
  ofVendor = replaced
}

/** Returns the version of the wording in a form's language. It is stored with each acceptance. */
export const affirmationVersion = (language: Language): string =>
  ofVendor[language] ?? affirmationVersions[productLanguageOf(language)]
