import { correctableFields, type CorrectableField } from '../../domain/person/fields.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'

/** Returns the label of a corrected field, including the state after it was removed because the country has none. */
export function detailLabel(field: CorrectableField, country: string): string {
  return field === 'state' ? (shopWords.form.state[country] ?? fieldWords.state) : fieldWords[field]
}

/** Fields corrected as plain text; the country, and the fields that depend on it, have inputs of their own. */
export const plainDetails = correctableFields.filter((field) => !['country', 'state', 'region'].includes(field))
