import type { CorrectableField } from '../../core/details.ts'
import { shopWords } from '#words/shop.ts'
import { fieldLabel } from './registration-fields.tsx'

/** What a corrected field is called, also a state that the country no longer has. */
export function detailLabel(field: CorrectableField, country: string): string {
  return fieldLabel(field, country) || shopWords.form.anyState
}
