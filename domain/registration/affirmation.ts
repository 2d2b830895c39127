import type { Language } from '../language.ts'

/** Which wording of the affirmation a form shows, by its language; a new wording gets a new version. */
export const affirmationVersions: Readonly<Record<Language, string>> = { en: 'en-1', de: 'de-1' }
