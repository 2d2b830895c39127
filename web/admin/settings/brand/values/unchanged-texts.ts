import type { Language } from '../../../../../domain/language.ts'
import { isSameValue, valuesWith, type BrandEdits, type SavedBrand } from './brand-edits.ts'

export type TranslatedField = 'announcements' | 'questions'

/** A language whose texts are still those of the brand file, while those of `changed` are not. */
export type UnchangedText = { language: Language; changed: Language }

/** Returns the languages whose texts may be left behind in a field, with what is entered and not saved. */
export function unchangedTexts(field: TranslatedField, brand: SavedBrand, edits: BrandEdits): UnchangedText[] {
  const [shown, file] = [valuesWith(brand, edits)[field], brand.file[field]]
  const isChanged = (language: Language) => !isSameValue(shown[language], file[language])
  const changed = Object.keys({ ...file, ...shown }).find(isChanged)
  if (changed === undefined) return []
  return Object.keys(shown).flatMap((language) => (isChanged(language) ? [] : [{ language, changed }]))
}
