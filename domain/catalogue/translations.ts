import type { Language } from '../language.ts'

/** The texts of a product or plan that the catalogue may have in further languages. */
export const translatedTexts = ['title', 'description', 'conditions'] as const
type Text = (typeof translatedTexts)[number]
export type Translations = Partial<Record<Language, Partial<Record<Text, string>>>>

/** A product or plan of the catalogue: its own texts are in the operator's language. */
type TranslatedText = Partial<Record<Text, string>> & { translations?: Translations }

/**
 * Returns the texts of a product or plan in a language if the catalogue has them, otherwise as the operator wrote them.
 * `source` is the catalogue's entry. A subscription keeps the texts from the time of purchase: a text that the
 * catalogue has changed since is not translated.
 */
export function inLanguage<Own extends Partial<Record<Text, string>>>(
  own: Own,
  source: TranslatedText | undefined,
  language: Language,
): Own {
  const words = source?.translations?.[language]
  if (!words) return own
  const shown = { ...own }
  for (const text of translatedTexts) {
    const isKept = own[text] !== undefined && own[text] === source[text]
    if (isKept && words[text] !== undefined) Object.assign(shown, { [text]: words[text] })
  }
  return shown
}
