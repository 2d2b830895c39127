import { brandWords } from '#words/admin/settings/brand.ts'
import { useSettings } from '../../../../client/page.tsx'
import type { BrandEdits, SavedBrand } from './brand-edits.ts'
import { unchangedTexts, type TranslatedField } from './unchanged-texts.ts'

type UnchangedTextsHintProps = { field: TranslatedField; brand: SavedBrand; edits: BrandEdits }

/** Names the languages whose texts were not changed with those of another one. */
export function UnchangedTextsHint({ field, brand, edits }: UnchangedTextsHintProps) {
  const { languages } = useSettings()
  const nameOf = (language: string) => languages[language] ?? language
  return unchangedTexts(field, brand, edits).map(({ language, changed }) => (
    <p key={language} className="field__hint">
      {brandWords.unchanged(nameOf(language), nameOf(changed))}
    </p>
  ))
}
