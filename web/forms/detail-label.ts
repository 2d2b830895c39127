import { correctableFields, type CorrectableField } from '../../domain/person/fields.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'

/** What a corrected field is called, also a state that the country no longer has. */
export function detailLabel(field: CorrectableField, country: string): string {
  return field === 'state' ? (shopWords.form.state[country] ?? fieldWords.state) : fieldWords[field]
}

/** Corrected as plain text; the country, and what it decides, have inputs of their own. */
export const plainDetails = correctableFields.filter((field) => !['country', 'state', 'region'].includes(field))
