import type { CorrectableField } from '../../domain/person/fields.ts'
import { shopWords } from '#words/shop/shop.ts'

const t = shopWords.form

/** What a corrected field is called, also a state that the country no longer has. */
export function detailLabel(field: CorrectableField, country: string): string {
  return field === 'state' ? (t.state[country] ?? t.anyState) : t[field]
}
